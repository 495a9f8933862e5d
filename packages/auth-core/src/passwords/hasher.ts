import { createRequire } from 'node:module';
import type * as Native from '@node-rs/argon2';
import type { Clock, Random } from '../model/ports.js';
import { passwordBytes } from './policy.js';
import { createSemaphore, type Place } from './semaphore.js';

// Not imported: with the first CommonJS package that is imported, Node keeps 7 MB for the reader of its exports.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Native;

/** Cost of one argon2id hash; memory in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The recommended minimum: about 9 ms and 19 MiB each on a small machine. */
const recommended: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const outputLen = 32;

/**
 * Uncapped, a burst of logins fills the thread pool that file access shares: an unrelated read waited more than a
 * second. Two at a time cost no throughput.
 */
const limits = { concurrency: 2, queue: 32, reserved: 16, maxWaitMs: 5000 } as const;

/** Slow hashes of secrets that people enter. */
export interface PasswordHasher {
  /** PHC string of a new password. Throws `BusyError` when too many hashes are under way. */
  hash(password: string, place: Place): Promise<string>;
  /**
   * Runs a check when its turn comes. The check queries and updates the throttle inside its turn: guesses that queued
   * up together must not all pass a lock that the first of them set. Throws `BusyError` without running it.
   */
  inTurn<T>(place: Place, check: (slow: SlowComparison) => Promise<T>): Promise<T>;
}

/** Comparisons of a turn. */
export interface SlowComparison {
  /** True when the password matches. A stored string that is malformed or demands too much counts as wrong. */
  verify(phc: string, password: string): Promise<boolean>;
  /** Takes as long as `verify` does and is always false: for accounts that do not exist. */
  verifyUnknownAccount(password: string): Promise<false>;
}

/** The functions that do the work, so that tests can see which was called. */
export interface Argon2 {
  hash(
    password: Uint8Array,
    options: HashCost & { readonly outputLen: number; readonly salt: Uint8Array },
  ): Promise<string>;
  verify(phc: string, password: Uint8Array): Promise<boolean>;
}

const nodeRs: Argon2 = {
  hash: (password, options) => argon2.hash(password, options),
  verify: (phc, password) => argon2.verify(phc, password).catch(() => false),
};

export interface HasherOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly argon2?: Argon2;
  /** Default: the recommended minimum. Tests that sign in hundreds of times take less. */
  readonly cost?: HashCost;
}

/**
 * Hashes passwords with argon2id, two at a time.
 *
 * @example
 * const hasher = createPasswordHasher({ clock: systemClock, random: systemRandom });
 * const phc = await hasher.hash('correct horse', { source: 'local', reserved: true });
 */
export function createPasswordHasher(options: HasherOptions): PasswordHasher {
  const { clock, random, argon2 = nodeRs, cost = recommended } = options;
  const limited = createSemaphore(limits, clock);
  const unknown = phcOfUnknownAccount(random, cost);
  const verifyUnknownAccount = async (password: string): Promise<false> => {
    await argon2.verify(unknown, passwordBytes(password));
    return false;
  };
  const slow: SlowComparison = {
    // A tampered database must not be able to order gigabytes; the dummy keeps the time the same.
    verify: (phc, password) =>
      isAcceptableHash(phc) ? argon2.verify(phc, passwordBytes(password)) : verifyUnknownAccount(password),
    verifyUnknownAccount,
  };
  return {
    hash: (password, place) =>
      limited(place, () => argon2.hash(passwordBytes(password), { ...cost, outputLen, salt: random(16) })),
    inTurn: (place, check) => limited(place, () => check(slow)),
  };
}

/** A hash that no password has: salt and digest are random. */
function phcOfUnknownAccount(random: Random, { memoryCost, timeCost, parallelism }: HashCost): string {
  const encode = (size: number) =>
    Buffer.from(random(size))
      .toString('base64')
      .replace(/(?<!=)=+$/, '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${encode(16)}$${encode(outputLen)}`;
}

const phcGrammar =
  /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** True when a stored hash is well-formed and asks for no more than 64 MiB, 6 passes and 4 lanes. */
export function isAcceptableHash(phc: string): boolean {
  const match = phcGrammar.exec(phc);
  if (!match) return false;
  const [memory = 0, passes = 0, lanes = 0] = match.slice(1, 4).map(Number);
  return memory >= 8 * lanes && memory <= 65_536 && passes >= 1 && passes <= 6 && lanes >= 1 && lanes <= 4;
}
