import type { Inspected } from '../inspection/inspect.js';
import type { AuthLogger, Clock } from '../model/ports.js';

/** Remembers session cookies that another gateway made, never their values. */
export interface ForeignSessionNotes {
  note(inspected: Inspected): void;
  readonly lastSeenAt: number | null;
}

/** Logs the first one, with the remedy. */
export function createForeignSessionNotes(
  clock: Clock,
  logger: AuthLogger,
  nameOf: (option: 'serviceName') => string,
): ForeignSessionNotes {
  let lastSeenAt: number | null = null;
  return {
    get lastSeenAt() {
      return lastSeenAt;
    },
    note: ({ facts }) => {
      if (lastSeenAt === null) {
        logger.warn('auth.session.of_another_gateway', {
          peer: facts.peer,
          help: `a browser sent a session cookie that another gateway made: give each gateway of a host its own ${nameOf('serviceName')}`,
        });
      }
      lastSeenAt = clock.now();
    },
  };
}
