import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { runCommand } from 'citty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from '../../terminal/io.js';
import { daemonCommand, findDaemon, runProgram } from './run.js';
import { cliVersion } from './version.js';

const io: CliIo = {
  env: process.env,
  cwd: tmpdir(),
  stdin: process.stdin,
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  now: () => 0,
  signal: new AbortController().signal,
};

describe('starting the gateway', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'run-')));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return join(root, path);
  };

  it('takes the installed package first', () => {
    write('node_modules/@ccu-gateway/daemon/package.json', '{"bin":{"ccu-gateway-daemon":"./dist/main.js"}}');
    const main = write('node_modules/@ccu-gateway/daemon/dist/main.js', '');
    write('apps/daemon/dist/main.js', '');
    const from = pathToFileURL(write('packages/cli/dist/bin.js', '')).href;
    expect(findDaemon(from)).toEqual({ command: process.execPath, args: [main] });
  });

  it('takes the one of the workspace when none is installed', () => {
    const main = write('apps/daemon/dist/main.js', '');
    const from = pathToFileURL(write('packages/cli/dist/bin.js', '')).href;
    expect(findDaemon(from)).toEqual({ command: process.execPath, args: [main] });
  });

  it('fetches the same version when there is neither', () => {
    const from = pathToFileURL(write('a/b/c/bin.js', '')).href;
    expect(findDaemon(from)).toEqual({ command: 'npx', args: ['--yes', `@ccu-gateway/daemon@${cliVersion()}`] });
  });

  it('hands arguments on and answers the exit code', async () => {
    const script = write('exit.js', 'process.exit(process.argv[2] === "--config" ? 7 : 1)');
    expect(await runProgram({ command: process.execPath, args: [script] }, ['--config', 'x'], io)).toBe(7);
  });

  it('works on the data directory that every other command works on, unless another one is named', async () => {
    const said = join(root, 'said');
    const script = write(
      'say.js',
      `require('fs').writeFileSync(${JSON.stringify(said)}, process.argv.slice(2).join(' '))`,
    );
    const daemon = () => ({ command: process.execPath, args: [script] });
    const handedOn = async (words: string, rawArgs: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const command = daemonCommand(words, '', { stored: words === 'secret rotate', daemon });
      const here = { ...io, env: { ...process.env, CCU_GATEWAY_DATA_DIR: '/house', ...env } };
      await runCommand(command(here), { rawArgs: [...rawArgs] });
      return readFileSync(said, 'utf8');
    };
    expect(await handedOn('run', [])).toBe('run --data-dir /house');
    expect(await handedOn('run', ['--data-dir=/x'])).toBe('run --data-dir=/x');
    expect(await handedOn('run', ['--config', 'c.yaml'])).toBe('run --config c.yaml');
    expect(await handedOn('demo', [])).toBe('demo');
    expect(await handedOn('secret rotate', ['--json'])).toBe('secret rotate --data-dir /house --json');
    const named = { CCU_GATEWAY_URL: 'http://elsewhere' };
    await expect(handedOn('secret rotate', [], named)).rejects.toMatchObject({ code: 'offline_only' });
    expect(await handedOn('secret rotate', ['--offline'], named)).toBe('secret rotate --data-dir /house');
  });

  it('answers 128 and the number of the signal that ended it', async () => {
    const script = write('die.js', 'process.kill(process.pid, "SIGKILL")');
    expect(await runProgram({ command: process.execPath, args: [script] }, [], io)).toBe(137);
  });

  it('passes signals on, so that the gateway can end cleanly', async () => {
    const ready = join(root, 'ready');
    const script = write(
      'wait.js',
      `process.on('SIGTERM', () => process.exit(3)); require('fs').writeFileSync(${JSON.stringify(ready)}, '');
       setInterval(() => {}, 1000);`,
    );
    const running = runProgram({ command: process.execPath, args: [script] }, [], io);
    await new Promise<void>((resolve) => {
      const look = setInterval(() => {
        if (!existsSync(ready)) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    process.emit('SIGTERM', 'SIGTERM');
    expect(await running).toBe(3);
  });

  it('names the package to install when it cannot be started', async () => {
    const missing = { command: join(root, 'nothing'), args: [] };
    await expect(runProgram(missing, [], io)).rejects.toMatchObject({
      code: 'daemon_missing',
      fix: expect.any(String),
    });
  });
});
