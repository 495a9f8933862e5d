import { type Paint, paintFor } from './colours.js';
import { type CliError, EXIT } from './exit.js';
import { selected, selectedTexts } from './fields.js';
import type { CliIo } from './io.js';
import { createProgress, type Progress } from './progress.js';
import { type Table, tsvLine } from './table.js';
import { printable } from './text.js';

/** Result of a command: one value for programs, lines and a table for people. */
export interface Outcome {
  readonly data: unknown;
  readonly lines?: readonly string[];
  /** Below the lines; in a pipe its values alone. */
  readonly table?: Table;
  /** CCUs of which `data` has nothing, because the gateway has not read them yet. */
  readonly notRead?: readonly string[];
  /** Default 0, or 8 where a CCU is missing. */
  readonly exit?: number;
}

/** Output of a command: data to stdout, messages for people to stderr. */
export interface Output {
  readonly json: boolean;
  /** True when stdout is a terminal. */
  readonly forPeople: boolean;
  /** Colours text for a terminal on stdout. */
  readonly paint: Paint;
  readonly progress: Progress;
  write(line: string): void;
  /** One entry of a stream: as JSON, the fields that were asked for, or the line. */
  entry(data: unknown, line: () => string): void;
  note(message: string): void;
  warn(message: string): void;
}

interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The paths of `--fields`. */
  readonly fields?: readonly string[] | undefined;
}

/** Output of a command that prints its outcome at the end. */
export interface Printer extends Output {
  /** Answers the exit code. */
  print(outcome: Outcome): Promise<number>;
}

export function createOutput(io: CliIo, { json, quiet, fields }: OutputOptions): Printer {
  const info = (message: string) => void io.stderr.write(`[info] ${message}\n`);
  const caution = (message: string) => void io.stderr.write(`[warn] ${message}\n`);
  const silent = quiet || json;
  const forPeople = io.stdout.isTTY === true && !json;
  const paint = paintFor(io.env, io.stdout);
  const write = (line: string) => void io.stdout.write(`${line}\n`);
  const writeTable = async (table: Table, asAsked = false) => {
    if (!forPeople) {
      for (const row of table.rows) write(tsvLine(row));
      return;
    }
    // Loaded here, because only terminals need the width of characters.
    const { showTable } = await import('./table-view.js');
    const { lines, leftOut } = showTable(table, { width: io.stdout.columns, paint, asAsked });
    for (const line of lines) write(line);
    if (leftOut.length > 0 && !silent) info(`no room here for: ${leftOut.join(', ')}`);
  };
  return {
    json,
    forPeople,
    paint,
    progress: createProgress(io.stderr, { quiet: silent }),
    write,
    entry: (data, line) => {
      const chosen = fields === undefined ? data : selected(data, fields);
      if (json) write(JSON.stringify(chosen));
      else if (fields === undefined) write(line());
      else write(tsvLine(selectedTexts(data, fields)));
    },
    note: (message) => (silent ? undefined : info(printable(message))),
    warn: (message) => (json ? undefined : caution(printable(message))),
    print: async ({ data, lines = [], table, notRead = [], exit = notRead.length > 0 ? EXIT.partial : EXIT.ok }) => {
      if (json) {
        const chosen = fields === undefined ? data : chosenOf(data, fields);
        const missing = notRead.length > 0 && { not_read: notRead };
        write(JSON.stringify({ ok: exit === EXIT.ok, data: chosen, ...missing }));
      } else if (fields !== undefined) {
        const rows = [data].flat().map((entry) => selectedTexts(entry, fields));
        await writeTable({ header: fields.map((path) => path.toUpperCase()), rows }, true);
      } else {
        for (const line of lines) write(line);
        if (table !== undefined) await writeTable(table);
        if (table?.rows.length === 0 && forPeople && !silent) info('there are none');
      }
      if (notRead.length > 0 && !json) {
        caution(printable(`what ${notRead.join(', ')} has is missing here: the gateway has not read it yet`));
      }
      return exit;
    },
  };
}

const chosenOf = (data: unknown, fields: readonly string[]) =>
  Array.isArray(data) ? data.map((entry) => selected(entry, fields)) : selected(data, fields);

/** With `--json` the error is the one document on stdout, so that a pipe always gets one. */
export function printError(error: CliError, io: CliIo, json: boolean): number {
  const { code, message, fix, requestId } = error;
  if (json) {
    const detail = { code, message, ...(fix && { fix }), ...(requestId && { request_id: requestId }) };
    io.stdout.write(`${JSON.stringify({ ok: false, error: detail })}\n`);
  } else {
    const paint = paintFor(io.env, io.stderr);
    io.stderr.write(`${paint('bad', 'error:')} ${message.split('\n').map(printable).join('\n')}\n`);
    if (requestId) io.stderr.write(`request: ${printable(requestId)}\n`);
    if (fix) io.stderr.write(`${paint('good', 'fix:')} ${printable(fix)}\n`);
  }
  return error.exit;
}
