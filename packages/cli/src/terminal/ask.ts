import { createInterface } from 'node:readline/promises';
import { CliError, EXIT, usageError } from './exit.js';
import type { CliIo } from './io.js';

const MAX_SECRET_BYTES = 8192;
const MAX_VALUE_BYTES = 256 * 1024;

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** A secret from `--…-stdin` (its first line), from the environment, or typed twice without echo. Never an argument. */
export async function readNewPassword(io: CliIo, fromStdin: boolean): Promise<string> {
  if (fromStdin) return readSecretLine(io);
  const fromEnv = io.env.CCU_GATEWAY_PASSWORD;
  if (fromEnv) return fromEnv;
  if (!io.stdin.isTTY) {
    throw usageError('a password is needed and there is no terminal to ask at', 'pass it with --password-stdin');
  }
  const first = await askHidden(io, 'New password: ');
  if ((await askHidden(io, 'Again: ')) !== first) throw usageError('the two passwords differ', 'try again');
  return first;
}

/** The first line of standard input, without its line break. */
export async function readSecretLine(io: CliIo): Promise<string> {
  const text = await readStdin(io, MAX_SECRET_BYTES);
  return firstLine(text);
}

/** All of standard input, without the line break that ends it. */
export async function readValue(io: CliIo): Promise<string> {
  return (await readStdin(io, MAX_VALUE_BYTES)).replace(/\r?\n$/, '');
}

async function readStdin(io: CliIo, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > most) throw usageError(`standard input is too long: at most ${most} bytes`, 'pipe less');
    chunks.push(bytes);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (firstLine(text) === '') throw usageError('standard input is empty', 'pipe it into the command');
  return text;
}

const firstLine = (text: string) => text.split(/\r?\n/, 1)[0] ?? '';

/** True when `--yes` was given or the answer is yes. */
export async function confirm(io: CliIo, question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!io.stdin.isTTY) throw usageError('a confirmation is needed and there is no terminal to ask at', 'add --yes');
  return /^y(es)?$/i.test(await askLine(io, `${question} [y/N] `));
}

/** One line that is typed at the terminal, without surrounding spaces. */
export async function askLine(io: CliIo, prompt: string): Promise<string> {
  const lines = createInterface({ input: io.stdin, output: io.stderr });
  try {
    return (await lines.question(prompt, { signal: io.signal })).trim();
  } catch (error) {
    // The terminal is raw while a line is edited: Ctrl-C and Ctrl-D are keys then, and no signal comes.
    throw (error as Error).name === 'AbortError' ? interrupted() : error;
  } finally {
    lines.close();
  }
}

/** One line that is typed at the terminal and not shown. */
export async function askHidden(io: CliIo, prompt: string): Promise<string> {
  io.stderr.write(prompt);
  io.stdin.setRawMode?.(true);
  try {
    return await typedLine(io);
  } finally {
    io.stdin.setRawMode?.(false);
    io.stdin.pause();
    io.stderr.write('\n');
  }
}

function typedLine(io: CliIo): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const finish = (settle: () => void) => {
      io.stdin.off('data', onData);
      io.stdin.off('end', onEnd);
      settle();
    };
    const onEnd = () => finish(() => reject(interrupted()));
    const onData = (chunk: Buffer | string) => {
      for (const key of chunk.toString('utf8')) {
        if (key === '\r' || key === '\n') return finish(() => resolve(text));
        if (key === CTRL_C || (key === CTRL_D && text === '')) return onEnd();
        if (key === '\u007f' || key === '\b') text = [...text].slice(0, -1).join('');
        else if (key >= ' ') text += key;
      }
    };
    io.stdin.on('data', onData);
    io.stdin.once('end', onEnd);
    io.stdin.resume();
  });
}

/** The user left instead of answering. */
function interrupted(): CliError {
  return new CliError(EXIT.interrupted, 'cancelled', 'nothing was changed', { fix: 'run the command again' });
}
