import { CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { Now } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { Doubts } from './doubts.js';
import { type Evidence, eventsProve, hasPing } from './evidence.js';
import { PING_LOST, PING_REFUSED, UNANSWERED } from './notes.js';
import type { Miss, Pinger, PingOutcome } from './pinger.js';
import type { StatusBoard } from './status.js';

const MISSED: Readonly<Record<Miss, string>> = {
  unanswered: UNANSWERED,
  refused: PING_REFUSED,
  silent: PING_LOST,
};

interface ProofDeps {
  readonly profile: InterfaceProfile;
  readonly timings: Timings;
  readonly status: StatusBoard;
  readonly pinger: Pinger;
  readonly elapsed: Now;
  readonly evidence: Evidence;
  readonly doubts: Doubts;
}

/** Pings until an event comes back, as often as may be missed. Rejects when not even the calls are answered. */
export async function proveWayBack(deps: ProofDeps, signal: AbortSignal, tries: number): Promise<boolean> {
  const { elapsed, evidence, status } = deps;
  let outcome: PingOutcome | undefined;
  for (let missed = 0; hasPing(evidence, elapsed()) && missed < tries; missed += 1) {
    outcome = await ping(deps, signal);
    if (outcome === undefined) return false;
    if (note(deps, outcome)) return true;
    if (status.current().state === 'connected' && outcome.kind !== 'proved') {
      status.set('suspect', MISSED[outcome.kind]);
    }
  }
  if (outcome?.kind === 'unanswered') throw new CcuError('timeout', 'pings have no answer');
  return false;
}

/** Takes the outcome of a ping into the evidence; whether the way back is proved by it. */
function note({ elapsed, evidence, doubts, status, timings }: ProofDeps, outcome: PingOutcome): boolean {
  // While every ping is refused, the first refusal and the first proof afterwards enclose what was not proved.
  const isNews = outcome.kind !== 'refused' || evidence.lastMiss !== 'refused';
  if (outcome.kind !== 'proved' && isNews) doubts.raise(outcome.kind);
  if (outcome.kind === 'proved') {
    if (evidence.lastMiss === 'refused') doubts.raise('refused');
    evidence.lastProvenAt = elapsed();
    doubts.proved();
    evidence.lastMiss = undefined;
    status.measured({ pingMs: outcome.rttMs });
    return true;
  }
  evidence.lastMiss = outcome.kind;
  const isProved = outcome.kind === 'refused' && eventsProve(evidence, elapsed(), timings);
  if (isProved) evidence.lastProvenAt = elapsed();
  return isProved;
}

/** One ping; undefined where the interface has none. */
async function ping(deps: ProofDeps, signal: AbortSignal): Promise<PingOutcome | undefined> {
  const { pinger, timings, profile, evidence, elapsed } = deps;
  const callMs = timings.pongTimeoutMs;
  try {
    return await pinger.ping({ callMs, eventMs: callMs * profile.pongPatience, signal });
  } catch (error) {
    if (!isCcuError(error) || error.code !== 'unsupported') throw error;
    // Said once by mistake, it must not leave the way back unwatched for ever.
    evidence.pingFrom = elapsed() + timings.pingRetryMs;
    return undefined;
  }
}
