import type { Scheme } from './principal.js';
import type { Role } from './role.js';

/** All times in these records are milliseconds since the epoch. */

/** A local account. `account` is the canonical name: NFKC, lower case, unique. */
export interface UserRecord {
  readonly account: string;
  readonly role: Role;
  /** PHC string; the only thing kept of the password. */
  readonly passwordHash: string;
  /** Starts at 1 and grows with every password change, and when the account is disabled. */
  readonly generation: number;
  readonly createdAt: number;
  readonly lastSeenAt: number | null;
  /** Since when nothing of this account is let in; null while it is enabled. */
  readonly disabledAt: number | null;
}

/** Changes of an account; a member that is left out stays. */
export interface UserChange {
  readonly role?: Role;
  /** A new hash; the store adds one to the generation in the same write. */
  readonly passwordHash?: string;
  /** A time disables the account, and the store adds one to the generation in the same write; null enables it. */
  readonly disabledAt?: number | null;
}

/** `stale`: the account has changed since the change was decided. */
export type UserWriteOutcome = 'done' | 'not_found' | 'last_admin' | 'stale';

/** Condition that must hold inside the transaction that creates the first administrator. */
export interface FirstAdminCondition {
  /** Unexpired admin tokens at this time count as a source; null when bearer tokens are switched off. */
  readonly adminTokensCountAt: number | null;
  /**
   * Called inside the transaction, therefore synchronous: true when nothing outside the stores can authenticate a
   * caller.
   */
  readonly noOtherSource: () => boolean;
}

/**
 * Local accounts. A method that fails rejects; access control then refuses every caller with `auth_store_unavailable`.
 * An error with `outcomeUnknown` means that a change may have been made despite the error: its caller receives
 * `outcome_unknown`.
 */
export interface UserStore {
  find(account: string): Promise<UserRecord | null>;
  /**
   * Several `find` calls as one, in any order; missing accounts are left out. For stores with a round trip for each
   * call.
   */
  findMany?(accounts: readonly string[]): Promise<readonly UserRecord[]>;
  /** In order of account. */
  list(): Promise<readonly UserRecord[]>;
  /** False when the account exists; nothing is changed then. */
  create(user: UserRecord): Promise<boolean>;
  /**
   * Inserts in one transaction that re-checks: no user row at all, no authentication source noted by a gateway, and the
   * condition. False when any source exists.
   */
  createFirstAdminIf(user: UserRecord, condition: FirstAdminCondition): Promise<boolean>;
  /**
   * With `keepAdmin` a change that would leave no admin account that is enabled is refused atomically; with `generation` one of an account
   * that has another generation by now.
   */
  update(
    account: string,
    change: UserChange,
    options: { readonly keepAdmin: boolean; readonly generation?: number },
  ): Promise<UserWriteOutcome>;
  delete(account: string, options: { readonly keepAdmin: boolean }): Promise<UserWriteOutcome>;
  /** Notes the time of a login. Unknown accounts are ignored. */
  touch(account: string, at: number): Promise<void>;
}

/** A browser session as it is stored. */
export interface SessionRecord {
  /** SHA-256 of the cookie value, 64 lower-case hex digits. The value itself is never stored. */
  readonly idHash: string;
  readonly principalKey: string;
  readonly subject: string;
  readonly scheme: Extract<Scheme, 'session' | 'oidc' | 'ccu'>;
  /** The role of a federated session; for local and configured accounts the account's present role counts. */
  readonly role: Role;
  /**
   * The ground of the login: which account with which password, or which settings of the provider or the CCU. The
   * session ends as soon as the ground differs. It reveals nothing of a password.
   */
  readonly authEpoch: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Time of the last request that used it; null if there was none since it was created. */
  readonly lastSeenAt: number | null;
  readonly address: string;
  /** At most 256 characters, control characters removed; null when none was sent. */
  readonly userAgent: string | null;
}

