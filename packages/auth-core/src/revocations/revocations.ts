import type { Revocation } from '../model/auth.js';
import { longestTimerMs } from '../model/defaults.js';
import type { AuthLogger, Clock } from '../model/ports.js';
import type { Principal } from '../model/principal.js';
import { type Role, roleCovers } from '../model/role.js';

export interface Revocations {
  publish(
    code: Revocation['code'],
    ended: { readonly credentialIds?: readonly string[]; readonly principalKeys?: readonly string[] },
  ): void;
  subscribe(listener: (revocation: Revocation) => void): () => void;
  watch(principal: Principal, ended: (code: Revocation['code']) => void): () => void;
  /**
   * Requests the role of every watched principal again, and ends those that lost it. Rejects if one of them could not
   * be determined.
   */
  review(): Promise<void>;
  close(): void;
}

export interface RevocationsOptions {
  readonly clock: Clock;
  readonly logger: AuthLogger;
  /** The current role of a principal; null when its credential ended. Throws when it cannot be determined. */
  readonly currentRole: (principal: Principal) => Promise<Role | null>;
}

interface Watched {
  readonly principal: Principal;
  readonly finish: (code: Revocation['code']) => void;
}

export function createRevocations({ clock, logger, currentRole }: RevocationsOptions): Revocations {
  const listeners = new Set<(revocation: Revocation) => void>();
  const alarms = createAlarms(clock);
  const watched = new Set<Watched>();

  const subscribe: Revocations['subscribe'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const reviewOne = async (entry: Watched): Promise<void> => {
    const role = await currentRole(entry.principal);
    if (!watched.has(entry)) return;
    if (role === null) entry.finish(4401);
    else if (!roleCovers(role, entry.principal.role)) entry.finish(4403);
  };

  return {
    subscribe,
    publish: (code, { credentialIds = [], principalKeys = [] }) => {
      if (credentialIds.length + principalKeys.length === 0) return;
      for (const listener of [...listeners]) {
        try {
          listener({ code, credentialIds, principalKeys });
        } catch {
          // One broken listener must not keep the sockets of the others open.
          logger.error('auth.revocation.listener_failed');
        }
      }
    },
    watch: (principal, ended) => {
      const finish = (code: Revocation['code']) => {
        stop();
        ended(code);
      };
      const unsubscribe = subscribe(({ code, credentialIds, principalKeys }) => {
        if (credentialIds.includes(principal.credentialId) || principalKeys.includes(principal.key)) finish(code);
      });
      const { expiresAt } = principal;
      const cancel = expiresAt === undefined ? () => {} : alarms.at(expiresAt, () => finish(4401));
      const entry = { principal, finish };
      watched.add(entry);
      const stop = () => {
        watched.delete(entry);
        unsubscribe();
        cancel();
      };
      // This listener missed an end between the check and now. `review` checks an undetermined principal again.
      reviewOne(entry).catch(() => undefined);
      return stop;
    },
    review: async () => {
      // All at once, so that the look-ups are batched; a principal that cannot be determined keeps no other one open.
      const looks = await Promise.allSettled([...watched].map(reviewOne));
      const failed = looks.find((look) => look.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    close: () => {
      alarms.stopAll();
      listeners.clear();
      watched.clear();
    },
  };
}

/** Calls at moments of the clock, however far away. */
function createAlarms(clock: Clock) {
  const set = new Set<() => void>();
  return {
    at(time: number, callback: () => void): () => void {
      let cancel = () => {};
      const arm = () => {
        const delay = Math.max(0, time - clock.now());
        // Longer waits are taken in steps.
        cancel = clock.after(Math.min(delay, longestTimerMs), () => (clock.now() >= time ? callback() : arm()));
      };
      arm();
      const stop = () => {
        cancel();
        set.delete(stop);
      };
      set.add(stop);
      return stop;
    },
    stopAll(): void {
      for (const stop of [...set]) stop();
    },
  };
}
