import type { AuditSink, AuthLogger, AuthStores, CcuLogin, Clock, Random, Throttle } from './ports.js';
import type { OptionPath } from './problem.js';
import type { Role } from './role.js';

/** Decisions made when the program was built or packaged; they fill settings that are left unset. */
export interface BuildStamp {
  /** Runs as an add-on on the CCU: CCU login is on unless switched off. */
  readonly ccuAddon?: boolean;
  /** Runs as an add-on under a supervisor: ingress is on unless switched off, and only then can it be on at all. */
  readonly supervised?: boolean;
}

/**
 * Method that sends a client secret to the token endpoint of a provider; `auto` is Basic, unless the provider accepts
 * it in the body only.
 */
export type TokenEndpointAuthMethod = 'auto' | 'client_secret_basic' | 'client_secret_post';

/** A protected resource of OAuth (RFC 9728). */
export interface ProtectedResource {
  /** Absolute URL, the only audience whose tokens are accepted. Compared letter by letter. */
  readonly id: string;
  /** Absolute URL under which this gateway serves `OidcService.resource`; challenges name it. */
  readonly metadataUrl: string;
}

/** An OpenID Connect provider (authorization code with PKCE, ID tokens signed with RS256). */
export interface OidcOptions {
  readonly enabled: boolean;
  /** https, or http for localhost; compared with the provider's metadata letter by letter. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for public clients. */
  readonly clientSecret?: string;
  /** Absolute URL of this gateway's callback route. */
  readonly redirectUrl: string;
  /** Claim that holds the role: a literal key, else a dotted path. Default `role`. */
  readonly roleClaim?: string;
  /** Refuses users with a role claim that names none of the roles, instead of making them viewers. Default false. */
  readonly requireRole?: boolean;
  /**
   * Method that sends the secret to the token endpoint. Default `auto`: Basic, unless the provider accepts it in the
   * body only.
   */
  readonly tokenEndpointAuthMethod?: TokenEndpointAuthMethod;
  /** Signing out leads to the provider's own end of the session, where it has one. Default true. */
  readonly endSession?: boolean;
  /**
   * URL that the provider redirects to after that. It has to be registered there; without it the provider's page stays.
   */
  readonly postLogoutRedirectUrl?: string;
  /**
   * The part of this gateway that takes access tokens of the provider, for `check` with `accessTokens`. Default: none, so
   * that every access token is refused.
   */
  readonly resource?: ProtectedResource;
  /** Replaces `fetch` for requests to the provider. */
  readonly fetch?: typeof fetch;
}

/** Login delegated to the accounts of a CCU. */
export interface CcuLoginOptions {
  /** Unset means the build stamp. */
  readonly enabled?: boolean;
  /** Asks the CCU before the local accounts. Default true. */
  readonly primary?: boolean;
  /** Lowest CCU user level let in. Default 1; level 0 never is. */
  readonly minUserLevel?: number;
  /** CCU user level (decimal text) to role; replaces the default `{8: admin, 2: operator, 1: viewer}`. */
  readonly roleMapping?: Readonly<Record<string, string>>;
  readonly login: CcuLogin;
  /**
   * True when the configuration has any central, also a disabled or unreachable one; without one CCU login is no
   * authentication source. It must never follow connections: setup would open whenever one is renewed.
   */
  readonly hasCentral: () => boolean;
  /**
   * The central that is asked now, as a text that changes when it becomes another one; null when there is none to ask.
   * Default: one that never changes, as long as there is any.
   */
  readonly central?: () => string | null;
}

/** Requests that a supervisor signed in and passes on, as the ingress of Home Assistant does. */
export interface IngressOptions {
  /** Unset means the build stamp. Without the stamp it stays off even when true. */
  readonly enabled?: boolean;
  /** Comma-separated CIDRs of the trusted proxy. Unset means `172.30.32.2/32`; empty text switches the feature off. */
  readonly trustedProxyCidr?: string;
  /** Role of a trusted request. Default `admin`. */
  readonly role?: string;
  /** Roles of single users of the proxy, by their id; they win over `role`. */
  readonly userRoles?: Readonly<Record<string, string>>;
}