/** Selects the sessions to list; without a member all of them. */
export interface SessionFilter {
  readonly principalKey?: string;
  readonly subject?: string;
}

/** Browser sessions. A method that fails rejects; access control then lets no caller in. */
export interface SessionStore {
  /** False for the in-memory fallback: sessions end with the process, and the start logs it. */
  readonly durable: boolean;
  /**
   * True where gateways with settings of their own keep their sessions together. One of them then ends those that the stores or a change
   * of its settings prove gone, and leaves those that it merely cannot judge. Default false.
   */
  readonly shared?: boolean;
  find(idHash: string): Promise<SessionRecord | null>;
  /** As `UserStore.findMany`. */
  findMany?(idHashes: readonly string[]): Promise<readonly SessionRecord[]>;
  create(session: SessionRecord): Promise<void>;
  /** Notes use. Called at most once a minute for each session; unknown ones are ignored. */
  touch(idHash: string, at: number): Promise<void>;
  /** True when there was one. */
  delete(idHash: string): Promise<boolean>;
  /** Members of the filter are joined by "and"; newest first. */
  list(filter?: SessionFilter): Promise<readonly SessionRecord[]>;
  /** Deletes all of one principal but the one named; answers the hashes deleted. */
  deleteByPrincipal(principalKey: string, exceptIdHash?: string): Promise<readonly string[]>;
  /** Deletes records with `expiresAt <= now`; returns their number. */
  deleteExpired(now: number): Promise<number>;
}

/** An API token as it is stored: never the token, only its fingerprint. */
export interface TokenRecord {
  /** SHA-256 of the token, 64 lower-case hex digits. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly role: Role;
  /** Generation of the interface that created it. */
  readonly version: 1 | 2;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastSeenAt: number | null;
  readonly lastAddress: string | null;
  /** Name of the last client that sent one, at most 64 characters. */
  readonly lastClient: string | null;
  /** Subject of its creator; null if it was not recorded. */
  readonly createdBy: string | null;
}

/**
 * API tokens and the fingerprints of revoked ones. A method that fails rejects; access control then lets no caller
 * in.
 */
export interface TokenStore {
  find(fingerprint: string): Promise<TokenRecord | null>;
  /** As `UserStore.findMany`. */
  findMany?(fingerprints: readonly string[]): Promise<readonly TokenRecord[]>;
  /** Newest first; revoked ones are not in it. */
  list(): Promise<readonly TokenRecord[]>;
  /** False when the fingerprint exists or was revoked before. */
  create(token: TokenRecord): Promise<boolean>;
  /** Durable before it resolves: a revoked token must not come back, not even with a restored backup. Whether there was one. */
  revoke(fingerprint: string, at: number): Promise<boolean>;
  /** Revokes all of one subject (exact match); answers their fingerprints. */
  revokeBySubject(subject: string, at: number): Promise<readonly string[]>;
  /** Notes use. Called at most once a minute for each token; unknown fingerprints are ignored. Without `client` the one noted before stays. */
  touch(fingerprint: string, at: number, address: string, client: string | null): Promise<void>;
}

/**
 * A number that everything which creates, changes or ends a user, session or token makes greater, also when another
 * process does it. `touch` leaves it alone.
 */
export interface ChangeCounter {
  current(): Promise<number>;
  /**
   * Calls back when the counter increased, by any process, and whenever an increase may have been missed; returns a
   * function that stops it. A store without notifications omits this member and is polled.
   */
  onChange?(listener: () => void): () => void;
}

/** An address from which an account signed in. */
export interface GoodSource {
  readonly account: string;
  /** IPv4 address or IPv6 /64. */
  readonly source: string;
  /** Time of the last sign-in, accurate to a day; milliseconds since the epoch. */
  readonly at: number;
}

