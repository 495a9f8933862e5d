import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { daemonBin, finish, type Running, repository, start } from './process.js';

const scratch = mkdtempSync(join(tmpdir(), 'container-'));
const app = join(scratch, 'app');
// As the image has them: the check beside what is installed.
mkdirSync(join(app, 'node_modules/@ccu-gateway'), { recursive: true });
symlinkSync(join(repository, 'packages/client'), join(app, 'node_modules/@ccu-gateway/client'));
copyFileSync(join(repository, 'container/healthcheck.mjs'), join(app, 'healthcheck.mjs'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const running: Running[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) {
    each.child.kill('SIGCONT');
    each.child.kill('SIGKILL');
    await each.exited;
  }
});

const RUN = [process.execPath, daemonBin, 'run'] as const;

/** Starts it as the image does: a directory for its data, and nothing that says more. */
async function startGateway(command: readonly string[] = RUN, data = mkdtempSync(join(scratch, 'data-'))) {
  const [program = '', ...args] = command;
  const env = {
    SERVICE_DATA_DIR: data,
    SERVICE_REST_LISTEN: '127.0.0.1:0',
    SERVICE_CALLBACK_PORT: '0',
    SERVICE_CALLBACK_BIN_PORT: '0',
  };
  const gateway = start(program, args, { cwd: data, env });
  running.push(gateway);
  const url = (await gateway.until(/"url":"(http:[^"]+)"/))[1] ?? '';
  return { gateway, url, data };
}

const checkHealth = (url: string) => finish(start(process.execPath, [join(app, 'healthcheck.mjs'), url]));

it('starts without a configuration, is healthy, and ends with 0 on a stop', async () => {
  const { gateway, url, data } = await startGateway();
  const { stdout, code } = await checkHealth(url);
  expect([stdout.trim(), code]).toEqual(['healthy', 0]);
  expect(statSync(join(data, 'secret.key')).mode & 0o777).toBe(0o600);
  gateway.child.kill('SIGTERM');
  expect(await gateway.exited).toBe(0);
  const dead = await checkHealth(url);
  expect([dead.code, dead.stdout]).toEqual([1, expect.stringContaining(url)]);
});

it('is not healthy while it is suspended', async () => {
  const { gateway, url } = await startGateway();
  gateway.child.kill('SIGSTOP');
  const still = await checkHealth(url);
  expect([still.code, still.stdout]).toEqual([1, expect.stringContaining('did not answer')]);
  gateway.child.kill('SIGCONT');
  expect((await checkHealth(url)).code).toBe(0);
});

/** A namespace of mounts of its own, in which nothing can be written but one directory. */
const readOnly = (writable: string, command: readonly string[]) => {
  const script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind / && shift && exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', writable, ...command];
};
const [program = '', ...probe] = readOnly(scratch, ['sh', '-c', `! touch ${repository}/probe 2>/dev/null`]);
const shut = spawnSync(program, probe).status === 0;
const why = shut ? '' : ' (skipped: needs Linux, root and namespaces of mounts)';

it.skipIf(!shut)(`writes nothing but its data: it runs where all else is read-only${why}`, async () => {
  const data = mkdtempSync(join(scratch, 'data-'));
  const { gateway, url } = await startGateway(readOnly(data, RUN), data);
  expect((await checkHealth(url)).code).toBe(0);
  expect(readdirSync(data)).toContain('ccu-gateway.db');
  gateway.child.kill('SIGTERM');
  expect(await gateway.exited).toBe(0);
});
