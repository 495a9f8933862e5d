import type { GatewaysReport } from '@ccu-gateway/contract/types';
import type { Caller } from '../../use-case/caller.js';
import { useCase } from '../../use-case/use-case.js';

/** The other gateways of an installation as this gateway sees them. */
export interface GatewaysView {
  /**
   * Never rejects and never waits for long: facts that the broker does not report are left out, and `broker` gives the
   * reason.
   */
  report(): Promise<GatewaysReport>;
  /** Figures of the moment, without a request. */
  figures(): GatewaysFigures;
}

/** Figures of several gateways that need no request. */
export interface GatewaysFigures {
  /** True when broker or log do not answer, or must not be used. */
  readonly outage: boolean;
  /** Events that the log has not confirmed yet. */
  readonly logPending: number;
  /** Numbers of the log that have not come to this gateway, as of its last look; absent before that and during an outage of the broker. */
  readonly logLag?: number;
  /** Gateways that were there a moment ago; absent during an outage of the broker. */
  readonly members?: { readonly compatible: number; readonly incompatible: number };
  readonly centrals: readonly CentralFigures[];
  /** Results of this gateway's calls to others since the start. */
  readonly calls?: GatewayCallFigures;
}

/** Figures of a CCU that need no request. */
export interface CentralFigures {
  readonly central: string;
  /** True when this gateway may act for the CCU now. */
  readonly held: boolean;
  /** Of the term of this gateway. */
  readonly token?: number;
  /** True when any gateway holds it; absent during an outage of the broker, unless it is this one. */
  readonly holderKnown?: boolean;
  /** True when this gateway holds the CCU or has a copy of it. */
  readonly known: boolean;
}

/** Number of calls by result. */
export interface GatewayCallFigures {
  /** With an answer, or with a refusal by the other gateway. */
  readonly answered: number;
  /** Nothing was done. */
  readonly failed: number;
  /** It may have been done. */
  readonly unknown: number;
}

/** Port of the use case that shows several gateways. */
export interface GatewaysReading {
  /** Absent where this gateway is alone. */
  readonly gateways?: GatewaysView;
}

/**
 * The installation as this gateway sees it: the other gateways, the holder of each CCU, its own copies, broker and log. Role
 * `admin`, because addresses of machines are in it; not audited.
 *
 * @example
 * const report = await core.as(caller).diagnostics.gateways();
 */
export const readGateways = useCase(
  'admin',
  async ({ gateways }: GatewaysReading, _caller: Caller): Promise<GatewaysReport> =>
    (await gateways?.report()) ?? { enabled: false },
);
