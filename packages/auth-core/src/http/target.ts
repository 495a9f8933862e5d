export interface RequestTarget {
  readonly path: string;
  readonly query: string;
}

/** Escapes that decode to control characters. A slash or a backslash inside a segment belongs to the name of a variable. */
const forbiddenEscape = /%(?:0[0-9a-f]|1[0-9a-f]|7f)/i;
/** Readers that take a backslash for a slash would find these too. */
const dotSegment = /(?:^|\/|%5c)(?:\.|%2e){1,2}(?:\/|%5c|$)/i;
const absoluteForm = /^https?:\/\/[^/?#\\]*/i;

/**
 * Path and query of a raw request target, or null for targets that different decoders read differently. Of an absolute
 * form only the path counts: the host in it proves nothing.
 */
export function parseTarget(target: string): RequestTarget | null {
  const authority = absoluteForm.exec(target)?.[0];
  const rest = authority === undefined ? target : target.slice(authority.length) || '/';
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const query = mark < 0 ? '' : rest.slice(mark + 1);
  return isPlainPath(path) ? { path, query } : null;
}

function isPlainPath(path: string): boolean {
  for (let index = 0; index < path.length; index += 1) {
    const code = path.charCodeAt(index);
    // Space, controls, non-ASCII, `#` and `\` never belong into a path as sent.
    if (code <= 0x20 || code >= 0x7f || code === 0x23 || code === 0x5c) return false;
  }
  if (!path.startsWith('/') || path.includes('//')) return false;
  if (!path.includes('%') && !path.includes('.')) return true;
  return !forbiddenEscape.test(path) && !dotSegment.test(path) && hasOnlyWholeEscapes(path);
}

function hasOnlyWholeEscapes(path: string): boolean {
  return !/%(?![0-9a-f]{2})/i.test(path);
}
