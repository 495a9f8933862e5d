import type { ConfiguredSource, OTHER_GATEWAYS } from './configured-sources.js';
import type { ChangeableOptions } from './options.js';
import type { Actor, Principal } from './principal.js';
import type { AuthProblem, Result } from './problem.js';
import type { InspectedRequest, RequestDescription, RequestFacts } from './request.js';
import type { Access, Role } from './role.js';

/** The decision on one request. `cookies` are `Set-Cookie` values the answer should carry. */
export type Verdict =
  | {
      readonly ok: true;
      readonly principal: Principal | null;
      readonly facts: RequestFacts;
      readonly cookies: readonly string[];
    }
  | { readonly ok: false; readonly problem: AuthProblem };

/** Optional inputs of `check` beside the request. */
export interface CheckOptions {
  /** Reads the form field `_csrf`, for form posts only; called at most once, and only when the header is absent. */
  readonly formToken?: () => Promise<string | undefined>;
  /** True at the protected resource of `OidcOptions.resource`: access tokens of the provider count as well. Default false. */
  readonly accessTokens?: boolean;
}

/** Name and password as received; anything that is no text is refused like a wrong password. */
export interface LoginInput {
  readonly username: unknown;
  readonly password: unknown;
}

/** A new session. */
export interface SignedIn {
  readonly principal: Principal;
  /** `Set-Cookie` values: the session and its CSRF token. */
  readonly cookies: readonly string[];
}

/** An answer that has no body but cookies. */
export interface CookieAnswer {
  readonly cookies: readonly string[];
}

export interface SignedOut extends CookieAnswer {
  /**
   * URL that ends the browser's session at the identity provider too, when the session came from a provider with such a
   * URL.
   */
  readonly endSessionUrl?: string;
}

/** An answer that leads a browser elsewhere. */
export interface Redirect {
  readonly location: string;
  readonly cookies: readonly string[];
}

/** Input of a new API token. */
export interface NewToken {
  /** The program or person that uses it: 1 to 128 characters. */
  readonly subject: string;
  readonly role: Role;
  /** Whole days, at most 36 500. Left out, null, 0 or less: it never expires. */
  readonly expires_in_days?: number | null;
}

/** Input of a new local account. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly role: Role;
}

/** Changes of a local account; members that are left out stay as they are. */
export interface UserUpdate {
  readonly password?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
}

/** Input of a changed password: the current one and its replacement. */
export interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
}

/** Token, session and user times are milliseconds since the epoch. */
export interface TokenSummary {
  readonly fingerprint: string;
  readonly subject: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  readonly lastAddress: string | null;
  /** Name of the last client that sent one. */
  readonly lastClient: string | null;
  /** Null where it was not written down. */
  readonly createdBy: string | null;
  readonly expiresAt: number | null;
}

export interface CreatedToken extends TokenSummary {
  /** The secret. It exists only here. */
  readonly token: string;
}

