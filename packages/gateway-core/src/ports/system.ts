import type { SystemCCUEntry } from '@ccu-gateway/contract/types';

/** One notice of `system.status_changed`, as published. */
export interface SystemStatusEvent {
  readonly central: string;
  readonly component: string;
  readonly healthy: boolean;
  /** RFC 3339. */
  readonly event_at: string;
  readonly reason?: string;
  readonly interface_id?: string;
  readonly error_code?: number;
  readonly central_state?: string;
  readonly connection_state?: string;
  readonly degraded_interfaces?: readonly string[];
  readonly issues?: readonly string[];
}

/** The CCUs and what was last said of their health. */
export interface SystemView {
  centrals(): readonly SystemCCUEntry[];
  /** The newest notices, oldest first; bounded. */
  statusEvents(): readonly SystemStatusEvent[];
}

/** Restarts and updates of CCUs and of the gateway. */
export interface SystemControl {
  /** Rejects with a `GatewayError`. */
  reboot(central: string): Promise<void>;
  /**
   * Has the CCU fetch and install its firmware update, and resolves when it has begun. Rejects with `not_implemented` where
   * the CCU has no way to be told, with `conflict` where there is nothing newer or it is under way already.
   */
  installUpdate(central: string): Promise<void>;
  /**
   * Ends this process in order; what supervises it starts it anew. The second call within half a minute answers
   * `shutdown_in_progress`.
   */
  restart(): { readonly status: 'shutdown_signalled' | 'shutdown_in_progress'; readonly at: number };
}

/** Where the way CCU → gateway broke. */
export type LoopTestHop = 'ccu' | 'registration' | 'callback' | 'foreign';

/** Whether the round trip through an interface worked, and if not, where it broke. */
export interface LoopTestOutcome {
  readonly ok: boolean;
  /** Gateway → CCU → callback → gateway, in milliseconds. */
  readonly rttMs?: number;
  readonly hop?: LoopTestHop;
  /** One sentence for people: the likely cause and what to look at. */
  readonly cause?: string;
}

/** Makes a round trip through one interface. */
export interface LoopTester {
  /** Takes `<central>-<interface>`. A loop that is broken is an answer, not an error. */
  loopTest(interfaceId: string, options: { readonly signal: AbortSignal }): Promise<LoopTestOutcome>;
}
