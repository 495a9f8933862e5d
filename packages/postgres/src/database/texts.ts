/**
 * PostgreSQL takes no NUL in a text, and SQLite does. Both it and the sign it is written with become two signs, in such a way that
 * different texts stay different and their order stays as it was.
 */
export function written(text: string): string {
  return /[\0\x01]/.test(text) ? text.replace(/[\0\x01]/g, (sign) => (sign === '\0' ? '\x01\x01' : '\x01\x02')) : text;
}

/** The text as it was before `written`. */
export function read(text: string): string {
  return text.includes('\x01') ? text.replace(/\x01[\x01\x02]/g, (pair) => (pair[1] === '\x01' ? '\0' : '\x01')) : text;
}
