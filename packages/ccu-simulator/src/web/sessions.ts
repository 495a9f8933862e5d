import type { FaultSwitches } from '../environment/switches.js';
import type { SimulatorUser } from '../house/types.js';

/** A session that is not renewed ends after this long, however much it is used. */
const LIFE_MS = 300_000;

/** Sessions of the web interface; the slots are few and shared by all users. */
export interface Sessions {
  /** The id, or undefined for wrong credentials as well as for no free slot: a CCU does not tell which. */
  login(name: string, password: string): string | undefined;
  /** The user of a session. Using it does not keep it alive. */
  user(id: unknown): SimulatorUser | undefined;
  /** False when there is no such session. */
  renew(id: unknown): boolean;
  logout(id: unknown): boolean;
  count(): number;
  /** Ends all and names them. */
  clear(): readonly string[];
}

export interface SessionsOptions {
  readonly users: readonly SimulatorUser[];
  readonly limit: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly switches: FaultSwitches;
}

export function createSessions({ users, limit, now, random, switches }: SessionsOptions): Sessions {
  const sessions = new Map<string, { readonly user: SimulatorUser; renewedAt: number }>();

  function expire(): void {
    for (const [id, session] of sessions) if (now() - session.renewedAt > LIFE_MS) sessions.delete(id);
  }

  return {
    login(name, password) {
      expire();
      // On the way to the login script of a CCU a space becomes a plus, so that it never meets one of a user, and may be one.
      const [askedName, askedPassword] = [plussed(name), plussed(password)];
      const user = users.find((each) => each.name === askedName && each.password === askedPassword);
      if (user === undefined || sessions.size >= limit || switches.sessionsExhausted) return undefined;
      const id = Array.from({ length: 10 }, () =>
        'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'.charAt(Math.floor(random() * 59)),
      ).join('');
      sessions.set(id, { user, renewedAt: now() });
      return id;
    },
    user(id) {
      expire();
      return typeof id === 'string' ? sessions.get(id)?.user : undefined;
    },
    renew(id) {
      expire();
      const session = typeof id === 'string' ? sessions.get(id) : undefined;
      if (session !== undefined) session.renewedAt = now();
      return session !== undefined;
    },
    logout: (id) => typeof id === 'string' && sessions.delete(id),
    count: () => sessions.size,
    clear() {
      const ids = [...sessions.keys()];
      sessions.clear();
      return ids;
    },
  };
}

const plussed = (text: string): string => text.replaceAll(' ', '+');
