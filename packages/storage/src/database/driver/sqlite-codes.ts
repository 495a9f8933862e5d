/** The names of SQLite's result codes, by their number. */
const BASE: Readonly<Record<number, string>> = {
  1: 'ERROR',
  2: 'INTERNAL',
  3: 'PERM',
  4: 'ABORT',
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  9: 'INTERRUPT',
  10: 'IOERR',
  11: 'CORRUPT',
  12: 'NOTFOUND',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  16: 'EMPTY',
  17: 'SCHEMA',
  18: 'TOOBIG',
  19: 'CONSTRAINT',
  20: 'MISMATCH',
  21: 'MISUSE',
  22: 'NOLFS',
  23: 'AUTH',
  24: 'FORMAT',
  25: 'RANGE',
  26: 'NOTADB',
};

/** Extended codes with names. Any other keeps its number. */
const EXTENDED: Readonly<Record<number, string>> = {
  261: 'BUSY_RECOVERY',
  517: 'BUSY_SNAPSHOT',
  1555: 'CONSTRAINT_PRIMARYKEY',
  2067: 'CONSTRAINT_UNIQUE',
  4874: 'IOERR_SHMSIZE',
};

/** `SQLITE_BUSY` for 5, `SQLITE_IOERR_266` for 266. The lower byte is the code, the rest refines it. */
export function sqliteCode(number: number): string {
  const base = BASE[number & 0xff] ?? 'ERROR';
  return `SQLITE_${number > 0xff ? (EXTENDED[number] ?? `${base}_${number}`) : base}`;
}
