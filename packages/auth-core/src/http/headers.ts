/**
 * Headers that access control reads, taken from the raw list. Frameworks join or drop duplicates, and a joined
 * `Authorization` could be read differently than by the proxy in front.
 */
const singletons = [
  'authorization',
  'host',
  'origin',
  'x-ingress-path',
  'x-forwarded-prefix',
  'x-script-name',
  'x-csrf-token',
  'content-type',
  'sec-fetch-site',
  'x-remote-user-id',
  'x-remote-user-name',
  'x-remote-user-display-name',
] as const;

const others = [
  'sec-fetch-mode',
  'sec-fetch-dest',
  'x-requested-with',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'forwarded',
  'x-real-ip',
  'user-agent',
] as const;

type KnownHeader = (typeof singletons)[number] | (typeof others)[number];

export interface HeaderView {
  /** The first value, for the lists that proxies add to the values of all lines as one; absent headers are undefined. */
  readonly get: (name: KnownHeader) => string | undefined;
  /** Every `Cookie` line as received. */
  readonly cookies: readonly string[];
  /** A header that may be sent once came twice. */
  readonly duplicate: KnownHeader | null;
}

/** Each proxy may add a line of its own, and only the first line may come from the caller. */
const lists = new Set<string>(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'forwarded']);
const known = new Set<string>([...singletons, ...others]);
const once = new Set<string>(singletons);

export function viewHeaders(rawHeaders: readonly string[]): HeaderView {
  const values = new Map<string, string>();
  const cookies: string[] = [];
  let duplicate: KnownHeader | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const value = rawHeaders[index + 1] as string;
    if (name === 'cookie') cookies.push(value);
    else if (known.has(name)) {
      if (!values.has(name)) values.set(name, value);
      else if (once.has(name)) duplicate = name as KnownHeader;
      else if (lists.has(name)) values.set(name, `${values.get(name)}, ${value}`);
    }
  }
  return { get: (name) => values.get(name), cookies, duplicate };
}