/** A token as the deprecated list shows it. */
export interface LegacyTokenSummary {
  /** First 16 digits of the fingerprint. */
  readonly id: string;
  /** Elided: first 8, an ellipsis, last 4. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly role: Role;
}

export interface CreatedLegacyToken extends LegacyTokenSummary {
  readonly token: string;
}

/** A session as it is shown. Times are milliseconds since the epoch. */
export interface SessionSummary {
  /** First 16 digits of the hash; names the session in `revoke`. */
  readonly id: string;
  /** As that of the principals it makes. */
  readonly credentialId: string;
  readonly subject: string;
  readonly scheme: 'session' | 'oidc' | 'ccu';
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Null where no request used it since the sign-in. */
  readonly lastSeenAt: number | null;
  readonly address: string;
  readonly userAgent: string | null;
  /** The session the question was asked with. */
  readonly current: boolean;
}

/** A local account as it is shown. Times are milliseconds since the epoch. */
export interface UserSummary {
  readonly subject: string;
  readonly role: Role;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  /** Since when nothing of it is let in; null while it is enabled. */
  readonly disabledAt: number | null;
  /** The store of the account. */
  readonly source: 'local';
  /** Number of its live sessions. */
  readonly sessions: number;
}

/** A login name that exists, wherever it is kept. */
export interface LoginName {
  readonly username: string;
  readonly role: Role;
  readonly source: 'config' | 'local';
}

/**
 * API tokens. Refusals: `invalid_role`, `validation_failed`, `not_found`, `token_id_ambiguous`,
 * `auth_store_unavailable`, `outcome_unknown`.
 */
export interface TokenService {
  list(): Promise<Result<readonly TokenSummary[]>>;
  create(input: NewToken, by: Actor): Promise<Result<CreatedToken>>;
  /** As `create`, from a body that was received: each member is checked, and an unknown one is refused. */
  createFromBody(body: unknown, by: Actor): Promise<Result<CreatedToken>>;
  /** By full fingerprint, any letter case. */
  revoke(fingerprint: string, by: Actor): Promise<Result<null>>;
  /** By any unique prefix of at least 8 digits. */
  revokeByPrefix(prefix: string, by: Actor): Promise<Result<null>>;
}

/** API tokens as deprecated routes list, create and revoke them: without an expiry, and by elided fingerprints. */
export interface LegacyTokenService {
  list(): Promise<Result<readonly LegacyTokenSummary[]>>;
  /** From a body that was received: `{subject, role}`. */
  createFromBody(body: unknown, by: Actor): Promise<Result<CreatedLegacyToken>>;
  /** By v1 id, elided fingerprint or full fingerprint; never guesses between two. */
  revoke(id: string, by: Actor): Promise<Result<null>>;
}

/** Browser sessions. Refusals: `forbidden_role`, `not_found`, `auth_store_unavailable`, `outcome_unknown`. */
export interface SessionService {
  /** The caller's own; an admin may ask for those of any subject, or with `all` for everybody's. */
  list(
    by: Principal,
    filter?: { readonly subject?: string; readonly all?: boolean },
  ): Promise<Result<readonly SessionSummary[]>>;
  /** One by id: the caller's own, for an admin any. */
  revoke(id: string, by: Principal, actor: Actor): Promise<Result<null>>;
  /** All of the caller's but the one it uses; for an admin with `subject` all of that subject. Answers how many. */
  revokeAll(by: Principal, actor: Actor, filter?: { readonly subject?: string }): Promise<Result<number>>;
}

/**
 * Local accounts. Refusals: `username_invalid`, `validation_failed`, `invalid_role`, `user_exists`,
 * `user_managed_by_config`, `last_admin`, `last_way_in`, `not_found`, `auth_busy`, `auth_store_unavailable`,
 * `outcome_unknown`.
 */
export interface UserService {
  /** Local accounts. */
  list(): Promise<Result<readonly UserSummary[]>>;
  /** Configured and local accounts together. */
  listLogins(): Promise<Result<readonly LoginName[]>>;
  create(input: NewUser, by: Actor): Promise<Result<UserSummary>>;
  /** As `create`, from a body that was received: each member is checked, and an unknown one is refused. */
  createFromBody(body: unknown, by: Actor): Promise<Result<UserSummary>>;
  /**
   * A new password ends the account's sessions and sockets, a lower role
   * its sockets. Disabling ends both and revokes the tokens of that subject, like deleting; enabling brings none of them back.
   */
  update(subject: string, change: UserUpdate, by: Actor): Promise<Result<null>>;
  /** As `update`, from a body that was received: each member is checked, and an unknown one is refused. */
  updateFromBody(subject: string, body: unknown, by: Actor): Promise<Result<null>>;
  /** Also revokes the account's sessions and the tokens of that subject. */
  delete(subject: string, by: Actor): Promise<Result<null>>;
}

/** State that a setup page shows. */
export interface SetupStatus {
  readonly required: boolean;
  /** True when `create` requires the code from the log. */
  readonly codeRequired: boolean;
}

/** First-run setup: creates the first administrator, once, as long as there is no other way to sign in. */
export interface SetupService {
  /** False also for a caller that is already authenticated. */
  status(request: RequestDescription): Promise<SetupStatus>;
  /** The obstacle that keeps setup closed, or null when it is open. */
  closedBecause(): Promise<SetupObstacle | null>;
  /** Every refusal that needs no body, so that a wizard can ask before it does anything else. Each one counts as an attempt. */
  precheck(request: RequestDescription): Promise<Result<null>>;
  /** Keeps setup closed for good, also for a call that is under way: the gateway is stopping. */
  shut(): void;
  create(
    request: RequestDescription,
    input: {
      readonly username: unknown;
      readonly password: unknown;
      readonly confirmation?: unknown;
      readonly code?: unknown;
    },
  ): Promise<Result<{ readonly subject: string }>>;
}

/** Obstacle that keeps first-run setup closed. */
export type SetupObstacle =
  | 'stopping'
  | 'pinned_shut'
  | 'local_users'
  | ConfiguredSource
  | 'admin_tokens'
  | typeof OTHER_GATEWAYS
  | 'store_unavailable';

/** Sign-in through the configured OpenID Connect provider. */
export interface OidcService {
  /** The way to the provider. `returnTo` is followed after the callback when it is a path of this gateway. */
  start(request: RequestDescription, input: { readonly returnTo?: string }): Promise<Result<Redirect>>;
  /** On refusal, `location` is where to send a browser instead of showing the problem. */
  callback(request: RequestDescription): Promise<
    | { readonly ok: true; readonly value: Redirect & { readonly principal: Principal } }
    | {
        readonly ok: false;
        readonly problem: AuthProblem;
        readonly location: string;
        readonly cookies: readonly string[];
      }
  >;
  /** True when the provider's metadata is loaded. */
  readonly ready: () => boolean;
  /** The protected resource of the options; null where access tokens of the provider are not accepted. */
  readonly resource: {
    readonly metadataUrl: string;
    /** Public document about it (RFC 9728), to be served at `metadataUrl`. */
    readonly metadata: ResourceMetadata;
  } | null;
}

/** The members of RFC 9728 that a client needs to get an access token. */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
}

