import type { FleetStatus } from '@ccu-gateway/contract/types';

/** What this gateway sees of its fleet. */
export interface FleetView {
  /** Never rejects and never waits for long: what the broker does not say is left out, and `broker` tells why. */
  status(): Promise<FleetStatus>;
  /** Figures of the moment, without asking anybody. */
  figures(): FleetFigures;
}

/** What is known of a fleet without asking. */
export interface FleetFigures {
  /** Whether broker or log do not answer, or must not be used. */
  readonly outage: boolean;
  /** Events that the log has not confirmed yet. */
  readonly logPending: number;
  /** Numbers of the log that have not come to this gateway, as of its last look; absent before that and during an outage of the broker. */
  readonly logLag?: number;
  /** Gateways that were there a moment ago; absent during an outage of the broker. */
  readonly members?: { readonly compatible: number; readonly incompatible: number };
  readonly centrals: readonly CentralFigures[];
  /** What became of the calls of this gateway to others since the start. */
  readonly calls?: FleetCallFigures;
}

/** What is known of a CCU of a fleet without asking. */
export interface CentralFigures {
  readonly central: string;
  /** Whether this gateway may act for the CCU now. */
  readonly held: boolean;
  /** Of the term of this gateway. */
  readonly token?: number;
  /** Whether any gateway holds it; absent during an outage of the broker, unless it is this one. */
  readonly holderKnown?: boolean;
  /** Whether this gateway holds the CCU or has a copy of it. */
  readonly known: boolean;
}

/** How many calls ended how. */
export interface FleetCallFigures {
  /** With an answer, or with what the other gateway refused. */
  readonly answered: number;
  /** Nothing was done. */
  readonly failed: number;
  /** It may have been done. */
  readonly unknown: number;
}
