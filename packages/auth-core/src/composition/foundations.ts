import { type Auditor, createAuditor } from '../audit/auditor.js';
import { sha256Hex } from '../crypto/hash.js';
import { rememberHashes } from '../crypto/recent-hashes.js';
import { type CsrfGuard, createCsrfGuard } from '../csrf/guard.js';
import { type CsrfTokens, createCsrfTokens } from '../csrf/tokens.js';
import { type GuardedStores, guardStores } from '../failures/store-guard.js';
import { type CookieJar, createCookieJar } from '../http/cookie-jar.js';
import { createForwardingNotice } from '../inspection/forwarding-notice.js';
import { createInspect, type Inspect } from '../inspection/inspect.js';
import { silentAudit, silentLogger, systemClock, systemRandom } from '../model/defaults.js';
import type { AuthOptions, NameOfOption } from '../model/options.js';
import type { AuthLogger, Clock, Random, Throttle } from '../model/ports.js';
import { createOriginGuard, type OriginGuard } from '../origins/guard.js';
import { type AttemptTurn, createAttemptTurns } from '../passwords/attempt-turns.js';
import { createPasswordHasher, type HashCost, type PasswordHasher } from '../passwords/hasher.js';
import { createVerifiedCache, type VerifiedCache } from '../passwords/verified-cache.js';
import { type KeptRecords, keepRecords } from '../records/kept-records.js';
import { createForeignSessionNotes, type ForeignSessionNotes } from '../sessions/foreign-notes.js';
import { createSessionIds, type SessionIds } from '../sessions/session-ids.js';
import { resolveSettings, type Settings } from '../settings/settings.js';
import { type Attempts, createAttempts } from '../throttle/attempts.js';
import { createGoodSources, type GoodSources } from '../throttle/good-sources.js';
import { createThrottle } from '../throttle/throttle.js';

/** The foundations of all parts of access control: the ports with their defaults, and shared state. */
export interface Foundations {
  /** One record that all parts read at the moment of use, so that settings can change while requests run. */
  readonly settings: { -readonly [Key in keyof Settings]: Settings[Key] };
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: AuthLogger;
  readonly nameOf: NameOfOption;
  readonly throttle: Throttle;
  readonly stores: GuardedStores;
  readonly kept: KeptRecords;
  /** SHA-256 of tokens and session ids, in hex. */
  readonly hashOf: (text: string) => string;
  readonly auditor: Auditor;
  /** Of this process alone. */
  readonly bootKey: Uint8Array;
  readonly epochKey: Uint8Array;
  readonly hasher: PasswordHasher;
  readonly attemptTurn: AttemptTurn;
  readonly cache: VerifiedCache;
  readonly cookies: CookieJar;
  readonly csrfTokens: CsrfTokens;
  readonly csrf: CsrfGuard;
  readonly sessionIds: SessionIds;
  readonly foreignNotes: ForeignSessionNotes;
  readonly good: GoodSources;
  readonly attempts: Attempts;
  readonly inspect: Inspect;
  readonly origins: OriginGuard;
}

/** Throws `AuthConfigError` for settings that cannot be used. `hashCost` is no option: only tests may make hashes weak. */
export function createFoundations(options: AuthOptions, hashCost?: HashCost): Foundations {
  const settings = resolveSettings(options);
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const logger = options.logger ?? silentLogger;
  const nameOf = options.nameOfOption ?? ((option) => option);
  const throttle = options.throttle ?? createThrottle({ clock });
  const { stores, kept } = keepRecords(guardStores(options.stores, logger), clock);
  const bootKey = random(32);
  const cookies = createCookieJar(settings);
  const csrfTokens = createCsrfTokens(options.csrf?.key ?? random(32), random);
  const good = createGoodSources(stores.goodSources, clock);
  return {
    settings,
    clock,
    random,
    logger,
    nameOf,
    throttle,
    stores,
    kept,
    hashOf: rememberHashes(sha256Hex, clock),
    auditor: createAuditor(options.audit ?? silentAudit, clock, logger),
    bootKey,
    epochKey: options.epochKey ?? random(32),
    hasher: createPasswordHasher({ clock, random, cost: hashCost }),
    attemptTurn: createAttemptTurns(),
    cache: createVerifiedCache(bootKey, clock),
    cookies,
    csrfTokens,
    csrf: createCsrfGuard(csrfTokens, cookies, settings),
    sessionIds: createSessionIds(random, options.sessionMarkKey),
    foreignNotes: createForeignSessionNotes(clock, logger, nameOf),
    good,
    attempts: createAttempts(throttle, good),
    inspect: createInspect(settings, createForwardingNotice(logger, nameOf)),
    origins: createOriginGuard({ settings, logger, nameOf, clock }),
  };
}
