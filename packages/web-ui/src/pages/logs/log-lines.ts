import type { CallAnswer } from '@ccu-gateway/client';

export type LogLine = CallAnswer<'listLogs'>['records'][number];
export const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

export interface LogFilter {
  readonly text: string;
  /** This level and above. */
  readonly level: Level;
  /** A logger and those below it; empty for all. */
  readonly logger: string;
}

export function matchesLog(line: LogLine, { text, level, logger }: LogFilter): boolean {
  const rank = (LEVELS as readonly string[]).indexOf(line.level);
  const own = line.logger ?? '';
  return (
    // A level that is not known is shown rather than hidden.
    (rank < 0 || rank >= LEVELS.indexOf(level)) &&
    (logger === '' || own === logger || own.startsWith(`${logger}.`)) &&
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => searchText(line).includes(word))
  );
}

const texts = new WeakMap<LogLine, string>();

function searchText(line: LogLine): string {
  let text = texts.get(line);
  if (text === undefined) {
    text = `${line.logger ?? ''} ${line.msg} ${JSON.stringify(line.attrs ?? {})}`.toLowerCase();
    texts.set(line, text);
  }
  return text;
}

/** A line, and how often it came without another one in between. */
export interface LogRow {
  readonly line: LogLine;
  readonly times: number;
}

/** The newest first. Lines that say the same one after the other are one row, with the newest of them. */
export function rowsOf(lines: readonly LogLine[], collapse: boolean): readonly LogRow[] {
  const rows: { line: LogLine; times: number }[] = [];
  for (const line of lines) {
    const last = rows.at(-1);
    if (collapse && last !== undefined && saysTheSame(last.line, line)) {
      last.line = line;
      last.times += 1;
    } else rows.push({ line, times: 1 });
  }
  return rows.reverse();
}

function saysTheSame(a: LogLine, b: LogLine): boolean {
  return a.level === b.level && a.logger === b.logger && a.msg === b.msg;
}

/** Loggers and their parents: `ccu` for `ccu.home`. */
export function loggersOf(lines: readonly LogLine[]): readonly string[] {
  const all = new Set<string>();
  for (const { logger = '' } of lines) {
    const parts = logger.split('.');
    for (let length = 1; length <= parts.length; length += 1) all.add(parts.slice(0, length).join('.'));
  }
  all.delete('');
  return [...all].sort();
}

/** The newest are kept, in the order of their numbers, each once. */
export function withLines(known: readonly LogLine[], added: readonly LogLine[], capacity: number): readonly LogLine[] {
  const last = known.at(-1)?.seq ?? -1;
  const fresh = added.filter(({ seq }) => seq > last);
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-capacity);
}