/** Remembers over a restart where accounts sign in from, so that a flood before and after it locks no account out there. */
export interface GoodSourceStore {
  /** Oldest first. */
  list(): Promise<readonly GoodSource[]>;
  put(entry: GoodSource): Promise<void>;
  remove(account: string, source: string): Promise<void>;
}

/** Authentication sources of settings that are stored beside the accounts. */
export interface KeptSettings {
  /** Anything outside the stores: accounts of the file, a provider, a CCU, an ingress. */
  readonly hasOtherSource: boolean;
  /** True when any of them can authenticate an administrator. */
  readonly hasOtherAdmin: boolean;
  readonly bearerEnabled: boolean;
}

/** A gateway that lets callers in by something outside the stores, or has done so. */
export interface OwnWay {
  readonly gateway: string;
  /** By what. */
  readonly way: string;
  /** Time of the first note. */
  readonly since: number;
}

/**
 * Gateways that share the stores and have let callers in by a source outside them, such as a user of a configuration
 * file: the others cannot see it in their settings. A note keeps first-run setup closed at all of them, until access is
 * reset.
 */
export interface OwnWayStore {
  /** Notes it of this gateway. The time of the first note stays. */
  note(way: string): Promise<void>;
  /** In order of gateway. */
  list(): Promise<readonly OwnWay[]>;
}

/** The stores that one exclusive piece of work reads and writes. */
export interface ExclusiveStores {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  /**
   * Settings as they are kept by now: another gateway may have changed them, and this one not have followed yet. Absent where there are
   * those of the options alone.
   */
  readonly keptSettings?: () => Promise<KeptSettings>;
  /** As in `AuthStores`. */
  readonly ownWays?: OwnWayStore;
}

/** A sign-in at a provider that is under way, as it is stored. Nothing that the provider is asked with is in it. */
export interface FlowRecord {
  /** SHA-256 of the cookie value, 64 lower-case hex digits. */
  readonly idHash: string;
  readonly returnTo: string;
  /** Unit that flows are counted by, derived from the caller. */
  readonly lane: string;
  readonly startedAt: number;
}

/** Sign-ins at a provider that are under way. Gateways behind one address share them: the provider leads back to any of these. */
export interface FlowStore {
  /**
   * Removes flows that started at `over` or before, and, when `capacity` are left, the oldest of the lane with the
   * most. A flood from one source therefore ends only its own flows.
   */
  add(flow: FlowRecord, limits: { readonly capacity: number; readonly over: number }): Promise<void>;
  /** Takes it out: of several calls one gets it. Null where it started at `over` or before. */
  take(idHash: string, over: number): Promise<FlowRecord | null>;
}

/**
 * The code of first-run setup. Gateways behind one address share it: the log of any of them shows the code that each of
 * them accepts.
 */
export interface SetupCodeStore {
  /** Keeps this one where none is kept; answers the one that is kept then. */
  first(code: string): Promise<string>;
  forget(): Promise<void>;
}

/** All that access control keeps. `createMemoryStores` has an implementation for tests. */
export interface AuthStores {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly tokens: TokenStore;
  readonly goodSources: GoodSourceStore;
  /** Default: in the memory of this process. */
  readonly flows?: FlowStore;
  /** Default: in the memory of this process. */
  readonly setupCode?: SetupCodeStore;
  /** Absent when one gateway at a time has the stores: it knows all authentication sources by itself. */
  readonly ownWays?: OwnWayStore;
  readonly changes: ChangeCounter;
  /**
   * Runs work that decides by the data it reads and must not overlap another such piece, such as the removal of an
   * authentication source. One at a time, across all programs that share the stores. Only operations on the given
   * stores belong to it. If several programs share the stores, the work is atomic and may be run again from its
   * beginning. In a single process, writes before a rejection stay.
   */
  exclusively<T>(work: (stores: ExclusiveStores) => Promise<T>): Promise<T>;
}

