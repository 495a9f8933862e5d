import type { AuthProblem, ProblemCode, ProblemReason } from './problem.js';

type Headers = AuthProblem['headers'];

/** One sentence for each reason; never a caller's text, so that answers do not depend on the guess. */
const refusals = {
  unauthenticated: ['unauthorized', 'no valid credentials'],
  invalid_credentials: ['unauthorized', 'user name or password is wrong'],
  login_throttled: ['rate_limited', 'too many failed attempts'],
  auth_busy: ['service_unready', 'too many sign-ins at once'],
  auth_store_unavailable: ['service_unready', 'credentials cannot be checked at the moment'],
  outcome_unknown: ['upstream_unavailable', 'the database gave no answer: whether it was done is not known'],
  forbidden_role: ['forbidden', 'the role is not sufficient'],
  csrf_invalid: ['forbidden', 'the CSRF token is missing or does not belong to this session'],
  origin_forbidden: ['forbidden', 'requests from other sites are refused'],
  header_duplicate: ['bad_request', 'a header that may be sent once was repeated'],
  path_invalid: ['bad_request', 'the request target is not a plain path'],
  invalid_json: ['bad_request', 'the body is not acceptable JSON'],
  payload_too_large: ['payload_too_large', 'the body is too large'],
  unsupported_media_type: ['unsupported', 'the body must be application/json'],
  setup_disabled: ['forbidden', 'first-run setup is switched off'],
  setup_already_done: ['conflict', 'a way to sign in exists already'],
  setup_stopping: ['service_unready', 'the gateway is stopping'],
  setup_remote_forbidden: ['forbidden', 'first-run setup is for the local network only'],
  setup_code_invalid: ['forbidden', 'the setup code from the log is missing or wrong'],
  host_not_allowed: ['forbidden', 'first-run setup is not served under this host name'],
  invalid_role: ['validation', 'there is no such role'],
  validation_failed: ['validation', 'the input is not acceptable'],
  username_invalid: ['validation', 'the user name is not acceptable'],
  user_exists: ['conflict', 'the user name is taken'],
  not_found: ['not_found', 'there is no such entry'],
  token_id_ambiguous: ['conflict', 'more than one token has this id; use the full fingerprint'],
  password_change_unavailable: ['forbidden', 'this sign-in has no local password'],
  current_password_invalid: ['forbidden', 'the current password is wrong'],
  password_unchanged: ['validation', 'the new password is the current one'],
  user_managed_by_config: ['conflict', 'this user is managed in the configuration file'],
  last_way_in: [
    'conflict',
    'this is the last way to sign in: without it no user could, or the next caller in the network could set the gateway up; create a local user first',
  ],
  last_admin: ['conflict', 'the last administrator cannot be removed'],
  oidc_unavailable: ['service_unready', 'the identity provider is not available'],
  oidc_upstream: ['upstream_unavailable', 'the identity provider did not answer as it should'],
  oidc_state_invalid: ['bad_request', 'this sign-in was not started here, was used already, or took too long'],
  oidc_token_invalid: ['unauthorized', 'the identity provider’s token is not valid'],
  oidc_denied: ['unauthorized', 'the identity provider refused the sign-in'],
  oidc_role_required: ['forbidden', 'the identity provider grants no role here'],
} as const satisfies Readonly<Record<ProblemReason, readonly [ProblemCode, string]>>;

export function problem(reason: ProblemReason, headers: Headers = []): AuthProblem {
  const [code, detail] = refusals[reason];
  return { code, reason, detail, headers };
}

/** A refusal of input, naming its members as the input does. */
export function invalidInput(reason: ProblemReason, path: string, message: string): AuthProblem {
  return { ...problem(reason), errors: [{ path, message }] };
}

export function invalidRole(): AuthProblem {
  return invalidInput('invalid_role', 'role', 'must be viewer, operator or admin');
}

/** A refusal of an unknown member: its intended change would not be made. */
export function unknownField(name: string): AuthProblem {
  return invalidInput('validation_failed', name, 'unknown field');
}

/**
 * Names the setting that makes an address the gateway's own, because the refused page may be the gateway's own behind a
 * proxy.
 */
export function originForbidden(setting: string): AuthProblem {
  const base = problem('origin_forbidden');
  return { ...base, detail: `${base.detail}; an address of this gateway's own belongs in ${setting}` };
}

export function throttled(waitMs: number): AuthProblem {
  return problem('login_throttled', [['Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000)))]]);
}

export function busy(): AuthProblem {
  return problem('auth_busy', [['Retry-After', '1']]);
}

/** The same refusal with more headers. */
function withHeaders(base: AuthProblem, headers: Headers): AuthProblem {
  return { ...base, headers: [...base.headers, ...headers] };
}

export function withCookies(base: AuthProblem, cookies: readonly string[]): AuthProblem {
  return withHeaders(
    base,
    cookies.map((cookie) => ['Set-Cookie', cookie] as const),
  );
}
