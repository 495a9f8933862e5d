import { isIP } from 'node:net';
import type { Inspected } from '../inspection/inspect.js';
import type { SetupObstacle } from '../model/auth.js';
import type { Throttle } from '../model/ports.js';
import type { AuthProblem, ProblemReason } from '../model/problem.js';
import { problem, throttled } from '../model/problems.js';
import { isPrivate } from '../net/cidr.js';
import type { OriginGuard } from '../origins/guard.js';
import type { Settings } from '../settings/settings.js';
import type { Sources } from './sources.js';

export interface SetupGateOptions {
  readonly settings: Settings;
  readonly sources: Sources;
  readonly throttle: Throttle;
  readonly origins: OriginGuard;
}

/** Decides which callers reach the form of first-run setup, and how often. */
export interface SetupGate {
  /** The obstacle that keeps setup closed, or null. */
  closedBecause(): Promise<SetupObstacle | null>;
  /** True when a source outside the stores, the settings or the end of the gateway keeps it closed. Reads no store. */
  isShutOutside(): boolean;
  /** Every refusal that needs no body. */
  refusal(inspected: Inspected): Promise<AuthProblem | null>;
  mustWait(inspected: Inspected): AuthProblem | null;
  /** Counts one attempt. */
  count(inspected: Inspected): void;
  readonly isStopping: () => boolean;
  shut(): void;
}

/** The answer of a closed setup; any other obstacle means that it is done. */
const obstacles: Partial<Readonly<Record<SetupObstacle, ProblemReason>>> = {
  pinned_shut: 'setup_disabled',
  stopping: 'setup_stopping',
  store_unavailable: 'auth_store_unavailable',
};

export function createSetupGate({ settings, sources, throttle, origins }: SetupGateOptions): SetupGate {
  let stopping = false;

  const closedBecause = async (): Promise<SetupObstacle | null> => {
    if (!settings.bootstrap.allowFirstRunSetup) return 'pinned_shut';
    return stopping ? 'stopping' : sources.any();
  };

  const throttleKey = (inspected: Inspected) => ({ kind: 'setup', source: inspected.source().source }) as const;

  const mustWait = (inspected: Inspected): AuthProblem | null => {
    const waitMs = throttle.waitMs(throttleKey(inspected));
    return waitMs > 0 ? throttled(waitMs) : null;
  };

  /** A peer that forwards without being trusted may forward for any caller. */
  const isRemote = ({ facts, claim }: Inspected) =>
    claim === 'unbelieved' || claim === 'unreadable' || !isPrivate(facts.client);

  /** A refusal counts, and a caller with too many must wait. Nothing is awaited between the two. */
  const counted = (inspected: Inspected, refused: AuthProblem): AuthProblem => {
    const waiting = mustWait(inspected);
    if (waiting) return waiting;
    throttle.failed(throttleKey(inspected));
    return refused;
  };

  /** Refusals that ask no store, and then those of the stores, in the order in which they tell the least. */
  const faultOf = async (inspected: Inspected): Promise<AuthProblem | null> => {
    const { bootstrap } = settings;
    const { headers } = inspected;
    const obstacle = await closedBecause();
    if (obstacle) return problem(obstacles[obstacle] ?? 'setup_already_done');
    if (!bootstrap.allowRemoteSetup && isRemote(inspected)) return problem('setup_remote_forbidden');
    return isLocalHostName(headers.get('host'), bootstrap.allowedHosts) ? null : problem('host_not_allowed');
  };

  const refusal = async (inspected: Inspected): Promise<AuthProblem | null> => {
    if (settings.bootstrap.allowFirstRunSetup) {
      // Not counted: a page of another site must not be able to use up a visitor's attempts.
      const foreign = origins.refusal(inspected);
      if (foreign) return foreign;
    }
    // Before any store is asked: a refused caller costs nothing from then on.
    const waiting = mustWait(inspected);
    if (waiting) return waiting;
    const fault = await faultOf(inspected);
    return fault && counted(inspected, fault);
  };

  return {
    closedBecause,
    isShutOutside: () => stopping || !settings.bootstrap.allowFirstRunSetup || sources.outside() !== null,
    refusal,
    mustWait,
    count: (inspected) => throttle.failed(throttleKey(inspected)),
    isStopping: () => stopping,
    shut: () => {
      stopping = true;
    },
  };
}

const localSuffixes = ['.local', '.lan', '.home.arpa', '.internal', '.fritz.box'];

/**
 * True when a `Host` can only mean this network: an address, a single label, a local domain or a configured name. Any
 * other may be a foreign name that was pointed here to reach setup through a visitor's browser.
 */
function isLocalHostName(host: string | undefined, allowedHosts: readonly string[]): boolean {
  if (host === undefined) return false;
  const lower = host.toLowerCase();
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  const name = /^([a-z0-9._-]+)(?::\d{1,5})?$/.exec(lower)?.[1]?.replace(/\.$/, '');
  if (!name) return false;
  if (allowedHosts.includes(name) || isIP(name) === 4) return true;
  return !name.includes('.') || localSuffixes.some((suffix) => name.endsWith(suffix));
}
