import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { CliIo } from '../../terminal/io.js';
import { askForCcuLogin } from './compat.js';

function terminal(env: CliIo['env'], isTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY, setRawMode: () => undefined });
  const stderr = new PassThrough();
  let shown = '';
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.endsWith('User name at the CCU: ')) stdin.write('Admin\n');
    if (shown.endsWith('Password at the CCU: ')) stdin.write('opensesame\r');
  });
  const io: CliIo = {
    env,
    cwd: '/',
    stdin,
    stdout: new PassThrough(),
    stderr,
    now: () => 0,
    signal: new AbortController().signal,
  };
  return { io, shown: () => shown };
}

describe('the login of a CCU for a compatibility run', () => {
  it('is asked for at the terminal, and the password is not shown', async () => {
    const { io, shown } = terminal({});
    expect(await askForCcuLogin(['--host', 'ccu'], io)).toEqual({
      CCU_GATEWAY_CCU_USERNAME: 'Admin',
      CCU_GATEWAY_CCU_PASSWORD: 'opensesame',
    });
    expect(shown()).not.toContain('opensesame');
  });

  it('is not asked for where the environment or the command line has it', async () => {
    const env = { CCU_GATEWAY_CCU_PASSWORD: '' };
    expect(await askForCcuLogin(['--host', 'ccu', '--username', 'Admin'], terminal(env).io)).toEqual(env);
  });

  it.each([[['--central', 'home']], [['--central=home']], [['--host', 'ccu', '--no-login']], [['--help']]])(
    'is not asked for with %j',
    async (args) => {
      const { io, shown } = terminal({});
      expect(await askForCcuLogin(args, io)).toEqual({});
      expect(shown()).toBe('');
    },
  );

  it('is not asked for where no terminal is', async () => {
    expect(await askForCcuLogin(['--host', 'ccu'], terminal({}, false).io)).toEqual({});
  });
});
