import type { EditHolder, EditLock, EditLocks } from '../ports/editing.js';
import type { Clock, House } from '../ports/house.js';
import { GatewayError } from '../use-case/errors.js';
import { houseRefusal } from '../use-case/refusal.js';
import { toTimestamp } from '../use-case/timestamp.js';

const EDIT_LOCK_MS = 5 * 60_000;
/** No person edits that many things; a program that opens locks in a loop must not fill the memory. */
const MAX_LOCKS = 10_000;

interface Held extends EditLock {
  readonly principal: string;
}

/**
 * Edit locks in memory: at most 10 000, of which the one that was renewed longest ago is freed first. `newToken`
 * gives text that cannot be guessed.
 *
 * @example
 * const locks = createEditLocks({ clock: { now: () => Date.now() }, newToken: randomUUID });
 * const lock = locks.open('channel:0001D3C99C0001:1:MASTER', { principal: 'local:anna', subject: 'anna' });
 */
export function createEditLocks(options: { readonly clock: Clock; readonly newToken: () => string }): EditLocks {
  const locks = new Map<string, Held>();
  const { clock } = options;

  function current(key: string): Held | undefined {
    const held = locks.get(key);
    if (held === undefined || held.expiresAt > clock.now()) return held;
    locks.delete(key);
    return undefined;
  }

  function holds(held: Held, proof: { readonly principal: string; readonly token?: string }): boolean {
    return proof.token === undefined ? held.principal === proof.principal : held.token === proof.token;
  }

  function keep(held: Held): EditLock {
    const renewed = { ...held, expiresAt: clock.now() + EDIT_LOCK_MS };
    locks.delete(held.key);
    locks.set(held.key, renewed);
    return publicPart(renewed);
  }

  return {
    open(key, { principal, subject }) {
      const held = current(key);
      if (held !== undefined) return held.principal === principal ? keep(held) : 'held';
      // The oldest stand first, because renewing moves a lock to the end.
      for (const oldest of locks.keys()) {
        if (locks.size < MAX_LOCKS) break;
        locks.delete(oldest);
      }
      return keep({ token: options.newToken(), key, subject, principal, since: clock.now(), expiresAt: 0 });
    },
    renew(key, proof) {
      const held = current(key);
      return held !== undefined && holds(held, proof) ? keep(held) : 'gone';
    },
    release(key, proof) {
      const held = current(key);
      if (held !== undefined && holds(held, proof)) locks.delete(key);
    },
    holderOf(key) {
      const held = current(key);
      if (held === undefined) return undefined;
      const { token: _, ...holder } = held;
      return holder;
    },
    takeOver(key) {
      locks.delete(key);
    },
    heldByOther(key, proof) {
      const held = current(key);
      return held !== undefined && !(held.principal === proof.principal || held.token === proof.token);
    },
  };
}

function publicPart({ token, key, subject, since, expiresAt }: Held): EditLock {
  return { token, key, subject, since, expiresAt };
}

/**
 * The key of the lock on a paramset. Two CCUs may have the same address, so that the CCU is part of it.
 *
 * @example
 * const key = paramsetLockKey({ central: 'home', address: '0001D3C99C0001:1' }, 'MASTER');
 */
export function paramsetLockKey(
  { central, address }: { readonly central: string; readonly address: string },
  paramset: string,
): string {
  return JSON.stringify([central, address, paramset]);
}

/** `channel:<address>:<paramset>`, as callers name it; the address has the number of a channel, or none. */
const NAMED = /^channel:([^:]+(?::\d+)?):(.+)$/;

/**
 * The lock that a caller means by its key and a CCU. Keys of what is no device of the house stand for themselves.
 *
 * @throws GatewayError `conflict` (reason `central_required`) where several CCUs have the address and none was named
 * @example
 * const key = editLockKey(ports.house, 'channel:0001D3C99C0001:1:MASTER', undefined);
 */
export function editLockKey(house: Pick<House, 'resolve'>, key: string, central: string | undefined): string {
  const [, address, paramset] = NAMED.exec(key) ?? [];
  if (address === undefined || paramset === undefined) return key;
  const target = house.resolve(address, central === undefined ? {} : { central });
  if (target.ok) return paramsetLockKey({ central: target.value.central, address }, paramset);
  const refusal = houseRefusal(target);
  if (refusal.code === 'conflict') throw refusal;
  return key;
}

/**
 * The error for what another caller edits: code `locked`, with the name of the holder and since when it holds the lock.
 *
 * @example
 * if (lock === 'held') throw editedByOther('edit_locked', editLocks.holderOf(key));
 */
export function editedByOther(reason: 'edit_lock' | 'edit_locked', holder: EditHolder | undefined): GatewayError {
  return new GatewayError('locked', 'Another caller is editing this', {
    reason,
    ...(holder === undefined ? {} : { members: { holder: holderBody(holder) } }),
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
