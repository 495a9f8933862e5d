import type { CookieNames, Settings } from '../settings/settings.js';
import { writeCookie } from './cookies.js';

/** Sessions and their cookies live this long. */
export const sessionTtlMs = 12 * 3_600_000;
const sessionSeconds = sessionTtlMs / 1000;
const oidcSeconds = 600;

/**
 * Writes this gateway's cookies. `basePath` separates a session made through a proxy from other services behind that
 * proxy.
 */
export interface CookieJar {
  readonly names: CookieNames;
  session(value: string, basePath: string): string;
  csrf(value: string, basePath: string): string;
  oidc(value: string): string;
  clearSession(basePath: string): readonly string[];
  clearOidc(): string;
}

export function createCookieJar(settings: Pick<Settings, 'cookieNames' | 'secure' | 'oidc'>): CookieJar {
  const names = settings.cookieNames;
  const session = (value: string, path: string, maxAgeSeconds: number) =>
    writeCookie(names.session, value, { path, secure: settings.secure, httpOnly: true, maxAgeSeconds });
  const csrf = (value: string, path: string, maxAgeSeconds: number) =>
    writeCookie(names.csrf, value, { path, secure: settings.secure, httpOnly: false, maxAgeSeconds });
  const oidc = (value: string, maxAgeSeconds: number) =>
    writeCookie(names.oidc, value, {
      path: callbackFolder(settings.oidc),
      secure: settings.secure,
      httpOnly: true,
      maxAgeSeconds,
    });
  return {
    names,
    session: (value, basePath) => session(value, basePath, sessionSeconds),
    csrf: (value, basePath) => csrf(value, basePath, sessionSeconds),
    oidc: (value) => oidc(value, oidcSeconds),
    clearSession: (basePath) => [session('', basePath, 0), csrf('', basePath, 0)],
    clearOidc: () => oidc('', 0),
  };
}

/** The browser brings the cookie of a login to the address that the provider leads it back to, below whichever prefix. */
function callbackFolder(oidc: Settings['oidc']): string {
  if (oidc === null) return '/';
  const { pathname } = new URL(oidc.redirectUrl);
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}
