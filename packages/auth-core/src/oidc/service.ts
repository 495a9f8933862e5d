import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { Auditor } from '../audit/auditor.js';
import { equalText } from '../crypto/hash.js';
import type { CsrfGuard } from '../csrf/guard.js';
import { problemOf } from '../failures/failures.js';
import type { CookieJar } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import { isEmbeddedElsewhere } from '../http/origin.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { OidcService } from '../model/auth.js';
import type { AuthLogger, Clock, Random, Throttle } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import { type AuthProblem, ok, type ProblemReason, refuse } from '../model/problem.js';
import { originForbidden, problem, throttled } from '../model/problems.js';
import { whereFrom } from '../model/request.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { OidcSettings } from '../settings/oidc.js';
import { UpstreamError } from './bounded-fetch.js';
import type { IdentityClaims } from './claims.js';
import { createCodeExchange } from './code-exchange.js';
import { createFlows, type Flow } from './flows.js';
import { TokenInvalidError } from './jws.js';
import { createKeySet } from './key-set.js';
import { createProvider, isEndpoint } from './provider.js';
import { safeReturnTo } from './return-to.js';
import { namesClaim, roleFromClaim, subjectFromClaims } from './roles.js';

const referenceGrammar = /^[A-Za-z0-9_-]{43}$/;

export interface OidcDependencies {
  readonly inspect: Inspect;
  readonly oidc: OidcSettings;
  readonly cookies: CookieJar;
  readonly csrf: Pick<CsrfGuard, 'isVisitor'>;
  readonly signIn: SignIn;
  readonly throttle: Throttle;
  readonly auditor: Auditor;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: AuthLogger;
}

export interface Oidc extends OidcService {
  /** Tries to learn the provider's metadata ahead of the first sign-in. Never fails. */
  warmUp(): Promise<void>;
  /** Where a browser ends its session at the provider; null where this one has no such place or is not asked to have. */
  endSessionUrl(principal: Pick<Principal, 'scheme' | 'key'>): string | null;
  close(): void;
}

type CallbackAnswer = Awaited<ReturnType<OidcService['callback']>>;

/** Thrown inside the callback to end it with a refusal. */
class CallbackRefusal extends Error {
  constructor(
    readonly reason: ProblemReason,
    readonly subject = '',
  ) {
    super(reason);
  }
}