/** `oidc_start_page`: the way to the provider, asked for by a browser that has seen a page of this gateway. */
export type ThrottleKind = 'password' | 'ccu' | 'ccu_budget' | 'bearer' | 'setup' | 'oidc_start' | 'oidc_start_page';

/** Subject that a failed attempt counts against. */
export interface ThrottleSubject {
  readonly kind: ThrottleKind;
  /** Canonical account name, for `password` and `ccu` only; absent when the failure must not count against any account. */
  readonly account?: string;
  /** IPv4 address or IPv6 /64 of the caller. */
  readonly source: string;
  /** The source itself is never locked (loopback, the ingress proxy); its accounts still are. */
  readonly sourceExempt?: boolean;
  /** The account signed in from this source lately: failures elsewhere do not lock it out here. */
  readonly known?: boolean;
}

/**
 * Slows guesses down. It is called directly before each password comparison, and receives the outcome in the same turn
 * of the event loop; its methods are therefore synchronous. Times are milliseconds.
 */
export interface Throttle {
  /** Milliseconds until an attempt may be made; 0 when it may be made now. Counts nothing. */
  waitMs(subject: ThrottleSubject): number;
  /** Counts one failed attempt (for `setup` and the `oidc_start` kinds: one attempt). */
  failed(subject: ThrottleSubject): void;
  /** Takes one counted failure back: it turned out to be none. */
  retracted(subject: ThrottleSubject): void;
  /** Clears the bucket of this account and source. */
  succeeded(subject: ThrottleSubject): void;
}

/** The answer of a CCU to a name and password. */
export type CcuLoginResult =
  | { readonly ok: true; readonly userLevel: number | string }
  | { readonly ok: false; readonly cause: CcuLoginFailure };

/**
 * `rejected`: the CCU refused the name and password; `undecided`: it refused, and may have done so because it has too many
 * sessions; `unreachable`: no usable answer; `level_unknown`: the password was right but the user level could not be read;
 * `no_central`: no central is configured or the named one is unknown or disabled, nothing was sent.
 */
export type CcuLoginFailure = 'rejected' | 'undecided' | 'unreachable' | 'level_unknown' | 'no_central';

/** Asks one CCU whether a password is right. Opens and closes its own short session; never throws for a CCU's fault. */
export interface CcuLogin {
  verify(username: string, password: string, signal: AbortSignal): Promise<CcuLoginResult>;
}

/** One line of the audit log. Texts are the caller's: escape them where they are shown. */
export interface AuditRecord {
  readonly at: number;
  /** `auth.login`, `auth.request`, `auth.logout`, `token.create`, `user.delete`, … */
  readonly action: string;
  /** `pending`: a change that the database gave no answer to, and may have been made. */
  readonly outcome: 'ok' | 'refused' | 'pending';
  readonly subject: string;
  readonly scheme: Scheme | 'cli' | 'none';
  readonly peer: string;
  /** The caller's address where a trusted proxy reported another one than the peer's. */
  readonly client?: string;
  /** For refusals: the address that the caller shares with no other one, its IPv4 address or IPv6 /64. */
  readonly source?: string;
  /** The reason of any outcome except `ok`: a problem reason or a finer word. */
  readonly reason?: string;
  /** First 12 digits of a token's or session's hash. */
  readonly credential?: string;
  /** The account, token or session that was changed. */
  readonly target?: string;
  /** The proxy's id and name of the user behind an ingress request. */
  readonly viaUser?: string;
  readonly viaUserName?: string;
  readonly requestId?: string;
}

/** Takes audit records; must not block. A failing sink never fails a request. */
export interface AuditSink {
  write(record: AuditRecord): void | Promise<void>;
}

/** Structured log: an event name and flat fields. Callers never pass secrets. */
export interface AuthLogger {
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
  error(event: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** The one door to time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls once after the delay; the answer cancels. Must not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Cryptographically strong random bytes. */
export type Random = (size: number) => Uint8Array;
