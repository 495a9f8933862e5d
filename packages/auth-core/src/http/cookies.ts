/** The values a request carries under exactly this name, in order, undecoded. Quotes and escapes are part of a value. */
export function readCookies(lines: readonly string[], name: string): readonly string[] {
  const values: string[] = [];
  for (const line of lines) {
    if (!line.includes(name)) continue;
    for (const pair of line.split(';')) {
      const equals = pair.indexOf('=');
      if (equals > 0 && trimSpace(pair.slice(0, equals)) === name) values.push(trimSpace(pair.slice(equals + 1)));
    }
  }
  return values;
}

/** Only space and tab surround a pair; `trim()` would also swallow characters that belong to it. */
function trimSpace(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
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
