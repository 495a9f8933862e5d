import type { FaultSwitches } from '../faults/switches.js';
import type { SimulatorUser } from '../house/types.js';

/** A session nobody uses ends after this long. */
const IDLE_MS = 300_000;

/** Sessions of the web interface; the slots are few and shared by everybody. */
export interface Sessions {
  /** The id, or undefined for wrong credentials as well as for no free slot: a CCU does not tell which. */
  login(name: string, password: string): string | undefined;
  /** The user of a session; using it keeps it alive. */
  user(id: unknown): SimulatorUser | undefined;
  logout(id: unknown): boolean;
  count(): number;
  clear(): void;
}

export interface SessionsOptions {
  readonly users: readonly SimulatorUser[];
  readonly limit: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly switches: FaultSwitches;
}

export function createSessions({ users, limit, now, random, switches }: SessionsOptions): Sessions {
  const sessions = new Map<string, { readonly user: SimulatorUser; usedAt: number }>();

  function expire(): void {
    for (const [id, session] of sessions) if (now() - session.usedAt > IDLE_MS) sessions.delete(id);
  }

  return {
    login(name, password) {
      expire();
      const user = users.find((candidate) => candidate.name === name && candidate.password === password);
      if (user === undefined || sessions.size >= limit || switches.sessionsExhausted) return undefined;
      const id = Array.from({ length: 10 }, () =>
        'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'.charAt(Math.floor(random() * 59)),
      ).join('');
      sessions.set(id, { user, usedAt: now() });
      return id;
    },
    user(id) {
      expire();
      const session = typeof id === 'string' ? sessions.get(id) : undefined;
      if (session !== undefined) session.usedAt = now();
      return session?.user;
    },
    logout: (id) => typeof id === 'string' && sessions.delete(id),
    count: () => sessions.size,
    clear: () => sessions.clear(),
  };
}
