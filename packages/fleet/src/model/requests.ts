import type { FleetHealth } from './health.js';

/** Note about a request. */
export type NotedRequest = { readonly state: 'under_way' } | { readonly state: 'done'; readonly answer: unknown };

/** A request that this process has noted. It is under way until one of these was called; neither rejects. */
export interface BegunRequest {
  /** Keeps the answer, as JSON, for later requests with the same id. */
  keep(answer: unknown): Promise<void>;
  /** It was not done, and may be asked again. */
  forget(): Promise<void>;
}

/** Requests that processes of one fleet do once, each by an id that the caller has chosen. */
export interface RequestTable {
  /** Also `outage` where the broker answers and notes nothing, as where there is no room. */
  readonly health: FleetHealth;
  /**
   * Notes that a request is being handled by this process. Resolves with undefined where it was noted before. Rejects
   * where that cannot be known: then it must not be done.
   */
  begin(id: string): Promise<BegunRequest | undefined>;
  /** Resolves with undefined where nothing is noted, or no more. Rejects when the broker does not answer in time. */
  read(id: string): Promise<NotedRequest | undefined>;
  close(): void;
}
