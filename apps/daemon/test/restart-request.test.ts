import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { daemonBin, start } from './process.js';

it('restarts in the same process on the request of an admin, with the current configuration', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-restart-'));
  const file = join(dir, 'config.yaml');
  const write = (port: number, locale: string) =>
    writeFileSync(
      file,
      stringify({
        locale,
        north: { rest: { listen: `127.0.0.1:${port}`, auth: { users: { anna: 'a long password' } } } },
        callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
      }),
    );
  write(0, 'en');
  const daemon = start(process.execPath, [daemonBin, 'run', '--config', file, '--data-dir', join(dir, 'data')]);
  const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
  const port = Number(new URL(url).port);
  const headers = { authorization: `Basic ${Buffer.from('anna:a long password').toString('base64')}` };
  const ask = async (method: string, path: string) => fetch(`${url}/api/v1${path}`, { method, headers });
  expect(await (await ask('GET', '/config')).json()).toMatchObject({ locale: 'en' });

  write(port, 'de');
  const answer = await ask('POST', '/system/restart');
  expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([202, 'shutdown_signalled']);
  await daemon.until(/"msg":"stopped"[\s\S]*"msg":"listening"/);
  expect(await (await ask('GET', '/config')).json()).toMatchObject({ locale: 'de' });

  daemon.child.kill('SIGTERM');
  expect(await daemon.exited).toBe(0);
  rmSync(dir, { recursive: true, force: true });
});
