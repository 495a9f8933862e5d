import type { EditHolder, EditLock, KeptEditLocks, LockPlace, LockProof } from '../../ports/editing.js';
import type { Clock, House } from '../../ports/house.js';
import { GatewayError } from '../../use-case/errors.js';
import { houseRefusal } from '../../use-case/refusal.js';
import { toTimestamp } from '../../use-case/timestamp.js';

const EDIT_LOCK_MS = 5 * 60_000;
/** No person edits that many things; a program that opens locks in a loop must not fill the memory. */
const MAX_LOCKS = 10_000;
/** Of one principal, so that its locks free those of no other. */
const MAX_OWN_LOCKS = 200;

interface Held extends EditLock {
  readonly principal: string;
  readonly central: string | undefined;
}

/**
 * Edit locks in memory: at most 200 of one principal and 10 000 of all, of which the one that was renewed longest ago is
 * freed first. `newToken`
 * gives text that cannot be guessed.
 *
 * @example
 * const locks = createEditLocks({ clock: { now: () => Date.now() }, newToken: randomUUID });
 * const place = paramsetLock({ central: 'home', address: '0001D3C99C0001:1' }, 'MASTER');
 * const lock = await locks.open(place, { principal: 'local:anna', subject: 'anna' });
 */
export function createEditLocks(options: { readonly clock: Clock; readonly newToken: () => string }): KeptEditLocks {
  const { clock } = options;
  const table = createLockTable();

  function current({ key }: LockPlace): Held | undefined {
    const held = table.get(key);
    if (held === undefined || held.expiresAt > clock.now()) return held;
    table.drop(key);
    return undefined;
  }

  function keep(held: Held): EditLock {
    const renewed = { ...held, expiresAt: clock.now() + EDIT_LOCK_MS };
    table.put(renewed);
    return shownLock(renewed);
  }

  return {
    async open(place, { principal, subject }) {
      const held = current(place);
      if (held !== undefined) {
        return held.principal === principal ? { ...keep(held), heldBefore: true } : { heldBy: shownHolder(held) };
      }
      table.makeRoom(principal);
      const { key, central } = place;
      const taken = { token: options.newToken(), key, central, subject, principal, since: clock.now(), expiresAt: 0 };
      return { ...keep(taken), heldBefore: false };
    },
    async renew(place, proof) {
      const held = current(place);
      return held !== undefined && holds(held, proof) ? keep(held) : 'gone';
    },
    async release(place, proof) {
      const held = current(place);
      if (held !== undefined && holds(held, proof)) table.drop(place.key);
    },
    async holderOf(place) {
      const held = current(place);
      return held && shownHolder(held);
    },
    async takeOver({ key }) {
      table.drop(key);
    },
    async otherHolder(place, { principal, token }) {
      const held = current(place);
      return held === undefined || held.principal === principal || held.token === token ? undefined : shownHolder(held);
    },
    forget(isGone) {
      for (const { key, central } of table.all()) {
        if (central !== undefined && isGone(central)) table.drop(key);
      }
    },
  };
}

/** The locks that are held, by key and by principal, within bounds. */
function createLockTable() {
  /** The oldest stand first, because renewing moves a lock to the end. */
  const locks = new Map<string, Held>();
  /** Keys of each principal, in the same order. */
  const own = new Map<string, Set<string>>();

  function drop(key: string): void {
    const held = locks.get(key);
    if (held === undefined) return;
    locks.delete(key);
    const keys = own.get(held.principal);
    keys?.delete(key);
    if (keys?.size === 0) own.delete(held.principal);
  }

  return {
    get: (key: string) => locks.get(key),
    all: () => locks.values(),
    drop,
    put(held: Held): void {
      drop(held.key);
      locks.set(held.key, held);
      const keys = own.get(held.principal);
      if (keys === undefined) own.set(held.principal, new Set([held.key]));
      else keys.add(held.key);
    },
    /** Makes room for one more lock of this principal: its own oldest one goes first. */
    makeRoom(principal: string): void {
      const keys = own.get(principal);
      const [oldest] = keys ?? [];
      if (oldest !== undefined && keys!.size >= MAX_OWN_LOCKS) drop(oldest);
      const [first] = locks.keys();
      if (first !== undefined && locks.size >= MAX_LOCKS) drop(first);
    },
  };
}

function holds(held: Held, { principal, token }: LockProof): boolean {
  return token === undefined ? held.principal === principal : held.token === token;
}

function shownLock({ token, key, subject, since, expiresAt }: Held): EditLock {
  return { token, key, subject, since, expiresAt };
}

function shownHolder({ key, subject, since, expiresAt, principal }: Held): EditHolder {
  return { key, subject, since, expiresAt, principal };
}

/**
 * The lock on a paramset. Two CCUs may have the same address, so that the CCU is part of its key.
 *
 * @example
 * const place = paramsetLock({ central: 'home', address: '0001D3C99C0001:1' }, 'MASTER');
 */
export function paramsetLock(
  { central, address }: { readonly central: string; readonly address: string },
  paramset: string,
): LockPlace & { readonly central: string } {
  return { key: JSON.stringify([central, address, paramset]), central };
}

/** `channel:<address>:<paramset>`, as callers name it; the address has the number of a channel, or none. */
const NAMED = /^channel:([^:]+(?::\d+)?):(.+)$/;

/**
 * The lock that a caller means by its key and a CCU. Keys of anything but a device of the installation stand for
 * themselves.
 *
 * @throws GatewayError `conflict` (reason `central_required`) where several CCUs have the address and none was named
 * @example
 * const place = lockPlaceOf(ports.house, 'channel:0001D3C99C0001:1:MASTER', undefined);
 */
export function lockPlaceOf(
  house: Pick<House, 'resolve' | 'centralNames'>,
  key: string,
  central: string | undefined,
): LockPlace {
  const [, address, paramset] = NAMED.exec(key) ?? [];
  if (address === undefined || paramset === undefined) return freePlace(house, key);
  const target = house.resolve(address, central === undefined ? {} : { central });
  if (target.ok) return paramsetLock({ central: target.value.central, address }, paramset);
  // A gateway that has started may not know the device yet, or no CCU at all.
  const names = house.centralNames();
  if (central !== undefined && (names.length === 0 || names.includes(central)))
    return paramsetLock({ central, address }, paramset);
  const refusal = houseRefusal(target);
  if (refusal.code === 'conflict') throw refusal;
  return freePlace(house, key);
}

/** All gateways have to use the same location: the CCU with the first name. */
function freePlace(house: Pick<House, 'centralNames'>, key: string): LockPlace {
  const [first] = house.centralNames().toSorted();
  return first === undefined ? { key } : { key, central: first };
}

/**
 * The error for an item that another caller edits: code `locked`, with the name of the holder and the time since which
 * it holds the lock.
 *
 * @example
 * if ('heldBy' in lock) throw editedByOther('edit_locked', lock.heldBy);
 */
export function editedByOther(reason: 'edit_lock' | 'edit_locked', holder: EditHolder): GatewayError {
  return new GatewayError('locked', 'Another caller is editing this', {
    reason,
    members: { holder: holderBody(holder) },
  });
}

/**
 * A holder as answers show it.
 *
 * @example
 * const { subject, since } = holderBody(holder);
 */
export function holderBody({ subject, since, expiresAt }: EditHolder) {
  return {
    ...(subject === undefined ? {} : { subject }),
    since: toTimestamp(since),
    expires: toTimestamp(expiresAt),
  };
}
