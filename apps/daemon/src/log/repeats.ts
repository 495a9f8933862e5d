import type { LogLevel } from './levels.js';

const MINUTE_MS = 60_000;

/**
 * The level a line is written at. A database in trouble fails everything that uses it, many times a second: of each cause
 * one line a minute is a warning or an error, and the others are for debugging.
 */
export function createRepeatLimit(now: () => number) {
  const said = new Map<string, number>();
  return (level: LogLevel, fields: Readonly<Record<string, unknown>>): LogLevel => {
    if (level !== 'error' && level !== 'warn') return level;
    const cause = causeOf(fields);
    if (cause === undefined) return level;
    // A line without a reason has no more content than another line of the same code.
    const key = cause.reason === undefined ? cause.code : `${cause.code} ${cause.reason}`;
    const last = said.get(key);
    // A clock that was set back must not silence it.
    if (last !== undefined && Math.abs(now() - last) < MINUTE_MS) return 'debug';
    for (const [old, at] of said) if (Math.abs(now() - at) >= MINUTE_MS) said.delete(old);
    said.set(key, now()).set(cause.code, now());
    return level;
  };
}

interface Cause {
  readonly code: string;
  readonly reason: string | undefined;
}

/** Cause of a refusal of the storage, at any depth of the fields; undefined for all other lines. */
function causeOf(fields: Readonly<Record<string, unknown>>): Cause | undefined {
  const { error, cause } = fields;
  const source = error instanceof Error ? { code: codeOf(error), reason: error.message } : fields;
  // Access control logs the code alone: messages of its stores could quote data.
  const code = source.code ?? cause;
  if (typeof code !== 'string' || !code.startsWith('storage_')) return undefined;
  return { code, reason: typeof source.reason === 'string' ? source.reason : undefined };
}

function codeOf(error: Error): unknown {
  return (error as { readonly code?: unknown }).code;
}
