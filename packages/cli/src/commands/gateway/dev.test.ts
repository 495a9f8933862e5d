import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from '../../terminal/io.js';
import { type Development, develop } from './dev.js';

/** Gateway that records its starts, and ends with SIGTERM or at once; a file with the text "bad" is invalid. */
const PROGRAM = `
const { appendFileSync, readFileSync } = require('node:fs');
const [log, command, ...rest] = process.argv.slice(2);
const text = readFileSync(rest.at(-1), 'utf8');
if (command === 'config') { console.log('logging.level: not known'); process.exit(text === 'bad' ? 7 : 0); }
appendFileSync(log, 'start ' + text + '\\n');
if (text === 'ends') process.exit(3);
process.on('SIGTERM', () => { appendFileSync(log, 'stop\\n'); process.exit(0); });
setInterval(() => {}, 1000);
`;

describe('a gateway for development', () => {
  let dir: string;
  let development: Development;
  let change: (text: string) => void;
  let interrupted: AbortController;
  let notes: string[];
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'dev-'));
    notes = [];
    interrupted = new AbortController();
    const file = join(dir, 'config.yaml');
    writeFileSync(file, 'first');
    writeFileSync(join(dir, 'program.cjs'), PROGRAM);
    let changed: () => void = () => undefined;
    change = (text) => {
      writeFileSync(file, text);
      changed();
    };
    const io: CliIo = {
      env: process.env,
      cwd: dir,
      stdin: process.stdin,
      stdout: new PassThrough(),
      stderr: new PassThrough().setEncoding('utf8').on('data', (text: string) => notes.push(text.trim())),
      now: () => 0,
      signal: interrupted.signal,
    };
    development = {
      io,
      program: { command: process.execPath, args: [join(dir, 'program.cjs'), join(dir, 'log')] },
      options: [file],
      file,
      note: (message) => notes.push(message),
      onChange: (_, call) => {
        changed = call;
        return () => undefined;
      },
    };
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const log = async (lines: readonly string[]) => {
    const { readFileSync } = await import('node:fs');
    await expect
      .poll(() => {
        try {
          return readFileSync(join(dir, 'log'), 'utf8').trim().split('\n');
        } catch {
          return [];
        }
      })
      .toEqual(lines);
  };

  it('restarts with each change of its file, and ends with Ctrl-C', async () => {
    const ended = develop(development);
    await log(['start first']);
    change('second');
    await log(['start first', 'stop', 'start second']);
    interrupted.abort();
    expect(await ended).toBe(0);
    await log(['start first', 'stop', 'start second', 'stop']);
  });

  it('keeps running where the file is invalid, and prints the reason', async () => {
    const ended = develop(development);
    await log(['start first']);
    change('bad');
    await expect.poll(() => notes).toHaveLength(2);
    expect(notes).toEqual(['logging.level: not known', expect.stringMatching(/config.yaml is not acceptable/)]);
    await log(['start first']);
    interrupted.abort();
    await ended;
  });

  it('waits for a change where the gateway has ended by itself', async () => {
    const ended = develop({ ...development });
    await log(['start first']);
    change('ends');
    await log(['start first', 'stop', 'start ends']);
    await expect.poll(() => notes.at(-1)).toMatch(/has ended; it starts anew/);
    change('third');
    await log(['start first', 'stop', 'start ends', 'start third']);
    interrupted.abort();
    expect(await ended).toBe(0);
  });
});
