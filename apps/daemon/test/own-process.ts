import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { stringify } from 'yaml';
import { recordModules } from './asked-modules.js';
import { daemonBin, type Running, start } from './process.js';

const PASSWORD = 'a long password';

/** Credential of the one account of such a gateway. */
export const headers = { authorization: `Basic ${Buffer.from(`anna:${PASSWORD}`).toString('base64')}` };

/** For each test the built gateway in a process of its own, with its folder and all modules that it asked for. */
export function useOwnProcess(prefix: string) {
  let dir: string;
  let running: Running | undefined;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), `ccu-gateway-${prefix}-`));
    mkdirSync(join(dir, 'data'));
  });
  afterEach(async () => {
    running?.child.kill('SIGTERM');
    await running?.exited;
    running = undefined;
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    dataDir: () => join(dir, 'data'),
    /** `absent` names a package that is not installed. */
    async start(settings: object, absent?: string) {
      const { args, asked } = recordModules(dir, absent);
      const config = join(dir, 'config.yaml');
      const rest = { listen: '127.0.0.1:0', auth: { users: { anna: PASSWORD } } };
      const callback = { host: '127.0.0.1', port: 0, bin_port: 0 };
      writeFileSync(config, stringify({ ...settings, north: { rest }, callback }));
      const run = ['run', '--config', config, '--data-dir', join(dir, 'data')];
      running = start(process.execPath, [...args, daemonBin, ...run]);
      const [, url = ''] = await running.until(/"url":"(http:[^"]+)","msg":"listening"/);
      const ask = async (path: string) => (await fetch(`${url}${path}`, { headers })).text();
      return { url, ask, asked, logged: running };
    },
  };
}