export function createOidc(dependencies: OidcDependencies): Oidc {
  const { inspect, oidc, cookies, csrf, signIn, throttle, auditor, clock, random, logger } = dependencies;
  const keyPrefix = `oidc:${oidc.issuer}#`;
  const closing = new AbortController();
  const { signal } = closing;
  const provider = createProvider({ settings: oidc, clock, logger, signal });
  const keys = createKeySet({ fetch: oidc.fetch, clock, logger, signal });
  const exchange = createCodeExchange({ settings: oidc, keys, clock, signal });
  const flows = createFlows(clock, random);

  const authorizationUrl = async (endpoint: string, flow: Flow): Promise<string> => {
    const url = new URL(endpoint);
    const parameters = {
      response_type: 'code',
      client_id: oidc.clientId,
      redirect_uri: oidc.redirectUrl,
      scope: 'openid profile email',
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  };

  /** The flow this browser began, used up by finding it. */
  const takeFlow = (inspected: Inspected, parameters: URLSearchParams): Flow => {
    if (inspected.method !== 'GET') throw new CallbackRefusal('oidc_state_invalid');
    const single = ['state', 'code', 'iss', 'error'].every((name) => parameters.getAll(name).length <= 1);
    const carried = new Set(readCookies(inspected.headers.cookies, cookies.names.oidc));
    const [reference = ''] = carried;
    const state = parameters.get('state') ?? '';
    const flow = single && carried.size === 1 && referenceGrammar.test(reference) ? flows.find(reference) : null;
    if (!flow || !equalText(flow.state, state)) throw new CallbackRefusal('oidc_state_invalid');
    flows.end(reference);
    if (parameters.has('code') === parameters.has('error')) throw new CallbackRefusal('oidc_state_invalid');
    return flow;
  };

  const identify = async (parameters: URLSearchParams, flow: Flow): Promise<IdentityClaims> => {
    const metadata = await provider.metadata();
    const issuer = parameters.get('iss');
    const required = metadata.authorization_response_iss_parameter_supported === true;
    if (issuer === null ? required : issuer !== oidc.issuer) throw new CallbackRefusal('oidc_state_invalid');
    if (parameters.has('error')) throw new CallbackRefusal('oidc_denied');
    return exchange({ metadata, parameters, flow });
  };

  const complete = async (inspected: Inspected): Promise<CallbackAnswer> => {
    const parameters = new URLSearchParams(inspected.facts.query);
    const flow = takeFlow(inspected, parameters);
    const { sub, all, told } = await identify(parameters, flow);
    // What is signed outranks what is told.
    const subject = subjectFromClaims(sub, { ...told, ...all });
    const role = roleFromClaim(namesClaim(all, oidc.roleClaim) ? all : (told ?? {}), oidc.roleClaim);
    if (role === null && oidc.requireRole) throw new CallbackRefusal('oidc_role_required', subject);
    const principalKey = `${keyPrefix}${sub}`;
    const session = { principalKey, subject, scheme: 'oidc', role: role ?? 'viewer', authEpoch: oidc.epoch } as const;
    const signedIn = await signIn.begin(session, inspected);
    if (!signedIn) throw new CallbackRefusal('oidc_token_invalid', subject);
    const { principal } = signedIn;
    audit(inspected, subject, null);
    const answer = {
      location: flow.returnTo,
      cookies: [...signedIn.cookies, cookies.clearOidc()],
    } as const;
    return { ok: true, value: { ...answer, principal } };
  };

  const audit = ({ facts, requestId }: Inspected, subject: string, reason: string | null) =>
    auditor.record({
      action: 'auth.login',
      outcome: reason === null ? 'ok' : 'refused',
      subject,
      scheme: 'oidc',
      ...whereFrom(facts),
      reason: reason ?? undefined,
      requestId,
    });

  const problemFor = (error: unknown): AuthProblem => {
    if (error instanceof CallbackRefusal) return problem(error.reason);
    if (error instanceof TokenInvalidError) {
      logger.warn('auth.oidc.token_refused', { cause: error.message });
      return problem('oidc_token_invalid');
    }
    if (error instanceof UpstreamError) {
      logger.warn('auth.oidc.upstream_failed', { cause: error.message });
      return problem('oidc_upstream');
    }
    return problemOf(error);
  };

  return {
    ready: provider.ready,
    warmUp: () =>
      provider.metadata().then(
        () => undefined,
        () => undefined,
      ),
    endSessionUrl: ({ scheme, key }) => {
      if (!oidc.endSession || scheme !== 'oidc' || !key.startsWith(keyPrefix)) return null;
      // Only what is known: a provider that is down must not hold up a logout.
      const endpoint = provider.known()?.end_session_endpoint;
      return isEndpoint(endpoint, oidc.issuer) ? endSessionUrl(endpoint, oidc) : null;
    },
    close: () => closing.abort(),
    start: async (request, { returnTo }) => {
      const inspected = inspect(request);
      if (!inspected.ok) return inspected;
      // Counted or not, a start that no visitor asked for would be one start less for the visitor.
      if (isEmbeddedElsewhere(inspected.value.headers)) return refuse(originForbidden());
      const { source } = inspected.value.source();
      const kind = csrf.isVisitor(inspected.value) ? 'oidc_start_page' : 'oidc_start';
      const subject = { kind, source } as const;
      const waitMs = throttle.waitMs(subject);
      if (waitMs > 0) return refuse(throttled(waitMs));
      throttle.failed(subject);
      try {
        const { authorization_endpoint: endpoint = '' } = await provider.metadata();
        const { reference, flow } = flows.begin(safeReturnTo(returnTo), `${kind} ${source}`);
        return ok({
          location: await authorizationUrl(endpoint, flow),
          cookies: [cookies.oidc(reference)],
        });
      } catch (error) {
        if (error instanceof UpstreamError) return refuse(problem('oidc_unavailable'));
        throw error;
      }
    },
    callback: async (request) => {
      const inspected = inspect(request);
      if (!inspected.ok) return { ...inspected, location: '/login?error=bad_request', cookies: [] };
      try {
        return await complete(inspected.value);
      } catch (error) {
        const fault = problemFor(error);
        audit(inspected.value, error instanceof CallbackRefusal ? error.subject : '', fault.reason);
        const location = `${inspected.value.facts.basePath}login?error=${fault.reason}`;
        // A callback that was not ours leaves the sign-in alone that may be under way.
        const ended = fault.reason === 'oidc_state_invalid' ? [] : [cookies.clearOidc()];
        return { ok: false, problem: fault, location, cookies: ended };
      }
    },
  };
}

/** RP-initiated logout by client id: ID tokens, which a hint would need, are not kept. */
function endSessionUrl(endpoint: string, { clientId, postLogoutRedirectUrl }: OidcSettings): string {
  const url = new URL(endpoint);
  url.searchParams.set('client_id', clientId);
  if (postLogoutRedirectUrl !== null) url.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUrl);
  return url.href;
}
