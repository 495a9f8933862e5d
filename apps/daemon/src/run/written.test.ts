import { createWriteStream, existsSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { withWrittenOutput } from './written.js';

const failing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })) });

function ran(streams: { readonly stdout?: Writable; readonly stderr?: Writable }, exit = 0) {
  const stderr = streams.stderr ?? new PassThrough();
  const stdout = streams.stdout ?? new PassThrough().resume();
  const code = withWrittenOutput(
    async () => {
      stdout.write('one line\n');
      stderr.write('a note\n');
      return exit;
    },
    { stdout, stderr },
  );
  return { code, said: () => String((stderr as PassThrough).read?.() ?? '') };
}

it.each(['ENOSPC', 'EIO', 'EBADF'])('fails a command at output that cannot be written: %s', async (code) => {
  const { code: exit, said } = ran({ stdout: failing(code) });
  expect(await exit).toBe(1);
  expect(said()).toContain(`error: the output cannot be written (${code})\n`);
});

it('fails a command at a closed stderr, and keeps the code of an earlier failure', async () => {
  expect(await ran({ stderr: failing('EIO') }).code).toBe(1);
  expect(await ran({ stdout: failing('EIO') }, 6).code).toBe(6);
});

it('leaves the code alone where all was written, and where the reader of a pipe left', async () => {
  expect(await ran({}).code).toBe(0);
  expect(await ran({ stdout: failing('EPIPE') }).code).toBe(0);
  expect(await ran({}, 7).code).toBe(7);
});

it.skipIf(!existsSync('/dev/full'))('fails on a full device (skipped where there is no /dev/full)', async () => {
  expect(await ran({ stdout: createWriteStream('/dev/full') }).code).toBe(1);
});
