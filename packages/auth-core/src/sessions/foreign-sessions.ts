import type { Inspect } from '../inspection/inspect.js';
import type { ForeignSessions } from '../model/auth.js';
import type { ForeignSessionNotes } from './foreign-notes.js';
import type { SessionRegistry } from './registry.js';

export function createForeignSessions(
  registry: Pick<SessionRegistry, 'lookup'>,
  notes: ForeignSessionNotes,
  inspect: Inspect,
): ForeignSessions {
  return {
    get lastSeenAt() {
      return notes.lastSeenAt;
    },
    // A page that cannot look is shown without the note.
    isCarriedBy: async (request) => {
      const read = inspect(request);
      const found = read.ok ? await registry.lookup(read.value).catch(() => null) : null;
      return found?.kind === 'none' && found.isForeign;
    },
  };
}
