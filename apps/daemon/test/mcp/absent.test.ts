import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { recordModules } from '../asked-modules.js';
import { daemonBin, type Running, start } from '../process.js';

const PASSWORD = 'a long password';
const headers = {
  authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
};

let dir: string;
let running: Running | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-mcp-absent-'));
  mkdirSync(join(dir, 'data'));
});
afterEach(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  running = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** The built gateway in a process of its own, and all modules that it asked for. */
async function startDaemon(mcp: object, absent?: string) {
  const { args, asked } = recordModules(dir, absent);
  const config = join(dir, 'config.yaml');
  const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } } };
  writeFileSync(config, stringify({ mcp, north: { rest }, callback: { host: '127.0.0.1', port: 0, bin_port: 0 } }));
  running = start(process.execPath, [...args, daemonBin, 'run', '--config', config, '--data-dir', join(dir, 'data')]);
  const [, url = ''] = await running.until(/"url":"(http:[^"]+)","msg":"listening"/);
  const health = async () =>
    (await (await fetch(`${url}/api/v1/health`, { headers })).json()) as { components: object[] };
  const send = async () =>
    (await fetch(`${url}/mcp`, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).json();
  return { asked, health, send };
}

it('loads nothing for assistants while they are off', async () => {
  const { asked, health, send } = await startDaemon({});
  expect(await send()).toMatchObject({ reason: 'not_configured' });
  expect(JSON.stringify(await health())).not.toContain('mcp');
  expect(asked()).not.toMatch(/packages\/mcp|modelcontextprotocol/);
});

it('reports a missing package with the command that installs it, and runs', async () => {
  const { health, send } = await startDaemon({ enabled: true }, '@ccu-gateway/mcp');
  const remedy = expect.stringMatching(/npm install @ccu-gateway\/mcp@/);
  await expect
    .poll(async () => (await health()).components)
    .toContainEqual(
      expect.objectContaining({ name: 'mcp', status: 'degraded', reason: 'mcp_not_installed', note: remedy }),
    );
  expect(await send()).toMatchObject({ code: 'service_unready', reason: 'mcp_unavailable', detail: remedy });
});
