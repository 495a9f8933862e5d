/** Kind of a failure in the work with a broker. */
export type TroubleKind =
  | 'connection'
  /** The broker refuses to deliver a filter. */
  | 'subscription'
  | 'publish'
  /** A message of the broker is larger than the bridge reads. */
  | 'message_dropped'
  | 'command_refused'
  | 'command_ignored'
  /** Something of the gateway itself: events that were not read, a position that was not saved. */
  | 'internal';

/** Something that went wrong, once or again and again. */
export interface Trouble {
  readonly kind: TroubleKind;
  /** One sentence for people. It never holds a password. */
  readonly message: string;
  readonly topic?: string;
  /** When it happened last, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly count: number;
}

/** The newest troubles with one broker. */
export interface Troubles {
  note(trouble: Pick<Trouble, 'kind' | 'message' | 'topic'>): void;
  /** The newest first. */
  list(): readonly Trouble[];
}

const KEPT = 20;
/** A client of the broker chooses topics, and a broker its words. */
const LONGEST = 300;

/** Keeps the newest; the same again is counted, so that one noisy client leaves the others in sight. */
export function createTroubles(now: () => number): Troubles {
  const kept = new Map<string, Trouble>();
  return {
    note({ kind, message, topic }) {
      const said = { kind, message: cut(message), ...(topic === undefined ? {} : { topic: cut(topic) }) };
      const key = JSON.stringify(said);
      const count = (kept.get(key)?.count ?? 0) + 1;
      kept.delete(key);
      kept.set(key, { ...said, at: now(), count });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT) break;
        kept.delete(oldest);
      }
    },
    list: () => [...kept.values()].reverse(),
  };
}

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`);
