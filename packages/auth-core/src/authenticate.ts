import { accountKey } from './account.js';
import type { Auditor } from './auditor.js';
import type { CsrfContext } from './csrf.js';
import { problemOf } from './failures.js';
import { unauthenticated } from './http/challenge.js';
import type { CookieJar } from './http/cookie-jar.js';
import { throttled, withCookies } from './http/problems.js';
import type { Inspected } from './inspect.js';
import type { Throttle } from './ports.js';
import type { Principal } from './principal.js';
import { type AuthProblem, ok, type Result, refuse } from './problem.js';
import { whereFrom } from './request.js';
import { parseAuthorization } from './schemes/authorization.js';
import type { BasicVerifier } from './schemes/basic.js';
import type { IngressOrigin } from './schemes/ingress.js';
import type { SessionRegistry } from './sessions/registry.js';
import type { Settings } from './settings.js';
import type { TokenLookup } from './tokens/lookup.js';

export interface Authenticated {
  readonly principal: Principal;
  /** What a CSRF token must be bound to, for credentials a browser attaches by itself; null for headers. */
  readonly ambient: CsrfContext | null;
}

export interface AuthenticatorOptions {
  readonly settings: Settings;
  readonly tokens: TokenLookup;
  readonly basic: BasicVerifier;
  readonly sessions: SessionRegistry;
  readonly cookies: CookieJar;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
}

const isBasic = /^basic /i;

const refuseFailure = (error: unknown) => refuse(problemOf(error));

/** Finds the one principal of a request. */
export type Authenticator = (inspected: Inspected) => Promise<Result<Authenticated>>;

/**
 * The chain: bearer, Basic, session cookie, ingress. A credential that is present and wrong is final and never falls
 * through to the cookie; only behind the trusted proxy, which may pass foreign headers on, it is set aside.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { settings, tokens, basic, sessions, cookies, throttle, auditor } = options;

  const challenge = (inspected: Inspected, bearerPresented: boolean): AuthProblem =>
    unauthenticated(
      { realm: settings.serviceName, basicEnabled: settings.basicEnabled },
      { headers: inspected.headers, isUpgrade: inspected.request.isUpgrade ?? false, bearerPresented },
    );

  const invalidBearer = (inspected: Inspected): AuthProblem => {
    const subject = { kind: 'bearer', ...inspected.source() } as const;
    const waitMs = throttle.waitMs(subject);
    throttle.failed(subject);
    return waitMs > 0 ? throttled(waitMs) : challenge(inspected, true);
  };

  const fromHeader = async (value: string, inspected: Inspected): Promise<Result<Principal>> => {
    if (settings.basicEnabled && isBasic.test(value)) {
      const known = await basic.recall(value);
      if (known) return ok(known);
    }
    const credential = parseAuthorization(value);
    if (credential.kind === 'bearer') {
      const principal = settings.bearerEnabled ? await tokens.find(credential.token) : null;
      if (!principal) return refuse(invalidBearer(inspected));
      tokens.touch(principal, inspected.facts.client);
      return ok(principal);
    }
    if (credential.kind === 'basic') {
      if (!settings.basicEnabled) return refuse(challenge(inspected, false));
      const principal = await basic.verify(value, credential, inspected.source());
      return principal ? ok(principal) : refuse(challenge(inspected, false));
    }
    return refuse(credential.scheme === 'bearer' ? invalidBearer(inspected) : challenge(inspected, false));
  };

  const auditRefusal = (inspected: Inspected, value: string, reason: string) => {
    const credential = parseAuthorization(value);
    const subject = credential.kind === 'basic' ? (accountKey(credential.username) ?? '') : '';
    const scheme = credential.kind === 'malformed' ? 'none' : credential.kind;
    const { requestId } = inspected.request;
    auditor.record({
      action: 'auth.request',
      outcome: 'refused',
      subject,
      scheme,
      ...whereFrom(inspected.facts),
      reason,
      requestId,
    });
  };

  const ingressPrincipal = ({ path, userId }: IngressOrigin, inspected: Inspected): Authenticated => {
    const id = `ingress:${userId ?? ''}`;
    const role = settings.ingress?.roleOf(userId) ?? 'viewer';
    const via = userId === null ? {} : { viaUser: userId };
    const principal: Principal = {
      key: id,
      subject: 'ha-ingress',
      scheme: 'ingress',
      role,
      credentialId: id,
      authEpoch: settings.ingress?.epoch ?? '',
      ...via,
    };
    auditor.use(principal, whereFrom(inspected.facts), inspected.request.requestId);
    return { principal, ambient: { kind: 'ingress', path, userId: userId ?? '' } };
  };

  return async (inspected) => {
    const { headers, ingress, facts, request } = inspected;
    const authorization = headers.get('authorization');
    if (authorization !== undefined) {
      const found = await fromHeader(authorization, inspected).catch(refuseFailure);
      if (found.ok) {
        auditor.use(found.value, whereFrom(facts), request.requestId);
        return ok({ principal: found.value, ambient: null });
      }
      // Not being able to tell is not the same as being wrong.
      const ignored = ingress !== null && found.problem.status !== 503;
      auditRefusal(inspected, authorization, ignored ? 'credential_ignored' : found.problem.reason);
      if (!ignored) return found;
    }
    const session = await sessions.lookup(inspected);
    if (session.kind === 'ambiguous') {
      const { requestId } = request;
      auditor.record({
        action: 'auth.request',
        outcome: 'refused',
        subject: '',
        scheme: 'session',
        ...whereFrom(facts),
        reason: 'session_ambiguous',
        requestId,
      });
      return refuse(withCookies(challenge(inspected, false), cookies.clearSession(facts.basePath)));
    }
    if (session.kind === 'live') {
      const { principal, record } = session.session;
      return ok({ principal, ambient: { kind: 'session', idHash: record.idHash } });
    }
    if (ingress) return ok(ingressPrincipal(ingress, inspected));
    return refuse(challenge(inspected, false));
  };
}
