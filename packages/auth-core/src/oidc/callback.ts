import type { Auditor } from '../audit/auditor.js';
import { problemOf } from '../failures/failures.js';
import type { CookieJar } from '../http/cookie-jar.js';
import { readCookies } from '../http/cookies.js';
import type { Inspect, Inspected } from '../inspection/inspect.js';
import type { OidcService } from '../model/auth.js';
import type { AuthLogger } from '../model/ports.js';
import type { AuthProblem, ProblemReason } from '../model/problem.js';
import { problem } from '../model/problems.js';
import { addressesOf } from '../model/request.js';
import type { SignIn } from '../sessions/sign-in.js';
import type { OidcSettings } from '../settings/oidc.js';
import { UpstreamError } from './bounded-fetch.js';
import type { IdentityClaims } from './claims.js';
import type { ExchangeCode } from './code-exchange.js';
import type { Flow, Flows } from './flows.js';
import { TokenInvalidError } from './jws.js';
import type { Provider } from './provider.js';
import { namesClaim, roleFromClaim, roleNames, shownClaim, subjectFromClaims } from './roles.js';

const referenceGrammar = /^[A-Za-z0-9_-]{43}$/;

export interface CallbackOptions {
  readonly inspect: Inspect;
  readonly oidc: OidcSettings;
  readonly cookies: CookieJar;
  readonly signIn: SignIn;
  readonly auditor: Auditor;
  readonly logger: AuthLogger;
  readonly provider: Provider;
  readonly flows: Flows;
  readonly exchange: ExchangeCode;
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

/** The way back from the provider. */
export function createCallback(options: CallbackOptions): OidcService['callback'] {
  const { inspect, oidc, cookies, signIn, logger } = options;

  const complete = async (inspected: Inspected): Promise<CallbackAnswer> => {
    const parameters = new URLSearchParams(inspected.facts.query);
    const flow = await takeFlow(options, inspected, parameters);
    const { sub, all, told } = await identify(options, parameters, flow);
    // Signed claims take precedence over those of the userinfo endpoint.
    const subject = subjectFromClaims(sub, { ...told, ...all });
    const source = namesClaim(all, oidc.roleClaim) ? all : (told ?? {});
    const role = roleFromClaim(source, oidc.roleClaim);
    if (role === null && (oidc.requireRole || namesClaim(source, oidc.roleClaim)))
      reportUnmapped(options, subject, source);
    if (role === null && oidc.requireRole) throw new CallbackRefusal('oidc_role_required', subject);
    const principalKey = `oidc:${oidc.issuer}#${sub}`;
    const session = { principalKey, subject, scheme: 'oidc', role: role ?? 'viewer', authEpoch: oidc.epoch } as const;
    const signedIn = await signIn.begin(session, inspected);
    if (!signedIn) throw new CallbackRefusal('oidc_token_invalid', subject);
    const { principal } = signedIn;
    audit(options, inspected, subject, null);
    const answer = {
      location: flow.returnTo,
      cookies: [...signedIn.cookies, cookies.clearOidc()],
    } as const;
    return { ok: true, value: { ...answer, principal } };
  };

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

  return async (request) => {
    const inspected = inspect(request);
    if (!inspected.ok) return { ...inspected, location: '/login?error=bad_request', cookies: [] };
    try {
      return await complete(inspected.value);
    } catch (error) {
      const fault = problemFor(error);
      audit(options, inspected.value, error instanceof CallbackRefusal ? error.subject : '', fault.reason);
      const location = `${inspected.value.facts.basePath}login?error=${fault.reason}`;
      // A callback that was not ours leaves the sign-in alone that may be under way.
      const ended = fault.reason === 'oidc_state_invalid' ? [] : [cookies.clearOidc()];
      return { ok: false, problem: fault, location, cookies: ended };
    }
  };
}

function reportUnmapped(
  { logger, oidc: { roleClaim, requireRole } }: CallbackOptions,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
): void {
  logger.warn('auth.oidc.role_unmapped', {
    subject,
    claim: roleClaim,
    came: shownClaim(claims, roleClaim),
    counts: `${roleNames.join(', ')}: as text, or each as a text of a list, spelled exactly so`,
    effect: requireRole ? 'the sign-in is refused' : 'the user is a viewer',
  });
}

/** The flow this browser began, used up by finding it. */
async function takeFlow(
  { cookies, flows }: CallbackOptions,
  inspected: Inspected,
  parameters: URLSearchParams,
): Promise<Flow> {
  if (inspected.method !== 'GET') throw new CallbackRefusal('oidc_state_invalid');
  const single = ['state', 'code', 'iss', 'error'].every((name) => parameters.getAll(name).length <= 1);
  const carried = new Set(readCookies(inspected.headers.cookies, cookies.names.oidc));
  const [reference = ''] = carried;
  const state = parameters.get('state') ?? '';
  const isReferred = single && carried.size === 1 && referenceGrammar.test(reference);
  const flow = isReferred ? await flows.take(reference, state) : null;
  if (!flow) throw new CallbackRefusal('oidc_state_invalid');
  if (parameters.has('code') === parameters.has('error')) throw new CallbackRefusal('oidc_state_invalid');
  return flow;
}

async function identify(
  { provider, oidc, exchange }: CallbackOptions,
  parameters: URLSearchParams,
  flow: Flow,
): Promise<IdentityClaims> {
  const metadata = await provider.metadata();
  const issuer = parameters.get('iss');
  const required = metadata.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? required : issuer !== oidc.issuer) throw new CallbackRefusal('oidc_state_invalid');
  if (parameters.has('error')) throw new CallbackRefusal('oidc_denied');
  return exchange({ metadata, parameters, flow });
}

function audit(
  { auditor }: CallbackOptions,
  { facts, requestId }: Inspected,
  subject: string,
  reason: string | null,
): void {
  auditor.record({
    action: 'auth.login',
    outcome: reason === null ? 'ok' : 'refused',
    subject,
    scheme: 'oidc',
    ...addressesOf(facts),
    reason: reason ?? undefined,
    requestId,
  });
}
