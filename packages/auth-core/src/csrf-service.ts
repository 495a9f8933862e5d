import type { CsrfContext, CsrfTokens } from './csrf.js';
import type { CsrfGuard } from './csrf-guard.js';
import { equalText } from './hash.js';
import type { CookieJar } from './http/cookie-jar.js';
import { readCookies } from './http/cookies.js';
import { problem } from './http/problems.js';
import { type Inspected, inspectRequest } from './inspect.js';
import type { Principal } from './principal.js';
import type { RequestDescription } from './request.js';
import type { Settings } from './settings.js';
import type { CsrfService } from './surface.js';

export interface CsrfServiceOptions {
  readonly settings: Settings;
  readonly guard: CsrfGuard;
  readonly tokens: CsrfTokens;
  readonly cookies: CookieJar;
}

/** CSRF tokens for server-rendered pages. */
export function createCsrfService({ settings, guard, tokens, cookies }: CsrfServiceOptions): CsrfService {
  const inspect = (request: RequestDescription): Inspected | null => {
    const found = inspectRequest(request, settings);
    return found.ok ? found.value : null;
  };

  return {
    issueAnonymous: (request) => {
      const inspected = inspect(request);
      return inspected ? guard.issue(inspected, { kind: 'anonymous' }) : { token: '', cookies: [] };
    },
    verifyAnonymous: (request, token) => {
      if (!settings.csrfEnabled) return null;
      const inspected = inspect(request);
      if (!inspected) return problem('csrf_invalid');
      const carried = readCookies(inspected.headers.cookies, cookies.names.csrf);
      // A program that never saw the form: it has no cookie that a page could abuse, and a browser on a foreign page was
      // refused by its origin before.
      if (token === undefined && carried.length === 0) return null;
      if (token === undefined) return problem('csrf_invalid');
      const fits = carried.some((value) => equalText(value, token)) && tokens.verify(token, { kind: 'anonymous' });
      return fits ? null : problem('csrf_invalid');
    },
    issue: (principal, request) => {
      const inspected = inspect(request);
      const context = inspected && contextOf(principal, inspected);
      return inspected && context && guard.issue(inspected, context);
    },
  };
}

function contextOf({ credentialId, viaUser }: Principal, { ingress }: Inspected): CsrfContext | null {
  if (credentialId.startsWith('session:')) return { kind: 'session', idHash: credentialId.slice('session:'.length) };
  if (credentialId.startsWith('ingress:') && ingress)
    return { kind: 'ingress', path: ingress.path, userId: viaUser ?? '' };
  return null;
}
