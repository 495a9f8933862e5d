/** Credential of a program. Without any of these the browser's session cookie is used. */
export interface CredentialOptions {
  /**
   * API token; asked for anew with each request and each connection, with the address of the gateway that it is for, when it is a
   * function.
   */
  readonly token?: string | ((url: string) => string | undefined | Promise<string | undefined>);
  /** Name and password, sent with every request (RFC 7617). */
  readonly basic?: { readonly username: string; readonly password: string };
  /**
   * CSRF token of the session, sent with every request that changes something. Default: the cookie `service_csrf` of the page,
   * where there is one; a gateway with another `service_name` has that before `_csrf`.
   */
  readonly csrf?: () => string | undefined;
}

/** Credential of one request, for access control. */
export interface Credential {
  /** The header `Authorization`, or undefined where cookies have to do. */
  authorization(url: string): Promise<string | undefined>;
  /** All headers of a request with this method to the gateway at this address. */
  headers(method: string, url: string): Promise<Readonly<Record<string, string>>>;
  /** Cookies of the browser: sent unless a credential is given, because one request has one identity. */
  readonly cookies: 'include' | 'omit';
}

const csrfCookie = /(?:^|;\s*)service_csrf=([^;]*)/;

export function createCredential({ token, basic, csrf = csrfOfPage }: CredentialOptions): Credential {
  if (token !== undefined && basic !== undefined) throw new TypeError('give either token or basic, not both');
  if (basic?.username.includes(':')) throw new TypeError('basic.username must not contain a colon');
  const withCookies = token === undefined && basic === undefined;

  async function authorization(url: string): Promise<string | undefined> {
    if (basic !== undefined) return `Basic ${base64(`${basic.username}:${basic.password}`)}`;
    const value = typeof token === 'function' ? await token(url) : token;
    return value === undefined ? undefined : `Bearer ${value}`;
  }

  return {
    authorization,
    cookies: withCookies ? 'include' : 'omit',
    async headers(method, url) {
      const value = await authorization(url);
      const csrfToken = withCookies && method !== 'GET' ? csrf() : undefined;
      return {
        ...(value !== undefined && { authorization: value }),
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
      };
    },
  };
}

function csrfOfPage(): string | undefined {
  const page = (globalThis as { readonly document?: { readonly cookie: string } }).document;
  return csrfCookie.exec(page?.cookie ?? '')?.[1];
}

/** `btoa` knows bytes only. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
