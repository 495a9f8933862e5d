import { createConsola } from 'consola';
import { type CliError, EXIT } from './exit.js';
import type { CliIo } from './io.js';
import { printable } from './text.js';

/** What a command has found out or done: one value for programs, some lines for people. */
export interface Outcome {
  readonly data: unknown;
  readonly lines: readonly string[];
  /** Default 0. */
  readonly exit?: number;
}

/** Where a command says things: data to stdout, words for people to stderr. */
export interface Output {
  readonly json: boolean;
  /** Whether a person looks at stdout. */
  readonly forPeople: boolean;
  write(line: string): void;
  note(message: string): void;
  warn(message: string): void;
}

export function createOutput(io: CliIo, options: { readonly json: boolean; readonly quiet: boolean }): Output {
  const stderr = io.stderr as NodeJS.WriteStream;
  const consola = createConsola({
    stdout: stderr,
    stderr,
    // Set, because the library would say less where it believes itself in a test or in CI.
    level: 3,
    fancy: false,
    formatOptions: { date: false, compact: true },
  });
  const silent = options.quiet || options.json;
  return {
    json: options.json,
    forPeople: io.stdout.isTTY === true && !options.json,
    write: (line) => void io.stdout.write(`${line}\n`),
    note: (message) => (silent ? undefined : consola.info(printable(message))),
    warn: (message) => (options.json ? undefined : consola.warn(printable(message))),
  };
}

export function printOutcome(outcome: Outcome, output: Output): number {
  if (output.json) output.write(JSON.stringify({ ok: (outcome.exit ?? 0) === 0, data: outcome.data }));
  else for (const line of outcome.lines) output.write(line);
  return outcome.exit ?? EXIT.ok;
}

/** With `--json` the error is the one document on stdout, so that a pipe always gets one. */
export function printError(error: CliError, io: CliIo, json: boolean): number {
  const { code, message, fix, requestId } = error;
  if (json) {
    const detail = { code, message, ...(fix && { fix }), ...(requestId && { request_id: requestId }) };
    io.stdout.write(`${JSON.stringify({ ok: false, error: detail })}\n`);
  } else {
    io.stderr.write(`error: ${printable(message)}\n`);
    if (requestId) io.stderr.write(`request: ${printable(requestId)}\n`);
    if (fix) io.stderr.write(`fix: ${printable(fix)}\n`);
  }
  return error.exit;
}
