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
 * - `ok`: the CCU does what this client assumes
 * - `different`: it answers, and otherwise than assumed
 * - `failed`: it gives no answer that can be judged
 * - `absent`: what is asked for is not there, and need not be
 * - `skipped`: not asked; the detail says why
 */
export type CompatOutcome = 'ok' | 'different' | 'failed' | 'absent' | 'skipped';

/** One row. Everything in it is a word of this program or a number: nothing that the CCU said as text. */
export interface CompatResult {
  readonly group: CompatGroup;
  readonly check: string;
  readonly outcome: CompatOutcome;
  readonly detail: string;
  readonly durationMs: number;
}

/** What a compatibility check has found. */
export interface CompatRun {
  /** Nothing is `different` or `failed`. */
  readonly passed: boolean;
  /** Whether the CCU took user name and password; `none` where there are none. */
  readonly login: 'accepted' | 'refused' | 'none';
  /** Version of the CCU's firmware, digits and dots. */
  readonly version?: string;
  /** The product by one of the names that are known, else absent. */
  readonly product?: string;
  /** Whether the run was allowed to make and remove things of its own. */
  readonly wrote: boolean;
  /** In the order in which they were found. */
  readonly results: readonly CompatResult[];
}

/** Options of `checkCompatibility`. Those that `ConnectOptions` has too mean the same. */
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
  /** Told of every row as it is found. */
  readonly onResult?: (result: CompatResult) => void;
}