/** Protection of credentials that a browser attaches by itself. */
export interface CsrfOptions {
  /** Default true. The origin check stays on either way. */
  readonly enabled?: boolean;
  /** Cookies carry `Secure`: the gateway is reached by TLS. Default false. */
  readonly secure?: boolean;
  /** Answers carry HSTS, which browsers remember for a year. Default: as `secure`. */
  readonly hsts?: boolean;
  /** The gateway speaks TLS itself, so that a page that came over plain HTTP is of no origin of its own. Default false. */
  readonly ownTls?: boolean;
  /** 32 bytes that outlive the process, so that tokens do. Default: random for this process. */
  readonly key?: Uint8Array;
}

/** First-run setup: conditions for the creation of the first administrator. */
export interface BootstrapOptions {
  /** Default true. */
  readonly allowFirstRunSetup?: boolean;
  /** Lets callers from public addresses set up. Default false. */
  readonly allowRemoteSetup?: boolean;
  /** Asks for a code that is written to the log at start. Default false. */
  readonly requireCode?: boolean;
  /** Host names that setup may be reached by beside the local ones. */
  readonly allowedHosts?: readonly string[];
}

/** Name of an option as the operator knows it, for example its key in a configuration file. */
export type NameOfOption = (option: OptionPath) => string;

/** Options of access control. Only `roleChecks` and `stores` are required; durations and limits are fixed. */
export interface AuthOptions {
  /** `enforced`: routes ask for their role. `off`: every authenticated user passes; logged at every start. */
  readonly roleChecks: 'enforced' | 'off';
  readonly stores: AuthStores;
  /** First part of cookie names, and the realm. Default `service`. */
  readonly serviceName?: string;
  /** Default true. */
  readonly basicEnabled?: boolean;
  /** Default true. */
  readonly bearerEnabled?: boolean;
  /** Accounts of the configuration file: name to password. */
  readonly configUsers?: Readonly<Record<string, string>>;
  /** Roles of those accounts; `admin` where none is given. */
  readonly configUserRoles?: Readonly<Record<string, string>>;
  readonly oidc?: OidcOptions;
  readonly ccu?: CcuLoginOptions;
  readonly ingress?: IngressOptions;
  readonly build?: BuildStamp;
  readonly csrf?: CsrfOptions;
  /**
   * 32 bytes that outlive the process, by which a session of a configured account knows whether its password is still the
   * same. Default: random for this process, so that those sessions end with it.
   */
  readonly epochKey?: Uint8Array;
  /**
   * 32 bytes of this gateway alone that outlive the process: they tag its session ids, so that a cookie of another
   * gateway on the same host is recognised. Default: ids have no tag, and no cookie is recognised as foreign.
   */
  readonly sessionMarkKey?: Uint8Array;
  readonly bootstrap?: BootstrapOptions;
  /** Origins (`https://host[:port]`) that may call beside the gateway's own. `*` is refused. */
  readonly cors?: readonly string[];
  /**
   * Address under which people open the gateway; its origin is one of the gateway's own, for any `Host` that a proxy
   * passes on.
   */
  readonly publicUrl?: string;
  /**
   * CIDRs of reverse proxies. The client that their `X-Forwarded-For` names counts for the throttle, for the question
   * whether a caller of setup is near, and is shown in the audit log; it never authenticates. The host of their
   * `X-Forwarded-Host` or `Forwarded` is one of the gateway's own. Pages and cookies keep to the path that their
   * `X-Forwarded-Prefix` names. Public networks may not be wider than /24 (IPv4) or /56 (IPv6).
   */
  readonly trustedProxies?: readonly string[];
  /** Default: in memory with the documented limits. */
  readonly throttle?: Throttle;
  readonly audit?: AuditSink;
  readonly logger?: AuthLogger;
  /** Names options in texts of the log. Default: their own path. */
  readonly nameOfOption?: NameOfOption;
  readonly clock?: Clock;
  readonly random?: Random;
}

/** The options that may change while the gateway runs. One that is left out goes back to its default. */
export type ChangeableOptions = Pick<
  AuthOptions,
  | 'basicEnabled'
  | 'bearerEnabled'
  | 'configUserRoles'
  | 'oidc'
  | 'ccu'
  | 'ingress'
  | 'csrf'
  | 'bootstrap'
  | 'cors'
  | 'publicUrl'
  | 'trustedProxies'
>;

/** A user of the configuration file after the options were checked. */
export interface ConfiguredUser {
  readonly account: string;
  readonly role: Role;
}
