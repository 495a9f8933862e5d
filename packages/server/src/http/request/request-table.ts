import type { Clock } from '@ccu-gateway/gateway-core/use-cases';

/** For how long a request with an `Idempotency-Key` is remembered, in milliseconds. */
export const REQUESTS_KEPT_MS = 5 * 60_000;
const MAX_ENTRIES = 2_000;

/** Noted state of a request. */
export type NotedRequest = { readonly state: 'under_way' } | { readonly state: 'done'; readonly answer: unknown };

/** A request that was noted here. It is under way until one of these was called; neither rejects. */
export interface BegunRequest {
  /** Stores an answer, as JSON, for repeated requests. */
  keep(answer: unknown): Promise<void>;
  /** It was not done, and may be asked again. */
  forget(): Promise<void>;
}

/** The requests with an `Idempotency-Key` of the last five minutes. Several gateways may have one table. */
export interface RequestTable {
  /**
   * Notes that a request is under way. Resolves with undefined where it was noted before; rejects where that cannot be known,
   * and then it must not be done.
   */
  begin(id: string): Promise<BegunRequest | undefined>;
  /** Resolves with undefined where nothing is noted. */
  read(id: string): Promise<NotedRequest | undefined>;
}

interface Entry {
  readonly noted: NotedRequest;
  readonly expiresAt: number;
}

/** A table of this process; it holds at most 2 000 requests, and forgets the oldest first. */
export function createRequestTable(clock: Clock): RequestTable {
  const entries = new Map<string, Entry>();

  return {
    async begin(id) {
      const now = clock.now();
      forgetOld(entries, now);
      if (entries.has(id)) return undefined;
      const begun: Entry = { noted: { state: 'under_way' }, expiresAt: now + REQUESTS_KEPT_MS };
      entries.set(id, begun);
      const isMine = () => entries.get(id) === begun;
      return {
        async keep(answer) {
          if (isMine()) entries.set(id, { ...begun, noted: { state: 'done', answer } });
        },
        async forget() {
          if (isMine()) entries.delete(id);
        },
      };
    },
    async read(id) {
      forgetOld(entries, clock.now());
      return entries.get(id)?.noted;
    },
  };
}

/** Entries stand in the order of their expiry, because all live equally long. */
function forgetOld(entries: Map<string, Entry>, now: number): void {
  for (const [id, entry] of entries) {
    if (entry.expiresAt > now && entries.size < MAX_ENTRIES) break;
    entries.delete(id);
  }
}
