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

/** The CCUs and their last known health. */
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
   * Has the CCU fetch and install its firmware update, and resolves when it has begun. Rejects with `not_implemented`
   * if the CCU has no command for it, with `conflict` if there is nothing newer or it is under way already.
   */
  installUpdate(central: string): Promise<void>;
  /**
   * Ends this process in order; its supervisor starts it anew. The second call within half a minute answers
   * `shutdown_in_progress`.
   */
  restart(): { readonly status: 'shutdown_signalled' | 'shutdown_in_progress'; readonly at: number };
}

/** Position of a break on the way from CCU to gateway. */
export type LoopTestHop = 'ccu' | 'registration' | 'callback' | 'foreign';

/** Result of a round trip through an interface, with the position of a break. */
export interface LoopTestOutcome {
  readonly ok: boolean;
  /** Gateway → CCU → callback → gateway, in milliseconds. */
  readonly rttMs?: number;
  readonly hop?: LoopTestHop;
  /** One sentence for people: the likely cause and a hint. */
  readonly cause?: string;
}

/** Makes a round trip through one interface. */
export interface LoopTester {
  /** Takes `<central>-<interface>`. A loop that is broken is an answer, not an error. */
  loopTest(interfaceId: string, options: { readonly signal: AbortSignal }): Promise<LoopTestOutcome>;
}
