import { equalText } from '../crypto/hash.js';
import type { CookieJar } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { CsrfService } from '../model/auth.js';
import type { CsrfContext } from '../model/csrf-context.js';
import type { Principal } from '../model/principal.js';
import { problem } from '../model/problems.js';
import type { Settings } from '../settings/settings.js';
import type { CsrfGuard } from './guard.js';
import type { CsrfTokens } from './tokens.js';

export interface CsrfServiceOptions {
  readonly settings: Settings;
  readonly inspect: Inspect;
  readonly guard: CsrfGuard;
  readonly tokens: CsrfTokens;
  readonly cookies: CookieJar;
}

/** CSRF tokens for server-rendered pages. */
export function createCsrfService({ settings, inspect, guard, tokens, cookies }: CsrfServiceOptions): CsrfService {
  return {
    issueAnonymous: (request) => {
      const found = inspect(request);
      return found.ok ? guard.issue(found.value, { kind: 'anonymous' }) : { token: '', cookies: [] };
    },
    verifyAnonymous: (request, token) => {
      if (!settings.csrfEnabled) return null;
      const found = inspect(request);
      if (!found.ok) return problem('csrf_invalid');
      const carried = readCookies(found.value.headers.cookies, cookies.names.csrf);
      // A program that never saw the form: it has no cookie that a page could abuse, and a browser on a foreign page was
      // refused by its origin before.
      if (token === undefined && carried.length === 0) return null;
      if (token === undefined) return problem('csrf_invalid');
      const fits = carried.some((value) => equalText(value, token)) && tokens.verify(token, { kind: 'anonymous' });
      return fits ? null : problem('csrf_invalid');
    },
    issue: (principal, request) => {
      const found = inspect(request);
      const context = found.ok ? contextOf(principal, found.value) : null;
      return found.ok && context ? guard.issue(found.value, context) : null;
    },
  };
}

function contextOf({ credentialId, viaUser }: Principal, { ingress }: Inspected): CsrfContext | null {
  if (credentialId.startsWith('session:')) return { kind: 'session', idHash: credentialId.slice('session:'.length) };
  if (credentialId.startsWith('ingress:') && ingress)
    return { kind: 'ingress', path: ingress.path, userId: viaUser ?? '' };
  return null;
}
