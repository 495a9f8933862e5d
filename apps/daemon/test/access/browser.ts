import { type OutgoingHttpHeaders, request } from 'node:http';

/** What came back, with the address it came from. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly json: any;
}

export interface Visit {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
  /** The whole `Set-Cookie` value. */
  readonly line: string;
}

/** A client that keeps cookies by their path and names its origin where browsers do. It follows no redirect by itself. */
export interface Browser {
  visit(method: string, address: string | URL, visit?: Visit): Promise<Page>;
  cookie(name: string): Cookie | undefined;
  /** The `Cookie` header for an address of this origin. */
  cookiesFor(path: string): string;
  /** Every cookie value it was ever given. */
  readonly secrets: ReadonlySet<string>;
}

export function openBrowser(origin: string): Browser {
  const jar = new Map<string, Cookie>();
  const secrets = new Set<string>();

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const path =
      attributes
        .find((each) => /^path=/i.test(each))
        ?.slice(5)
        .trim() ?? '/';
    if (value !== '') secrets.add(value);
    if (value === '' || attributes.some((each) => /^max-age=0$/i.test(each))) jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, { value, path, line });
  }

  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');

  return {
    secrets,
    cookiesFor,
    cookie: (name) => [...jar].find(([key]) => key.startsWith(`${name} `))?.[1],
    async visit(method, address, { json, form, headers } = {}) {
      const url = new URL(address, origin);
      const cookies = cookiesFor(url.pathname);
      const text = json === undefined ? undefined : JSON.stringify(json);
      const body = form === undefined ? text : new URLSearchParams(form).toString();
      const answer = await exchange(method, url, body, {
        ...(cookies === '' ? {} : { cookie: cookies }),
        ...(method === 'GET' ? {} : { origin }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(form === undefined
          ? { accept: 'application/json' }
          : { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }),
        ...headers,
      });
      for (const line of answer.headers.getSetCookie()) keep(line);
      return answer;
    },
  };
}

/** Sends these headers and no others: `fetch` would add some that say it is no browser. */
function exchange(method: string, url: URL, body: string | undefined, headers: OutgoingHttpHeaders): Promise<Page> {
  return new Promise((settle, fail) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const received = new Headers();
        for (const [name, values] of Object.entries(response.headersDistinct)) {
          for (const value of values ?? []) received.append(name, value);
        }
        const json = received.get('content-type')?.includes('json') === true ? JSON.parse(text) : undefined;
        settle({ url, status: response.statusCode ?? 0, headers: received, text, json });
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** The value of a hidden field of a form. */
export function hiddenField(page: Page, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';
}

/** Fills in the login form as it was shown, token and all. */
export async function signInByForm(
  browser: Browser,
  username: string,
  password: string,
  { base = '/', returnTo = '' }: { readonly base?: string; readonly returnTo?: string } = {},
): Promise<Page> {
  const query = returnTo === '' ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  const page = await browser.visit('GET', `${base}login${query}`, { headers: { accept: 'text/html' } });
  const [_csrf, return_to] = [hiddenField(page, '_csrf'), hiddenField(page, 'return_to')];
  return browser.visit('POST', `${base}login`, { form: { username, password, _csrf, return_to } });
}

/** The header that a page's script sends with every change. */
export function csrfOf(browser: Browser): Readonly<Record<string, string>> {
  return { 'x-csrf-token': browser.cookie('service_csrf')?.value ?? '' };
}
