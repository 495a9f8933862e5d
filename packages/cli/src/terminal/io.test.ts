import { EventEmitter } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli.js';
import { EXIT } from './exit.js';
import { type CliIo, type HostProcess, withProcessIo } from './io.js';

const failing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })) });

function hostWith(streams: { readonly stdout?: Writable; readonly stderr?: Writable }) {
  const stderr = new PassThrough();
  const host: HostProcess = Object.assign(new EventEmitter(), {
    env: {},
    cwd: () => '/',
    stdin: new PassThrough(),
    stdout: streams.stdout ?? new PassThrough().resume(),
    stderr: streams.stderr ?? stderr,
  });
  return { host, said: () => String(stderr.read() ?? '') };
}

/** The error of a stream comes in a later turn, maybe after the command is done. */
const settled = (stream: Writable) => finished(stream).catch(() => {});

const say = async ({ stdout }: CliIo) => {
  stdout.write('one line\n');
  return EXIT.ok;
};

describe('output that cannot be written', () => {
  it.each(['ENOSPC', 'EIO', 'EBADF', 'EDQUOT', 'EFBIG'])(
    'fails the command and is reported on stderr: %s',
    async (code) => {
      const stdout = failing(code);
      const { host, said } = hostWith({ stdout });
      await withProcessIo(say, host);
      await settled(stdout);
      expect(host.exitCode).toBe(EXIT.failed);
      expect(said()).toBe(`error: the output cannot be written (${code})\n`);
    },
  );

  it('fails the command where the error comes before the command is done', async () => {
    const stdout = failing('ENOSPC');
    const { host } = hostWith({ stdout });
    await withProcessIo(async (io) => {
      await say(io);
      await settled(stdout);
      expect(io.signal.aborted).toBe(true);
      return EXIT.ok;
    }, host);
    expect(host.exitCode).toBe(EXIT.failed);
  });

  it('fails the command where stderr takes nothing', async () => {
    const stderr = failing('ENOSPC');
    const { host } = hostWith({ stderr });
    await withProcessIo(async (io) => {
      io.stderr.write('a note\n');
      return EXIT.ok;
    }, host);
    await settled(stderr);
    expect(host.exitCode).toBe(EXIT.failed);
  });

  it('is a normal end where the reader of a pipe left', async () => {
    const stdout = failing('EPIPE');
    const { host, said } = hostWith({ stdout });
    await withProcessIo(async (io) => {
      await say(io);
      await settled(stdout);
      return EXIT.interrupted;
    }, host);
    expect([host.exitCode, said()]).toEqual([EXIT.ok, '']);
  });

  it('leaves the exit code of the command alone where everything was written', async () => {
    const { host, said } = hostWith({});
    await withProcessIo(async () => EXIT.problems, host);
    expect([host.exitCode, said()]).toEqual([EXIT.problems, '']);
  });

  it
    .skipIf(!existsSync('/dev/full'))
    .each([['--help'], ['version'], ['version', '--json'], ['completion', 'bash'], ['devices', '--bogus', '--json']])(
    'fails on a full device: %s (skipped where there is no /dev/full)',
    async (...argv) => {
      const stdout = createWriteStream('/dev/full');
      const { host, said } = hostWith({ stdout });
      await withProcessIo((io) => runCli(argv, io), host);
      await settled(stdout);
      expect(host.exitCode).toBe(EXIT.failed);
      expect(said()).toContain('the output cannot be written (ENOSPC)');
    },
  );
});
