import { createClient, type Gateway } from '@ccu-gateway/client';
import type { Base } from './base.js';

export interface BrowserGatewayOptions {
  readonly base: Base;
  /** Name of the cookie with the CSRF token, from the page; empty without one. */
  readonly csrfCookie: string;
  readonly cookies: () => string;
  readonly fetch: typeof fetch;
  /** Called as a request begins; the result is called where the request is refused for want of a session. */
  readonly refusal: () => () => void;
}

/** The client of this page: the session of the browser is its credential. */
export function createBrowserGateway(options: BrowserGatewayOptions): Gateway {
  const { base, csrfCookie, cookies, refusal } = options;
  return createClient({
    url: base.url,
    csrf: () => cookieOf(cookies(), csrfCookie),
    fetch: async (...request) => {
      const onRefused = refusal();
      const answer = await options.fetch(...request);
      if (answer.status === 401) onRefused();
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
