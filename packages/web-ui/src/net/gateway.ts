import { createClient, type Gateway } from '@ccu-gateway/client';
import type { Base } from './base.js';

export interface BrowserGatewayOptions {
  readonly base: Base;
  /** Name of the cookie with the CSRF token, from the page; empty without one. */
  readonly csrfCookie: string;
  readonly cookies: () => string;
  readonly fetch: typeof fetch;
  /** The session ended: nothing more is answered. */
  readonly onUnauthenticated: () => void;
}

/** The client of this page: the session of the browser is its credential. */
export function createBrowserGateway(options: BrowserGatewayOptions): Gateway {
  const { base, csrfCookie, cookies, onUnauthenticated } = options;
  return createClient({
    url: base.url,
    csrf: () => cookieOf(cookies(), csrfCookie),
    fetch: async (...request) => {
      const answer = await options.fetch(...request);
      if (answer.status === 401) onUnauthenticated();
      return answer;
    },
  });
}

/** Value of a cookie; undefined where there is none, or the name is empty. */
export function cookieOf(cookies: string, name: string): string | undefined {
  if (name === '') return undefined;
  for (const part of cookies.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
