/** Codes of the published problem document that access control uses. */
export type ProblemCode =
  | 'bad_request'
  | 'validation'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'rate_limited'
  | 'unsupported'
  | 'payload_too_large'
  | 'service_unready'
  | 'upstream_unavailable';

/** The finer cause, stable like the code. */
export type ProblemReason =
  | 'unauthenticated'
  | 'invalid_credentials'
  | 'login_throttled'
  | 'auth_busy'
  | 'auth_store_unavailable'
  | 'outcome_unknown'
  | 'forbidden_role'
  | 'csrf_invalid'
  | 'origin_forbidden'
  | 'header_duplicate'
  | 'path_invalid'
  | 'invalid_json'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'setup_disabled'
  | 'setup_already_done'
  | 'setup_stopping'
  | 'setup_remote_forbidden'
  | 'setup_code_invalid'
  | 'host_not_allowed'
  | 'invalid_role'
  | 'validation_failed'
  | 'username_invalid'
  | 'user_exists'
  | 'not_found'
  | 'token_id_ambiguous'
  | 'password_change_unavailable'
  | 'current_password_invalid'
  | 'password_unchanged'
  | 'user_managed_by_config'
  | 'last_admin'
  | 'last_way_in'
  | 'oidc_unavailable'
  | 'oidc_upstream'
  | 'oidc_state_invalid'
  | 'oidc_token_invalid'
  | 'oidc_denied'
  | 'oidc_role_required';

/** A refusal. It never holds a secret or a caller's text; which HTTP status it becomes is the caller's decision. */
export interface AuthProblem {
  readonly code: ProblemCode;
  readonly reason: ProblemReason;
  readonly detail: string;
  /** Headers the answer must carry (challenges, Retry-After, Vary, Set-Cookie). */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Invalid members of the input, in the input's own names. */
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** A value, or the refusal that came instead of it. Expected failures never throw. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: AuthProblem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refuse(problem: AuthProblem): { readonly ok: false; readonly problem: AuthProblem } {
  return { ok: false, problem };
}

/** Options that can be unusable or that texts of the log speak of, as paths into `AuthOptions`. */
export type OptionPath =
  | 'roleChecks'
  | 'serviceName'
  | 'configUsers'
  | 'configUserRoles'
  | 'cors'
  | 'publicUrl'
  | 'trustedProxies'
  | 'bootstrap.allowFirstRunSetup'
  | 'ingress.role'
  | 'ingress.userRoles'
  | 'ingress.trustedProxyCidr'
  | 'ccu.minUserLevel'
  | 'ccu.roleMapping'
  | 'oidc.issuer'
  | 'oidc.clientId'
  | 'oidc.redirectUrl'
  | 'oidc.tokenEndpointAuthMethod'
  | 'oidc.postLogoutRedirectUrl'
  | 'oidc.resource';

/** An unusable option. The caller of `createAuth` knows the position and name of its setting. */
export class AuthConfigError extends Error {
  readonly code = 'auth_config_invalid';
  override readonly name = 'AuthConfigError';
  constructor(
    readonly option: OptionPath,
    readonly detail: string,
  ) {
    super(`${option}: ${detail}`);
  }
}
