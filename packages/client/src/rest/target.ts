type Values = Readonly<Record<string, unknown>>;

/** The parts of an address that come from a call. */
export interface TargetInput {
  readonly path?: Values | undefined;
  readonly query?: Values | undefined;
}

/**
 * The address of an operation below a base without a trailing slash. Values are encoded; a value that would change the
 * operation's path is refused. Query values that are undefined are left out, lists are repeated.
 *
 * @throws TypeError
 */
export function targetOf(base: string, template: string, { path = {}, query = {} }: TargetInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  }
  const text = search.toString();
  return `${base}/api/v1${filled}${text === '' ? '' : `?${text}`}`;
}

function segmentOf(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  // The URL parser would take the last two as a way up, also when they are encoded.
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`path.${name} must not be ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}

/**
 * The address of a gateway as it is used: without a trailing slash, query and fragment.
 *
 * @throws TypeError where it is none, or holds a name or password
 */
export function baseOf(address: string | URL): string {
  const url = URL.canParse(`${address}`) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError('url must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('url must not hold a name or password: use basic');
  let end = url.pathname.length;
  while (url.pathname[end - 1] === '/') end -= 1;
  return `${url.origin}${url.pathname.slice(0, end)}`;
}
