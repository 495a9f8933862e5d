/** The values a request carries under exactly this name, in order, undecoded. Quotes and escapes are part of a value. */
export function readCookies(lines: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (const line of lines) {
    for (let start = 0; start <= line.length; ) {
      const semicolon = line.indexOf(';', start);
      const end = semicolon < 0 ? line.length : semicolon;
      const first = skipSpace(line, start, end);
      if (line.startsWith(name, first)) {
        const equals = skipSpace(line, first + name.length, end);
        if (line[equals] === '=' && equals < end) values.push(trimSpace(line, equals + 1, end));
      }
      start = end + 1;
    }
  }
  return values;
}

/** Only space and tab surround a pair; `trim()` would also swallow characters that belong to it. */
function isSpace(line: string, index: number): boolean {
  const code = line.charCodeAt(index);
  return code === 0x20 || code === 0x09;
}

function skipSpace(line: string, start: number, end: number): number {
  let index = start;
  while (index < end && isSpace(line, index)) index += 1;
  return index;
}

function trimSpace(line: string, start: number, end: number): string {
  const first = skipSpace(line, start, end);
  let last = end;
  while (last > first && isSpace(line, last - 1)) last -= 1;
  return line.slice(first, last);
}

export interface CookieSettings {
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  /** 0 clears the cookie. */
  readonly maxAgeSeconds: number;
}

/** A `Set-Cookie` value. Never with a domain: a cookie belongs to this host alone. */
export function writeCookie(name: string, value: string, settings: CookieSettings): string {
  const { path, secure, httpOnly, maxAgeSeconds } = settings;
  const visibility = httpOnly ? '; HttpOnly' : '';
  const transport = secure ? '; Secure' : '';
  return `${name}=${value}; Path=${path}${visibility}; SameSite=Lax; Max-Age=${maxAgeSeconds}${transport}`;
}
