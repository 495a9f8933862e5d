import type { Auth } from '@ccu-gateway/auth-core';
import type { Timings } from '@ccu-gateway/ccu-client';
import type { DestinationStream } from 'pino';
import type { SearchTarget } from '../adapters/discovery.js';
import type { RestoreOutcome } from '../backup/restoring.js';
import type { Centrals } from '../centrals/centrals.js';
import type { LoadedConfig } from '../config/index.js';
import type { Faults } from '../parts/faults.js';
import type { Parts } from '../parts/parts.js';
import type { ShownCertificate } from './tls.js';

export interface GatewayOptions {
  readonly loaded: LoadedConfig;
  /** Where log lines go. */
  readonly out: DestinationStream;
  /** They go to the journal of systemd. */
  readonly journal?: boolean;
  /** Replaces durations of the CCU client, for demos and tests. */
  readonly timings?: Partial<Timings>;
  /** Milliseconds for which events are gathered before the hub is read, for tests. */
  readonly hubSettleMs?: number;
  /** Milliseconds from the first failed reading of a part of the hub to the next, for tests. */
  readonly hubRetryMs?: number;
  /** Milliseconds between two checks of the planned firmware updates; undefined: as usual. */
  readonly firmwareCheckMs?: number;
  /** Milliseconds for which the serial number of a CCU is waited for, for tests. */
  readonly identityWaitMs?: number;
  /** Address range of the search for CCUs instead of the whole local network, for tests. */
  readonly searchAt?: SearchTarget;
  /** Where the built web UI is, for tests. */
  readonly webUiFolder?: string;
  /** Value of an environment variable, for passwords that the settings of a CCU only name. */
  readonly environment: (name: string) => string | undefined;
  /** True when a start with the current configuration would be accepted. Without it the gateway asks for none. */
  readonly restartable?: (() => boolean) | undefined;
  /**
   * Faults of the process that no code has taken. Without it they end the process, or the caller of this gateway takes
   * them.
   */
  readonly faults?: Faults;
  /** The restore that this start follows. */
  readonly restored?: RestoreOutcome | undefined;
}

/** A running gateway. */
export interface Gateway {
  /** `http://host:port` of the listener, or `https://host:port`. */
  readonly url: string;
  /** The certificate of the listener at the start; undefined where it speaks plain HTTP. */
  readonly certificate: ShownCertificate | undefined;
  readonly auth: Auth;
  readonly centrals: Centrals;
  /** Its bridges, links and jobs. */
  readonly parts: Pick<Parts, 'in' | 'fault'>;
  /** Resolves with a reason when the gateway itself wants to end (a restart was asked for). */
  readonly stopRequested: Promise<string>;
  /** Reads the certificate of its own HTTPS anew. */
  reload(): Promise<void>;
  /**
   * Deregisters at the CCUs, closes sockets with 1001, and writes pending data. Within five seconds; within ten where
   * servers of other gateways do not answer.
   */
  stop(reason: string): Promise<void>;
  /** Does the requested restore, after the stop. Returns the outcome for the next start. */
  carryOutRestore(): Promise<RestoreOutcome | undefined>;
}