/** CSRF tokens for pages that a server renders. */
export interface CsrfService {
  /** A token for a form that is shown before sign-in, and the cookie that goes with it. */
  issueAnonymous(request: RequestDescription): { readonly token: string; readonly cookies: readonly string[] };
  /** Null when cookie and field belong together. Always null while CSRF protection is off. */
  verifyAnonymous(request: RequestDescription, token: string | undefined): AuthProblem | null;
  /** The token for a page shown to a principal; null for schemes that need none. */
  issue(
    principal: Principal,
    request: RequestDescription,
  ): { readonly token: string; readonly cookies: readonly string[] } | null;
}

/** Credentials ended or shrank: sockets opened with them close with `code`. */
export interface Revocation {
  readonly code: 4401 | 4403;
  readonly credentialIds: readonly string[];
  readonly principalKeys: readonly string[];
}

/** Session cookies that another gateway made: browsers share cookies between the ports of a host. */
export interface ForeignSessions {
  /** True when the request carries such a cookie and no live session. */
  isCarriedBy(request: RequestDescription): Promise<boolean>;
  /** Time of the last request that carried one; null if there was none since the start. */
  readonly lastSeenAt: number | null;
}

/** Access control of one gateway. */
export interface Auth {
  /** Logs unusual settings, removes expired records, and notes the existing credentials. Call once. */
  start(): Promise<void>;
  /**
   * The whole pipeline: duplicate headers, path, peer, credentials, origin, CSRF token, role. The verdict itself where
   * neither a store nor the body has to be read, as for a credential of a moment ago; otherwise its promise.
   */
  check(request: RequestDescription, need: Access, options?: CheckOptions): Verdict | Promise<Verdict>;
  /**
   * The steps that need no credential: duplicate headers, path, peer, and for unsafe methods the origin. The origin of
   * an upgrade is decided with its credential, in `check`. All other members accept the result and read nothing again.
   */
  inspect(request: RequestDescription): Result<InspectedRequest>;
  login(request: RequestDescription, input: LoginInput): Promise<Result<SignedIn>>;
  /** Ends the session the request carries; repeating it does no harm. */
  logout(request: RequestDescription, options?: CheckOptions): Promise<Result<SignedOut>>;
  /** Changes the password of the local account behind the principal and rotates its session. */
  changePassword(
    request: RequestDescription,
    principal: Principal,
    input: PasswordChange,
  ): Promise<Result<CookieAnswer>>;
  /** As `changePassword`, from a body that was received: each member is checked, and an unknown one is refused. */
  changePasswordFromBody(
    request: RequestDescription,
    principal: Principal,
    body: unknown,
  ): Promise<Result<CookieAnswer>>;
  /** False with `roleChecks: 'off'`: every authenticated caller passes every gate. */
  readonly rolesEnforced: boolean;
  /** The role a principal has now, or null when its credential ended. */
  currentRole(principal: Principal): Promise<Role | null>;
  /** Checks a token that a client sends on an open socket; `facts` are those of the request that opened it. */
  reauth(token: unknown, facts: Pick<RequestFacts, 'peer' | 'client'>): Promise<Result<Principal>>;
  readonly setup: SetupService;
  readonly tokens: TokenService;
  /** For deprecated routes only. */
  readonly legacyTokens: LegacyTokenService;
  readonly sessions: SessionService;
  readonly users: UserService;
  readonly csrf: CsrfService;
  readonly foreignSessions: ForeignSessions;
  /** Present only when a provider is configured: mount its routes only then. */
  readonly oidc: OidcService | null;
  /** Calls back once when the principal's credential ends, expires or loses its role; the answer stops watching. */
  watch(principal: Principal, ended: (code: 4401 | 4403) => void): () => void;
  /** Reports credentials that were ended through this instance. `watch` also reports those that others ended. */
  onRevoked(listener: (revocation: Revocation) => void): () => void;
  /**
   * Call about once a second: finds watched principals with a credential that another process ended. Rejects when no
   * store can answer. Stores with `ChangeCounter.onChange` trigger it at once as well.
   */
  detectChanges(): Promise<void>;
  /**
   * Ends sessions and sockets without a valid ground. Call when an answer of a function in the options (such as the
   * central of CCU login) has changed, and once at start. Rejects when no store can answer.
   */
  review(): Promise<void>;
  /** Removes expired sessions and bounded memory that is no longer needed. */
  purge(): Promise<void>;
  /**
   * Applies other settings from the next request on, and ends the sessions and sockets of a scheme that is now switched
   * off. A key for CSRF tokens, and the setup code requirement, are those of the start. Throws `AuthConfigError` and
   * changes nothing.
   */
  reconfigure(options: ChangeableOptions): void;
  /** Headers that every answer carries, for one request. */
  staticHeaders(facts: RequestFacts | null): readonly (readonly [name: string, value: string])[];
  /** Stops timers and outgoing requests. */
  close(): void;
}
