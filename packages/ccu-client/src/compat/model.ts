import type { ConnectOptions } from '../central/ccu-model.js';
import type { InterfaceOptions } from '../model/interface-options.js';

/** The groups of checks, in the order they run. */
export const COMPAT_GROUPS = [
  'interfaces',
  'rpc',
  'json_rpc',
  'scripts',
  'encodings',
  'callbacks',
  'timing',
  'write',
] as const;

/** A group of checks. */
export type CompatGroup = (typeof COMPAT_GROUPS)[number];

/**
 * Outcome of a check.
 *
 * - `ok`: the CCU behaves as this client assumes
 * - `different`: it gives another answer than assumed
 * - `failed`: it gives no usable answer
 * - `absent`: the checked feature is missing, and optional
 * - `skipped`: not checked; the detail has the reason
 */
export type CompatOutcome = 'ok' | 'different' | 'failed' | 'absent' | 'skipped';

/** One row. Everything in it is a word of this program or a number: no text of the CCU. */
export interface CompatResult {
  readonly group: CompatGroup;
  readonly check: string;
  readonly outcome: CompatOutcome;
  readonly detail: string;
  readonly durationMs: number;
}

/** Result of a compatibility check. */
export interface CompatRun {
  /** Nothing is `different` or `failed`. */
  readonly passed: boolean;
  /** Result of the login; `none` without credentials. */
  readonly login: 'accepted' | 'refused' | 'none';
  /** Version of the CCU's firmware, digits and dots. */
  readonly version?: string;
  /** The product by one of the names that are known, else absent. */
  readonly product?: string;
  /** True when the run was allowed to create and remove objects of its own. */
  readonly wrote: boolean;
  /** In the order in which they were found. */
  readonly results: readonly CompatResult[];
}

/** Options of `checkCompatibility`. Those shared with `ConnectOptions` mean the same. */
export interface CompatOptions
  extends Pick<
    ConnectOptions,
    | 'host'
    | 'username'
    | 'password'
    | 'tls'
    | 'tlsInsecureSkipVerify'
    | 'tlsFingerprint'
    | 'jsonRpcPort'
    | 'regaPort'
    | 'callbacks'
    | 'clock'
    | 'timers'
    | 'random'
    | 'timings'
  > {
  readonly interfaces: readonly InterfaceOptions[];
  /** Creates, changes and removes things of its own, all named `ccu-gateway-compat-…`. */
  readonly write?: boolean;
  /** Ends the run: it rejects with `CcuError` `aborted`. */
  readonly signal?: AbortSignal;
  /** Called for every row. */
  readonly onResult?: (result: CompatResult) => void;
}
