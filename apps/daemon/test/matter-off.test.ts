import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { recordModules } from './asked-modules.js';
import { daemonBin, type Running, start } from './process.js';

const PASSWORD = 'a long password';
const headers = { authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` };

let dir: string;
let running: Running | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-matter-off-'));
  mkdirSync(join(dir, 'data'));
});
afterEach(async () => {
  running?.child.kill('SIGTERM');
  await running?.exited;
  running = undefined;
  rmSync(dir, { recursive: true, force: true });
});

/** The built gateway in a process of its own, and all modules that it asked for. */
async function startDaemon(matter: object, absent?: string) {
  const { args, asked } = recordModules(dir, absent);
  const config = join(dir, 'config.yaml');
  const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } } };
  writeFileSync(config, stringify({ matter, north: { rest }, callback: { host: '127.0.0.1', port: 0, bin_port: 0 } }));
  const run = ['run', '--config', config, '--data-dir', join(dir, 'data')];
  running = start(process.execPath, [...args, daemonBin, ...run]);
  const [, url = ''] = await running.until(/"url":"(http:[^"]+)","msg":"listening"/);
  const ask = async (path: string) => (await fetch(`${url}${path}`, { headers })).text();
  return { ask, asked, logged: running };
}

describe('a gateway without Matter', () => {
  it('loads nothing of it and stores nothing for it, after any request', async () => {
    const { ask, asked } = await startDaemon({ enabled: false });
    expect(JSON.parse(await ask('/api/v1/matter/status'))).toMatchObject({ enabled: false, listening: false });
    expect(await ask('/api/v1/matter/exposable')).toContain('matter_disabled');
    expect(await ask('/api/v1/health')).not.toContain('matter');
    expect(await ask('/metrics')).not.toContain('matter');
    expect(asked()).toContain('/better-sqlite3/');
    expect(asked()).not.toMatch(/@matter|matter-bridge/);
    expect(existsSync(join(dir, 'data', 'ccu-gateway.db'))).toBe(true);
    expect(existsSync(join(dir, 'data', 'matter.db'))).toBe(false);
  });
});

describe('a gateway with Matter, without the package installed', () => {
  it('reports that with the remedy in its status, its health and its log, and runs', async () => {
    const { ask, asked, logged } = await startDaemon({ enabled: true }, '@ccu-gateway/matter-bridge');
    const [line] = await logged.until(/\{[^\n]*matter bridge unavailable[^\n]*/);
    const remedy = /npm install @ccu-gateway\/matter-bridge@/;
    expect(JSON.parse(line)).toMatchObject({ code: 'matter_not_installed', remedy: expect.stringMatching(remedy) });
    expect(JSON.parse(await ask('/api/v1/matter/status'))).toMatchObject({
      enabled: true,
      listening: false,
      problems: [{ code: 'matter_not_installed', remedy: expect.stringMatching(remedy) }],
    });
    const { components } = JSON.parse(await ask('/api/v1/health')) as { components: { name: string }[] };
    expect(components.find(({ name }) => name === 'matter')).toMatchObject({
      status: 'degraded',
      note: expect.stringMatching(remedy),
    });
    expect(await ask('/api/v1/matter/exposable')).toContain('its package is not installed');
    expect(asked()).not.toMatch(/@matter/);
    expect(existsSync(join(dir, 'data', 'matter.db'))).toBe(false);
  });
});
