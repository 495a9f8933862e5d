import type { EventBody } from '@ccu-gateway/contract/types';
import type { GatewayCore, Logger } from '@ccu-gateway/gateway-core';

/** Choice for a thing. */
export interface Choice {
  readonly enabled: boolean;
  /** The name it is shown under; its own where absent. */
  readonly name?: string;
  /** Kind of a switch; `plug` where absent. */
  readonly kind?: 'plug' | 'light';
}

interface StoredValue {
  readonly context: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Store of the bridge for data that must survive a restart. A change is durable when its call returns, also after a
 * power cut.
 */
export interface MatterStore {
  /** All that the library keeps: homes, counters, subscriptions. */
  load(): Iterable<StoredValue>;
  /** All rows or none. */
  save(rows: readonly StoredValue[]): void;
  remove(context: string, key: string): void;
  /** Removes this context and those below it; everything for an empty one. */
  clear(context: string): void;
  /** The number of a thing, for ever; a new one above all others where it has none. */
  numberOf(key: string): number;
  /** The number of a thing that has one. */
  knownNumber(key: string): number | undefined;
  /** Choices, by the keys of the things. */
  choices(): ReadonlyMap<string, Choice>;
  choose(key: string, choice: Choice): void;
  /** Public facts about this installation. */
  fact(name: string): string | undefined;
  keepFact(name: string, value: string): void;
  /** The codes of this installation, sealed by the store. */
  secret(name: string): string | undefined;
  keepSecret(name: string, value: string): void;
  /** Forgets the homes and the codes; numbers and choices stay. */
  reset(): void;
}

/** A problem that people shall find later. */
export interface BridgeIncident {
  readonly summary: string;
  readonly detail?: string;
}

/** The door to time. */
export interface BridgeClock {
  now(): number;
  /** Runs it once, after so many milliseconds; the answer takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** Dependencies of the bridge on the gateway. */
export interface BridgePorts {
  readonly core: GatewayCore;
  readonly store: MatterStore;
  readonly clock: BridgeClock;
  readonly log: Logger;
  publish(event: Extract<EventBody, { readonly type: `matter.${string}` }> & { readonly topic: string }): void;
  /** External actions on the bridge, for the history of changes. */
  record(happened: { readonly action: string; readonly note?: string; readonly user?: string }): void;
  incident(incident: BridgeIncident): void;
  /** An unpredictable integer from `from` to below `to`. */
  randomInt(from: number, to: number): number;
}
