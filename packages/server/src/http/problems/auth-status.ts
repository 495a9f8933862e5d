import type { ProblemReason } from '@ccu-gateway/auth-core';

/** The status of every refusal of access control; the compiler asks for one where a reason is added. */
export const AUTH_STATUS: Readonly<Record<ProblemReason, number>> = {
  unauthenticated: 401,
  invalid_credentials: 401,
  login_throttled: 429,
  auth_busy: 503,
  auth_store_unavailable: 503,
  outcome_unknown: 502,
  forbidden_role: 403,
  csrf_invalid: 403,
  origin_forbidden: 403,
  header_duplicate: 400,
  path_invalid: 400,
  invalid_json: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  setup_disabled: 403,
  setup_already_done: 409,
  setup_stopping: 503,
  setup_remote_forbidden: 403,
  setup_code_invalid: 403,
  host_not_allowed: 421,
  invalid_role: 422,
  validation_failed: 422,
  username_invalid: 422,
  user_exists: 409,
  not_found: 404,
  token_id_ambiguous: 409,
  password_change_unavailable: 403,
  current_password_invalid: 403,
  password_unchanged: 422,
  user_managed_by_config: 409,
  last_admin: 409,
  last_way_in: 409,
  oidc_unavailable: 503,
  oidc_upstream: 502,
  oidc_state_invalid: 400,
  oidc_token_invalid: 401,
  oidc_denied: 401,
  oidc_role_required: 403,
};

/** Statuses that a family of routes gives some refusals instead. */
export type OwnStatuses = Partial<Readonly<Record<ProblemReason, number>>>;

/** Routes of accounts and passwords answer unacceptable members with 400, as the published contract states. */
export const ACCOUNT_STATUSES: OwnStatuses = { invalid_role: 400, validation_failed: 400 };
