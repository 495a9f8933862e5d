import type { RequestDescription } from '../model/request.js';

/** Members of a request that differ from its defaults. */
export interface RequestInput {
  readonly method?: string;
  readonly target?: string;
  /** Pairs keep order and duplicates; a record is for the usual case. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly peer?: string;
  readonly isUpgrade?: boolean;
}

/** The `Host` of requests that name none. */
export const gatewayHost = 'gateway.lan:8119';

/**
 * A request as it would come off the wire from a machine in the local network; `Host` is added when none is given.
 *
 * @example
 * describeRequest({ headers: { Authorization: bearer(token) } });
 */
export function describeRequest(input: RequestInput = {}): RequestDescription {
  const { method = 'GET', target = '/api/v1/devices', headers = {}, peer = '192.168.1.50', isUpgrade } = input;
  const pairs = Array.isArray(headers) ? (headers as readonly (readonly [string, string])[]) : Object.entries(headers);
  const named = pairs.some(([name]) => name.toLowerCase() === 'host');
  const all = named ? pairs : [['Host', gatewayHost] as const, ...pairs];
  return { method, target, rawHeaders: all.flat(), peerAddress: peer, isUpgrade, requestId: 'req-1' };
}

/**
 * The `Authorization` value of a name and password.
 *
 * @example
 * basic('karl', 'a-long-password'); // 'Basic a2FybDphLWxvbmctcGFzc3dvcmQ='
 */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * The `Authorization` value of a token.
 *
 * @example
 * bearer(token); // 'Bearer …'
 */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/**
 * Name and value of a `Set-Cookie` header.
 *
 * @example
 * readSetCookie('service_session=abc; Path=/'); // { name: 'service_session', value: 'abc' }
 */
export function readSetCookie(header: string): { readonly name: string; readonly value: string } {
  const pair = header.split(';', 1)[0] ?? '';
  const equals = pair.indexOf('=');
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
}

/** A browser that is signed in: its cookies, and the token it sends with changes. */
export interface BrowserSession {
  readonly id: string;
  readonly csrf: string;
  readonly cookie: string;
  /** Headers of a read. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a change. */
  readonly unsafe: Readonly<Record<string, string>>;
}

/**
 * The browser that received these `Set-Cookie` headers.
 *
 * @example
 * const answer = await auth.login(request, { username: 'karl', password });
 * if (answer.ok) await auth.check(describeRequest({ headers: browserWith(answer.value.cookies).headers }), 'viewer');
 */
export function browserWith(setCookies: readonly string[]): BrowserSession {
  const jar = setCookies.map(readSetCookie);
  const find = (suffix: string) => jar.find(({ name }) => name.endsWith(suffix))?.value ?? '';
  const cookie = jar.map(({ name, value }) => `${name}=${value}`).join('; ');
  const csrf = find('_csrf');
  return {
    id: find('_session'),
    csrf,
    cookie,
    headers: { Cookie: cookie },
    unsafe: { Cookie: cookie, 'X-CSRF-Token': csrf },
  };
}
