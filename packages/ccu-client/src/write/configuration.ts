import type { RollbackReason } from '../model/model.js';
import type { TypedValue, WriteRequest } from '../model/operations-model.js';
import { abortError, pause } from '../time/wait.js';
import type { ConfigWatch } from './config-watch.js';
import type { Journal } from './journal.js';
import type { SentValue } from './journal-records.js';
import { createParamsetProof, type ParamsetProof, type ParamsetProofDeps } from './paramset-proof.js';
import { newParamset, type TrackedParamset, TrackedParamsets } from './tracked-paramsets.js';

type Values = ReadonlyMap<string, TypedValue>;

/** Proves writes of MASTER and LINK, about which a CCU says "written" long before the device knows of them. */
export interface Configurations {
  /** Call before sending. */
  begin(request: WriteRequest, values: Values): Configuration;
  /** Goes on with what an earlier run had sent; all of one paramset. */
  resume(request: WriteRequest, left: readonly SentValue[]): void;
}

export interface Configuration {
  /**
   * It was sent. Settles when the device has taken it, or shows no sign of having to, and it was read back; or as
   * `pending` while the device still waits for it. Then it is read back when the device has taken it, however late.
   * Rejects when it cannot be read now; that is tried again, and ends like everything else.
   */
  proof(): Promise<'confirmed' | 'mismatch' | 'pending' | 'superseded'>;
  /** It was sent, and the CCU said itself that the device sleeps. */
  asleep(): void;
  /** It was not sent. */
  end(): void;
}

export interface ConfigurationDeps extends ParamsetProofDeps {
  readonly watch: ConfigWatch;
  readonly journal: Pick<Journal, 'note' | 'settle'>;
  readonly readBackMs: number;
  readonly rollBack: (sent: SentValue, reason: RollbackReason) => void;
}

export function createConfigurations(deps: ConfigurationDeps): Configurations {
  const tracked = new TrackedParamsets(deps.journal, deps.rollBack);
  const prove = createParamsetProof(deps, tracked);

  return {
    begin(request, values) {
      const watch = deps.watch.begin(request.channelAddress);
      const sent = sentValues(request, values, deps.now());
      const paramset = newParamset(request, sent, watch);
      // Before it is sent, because afterwards might be too late.
      for (const each of sent) deps.journal.note(each);
      return {
        proof() {
          tracked.track(paramset);
          return proofOf(paramset, prove, deps);
        },
        asleep() {
          tracked.track(paramset);
          void prove.whenAwake(paramset);
        },
        end() {
          watch.end();
          // Whether a CCU that was left in the middle took it is seen at the next start.
          if (!deps.closing.aborted) tracked.takeBack(paramset);
        },
      };
    },
    resume(request, left) {
      const sleeps = left.some(({ asleep }) => asleep);
      const paramset = newParamset(request, left, deps.watch.begin(request.channelAddress, sleeps));
      tracked.track(paramset);
      if (paramset.watch.isPending()) void prove.whenAwake(paramset);
      else void prove.whenReadable(paramset);
    },
  };
}

/** What became of a paramset that was just sent, once the device had a moment to take it. */
async function proofOf(
  paramset: TrackedParamset,
  prove: ParamsetProof,
  { timers, readBackMs, closing }: ConfigurationDeps,
): ReturnType<Configuration['proof']> {
  const { watch } = paramset;
  await pause(timers, readBackMs, AbortSignal.any([closing, watch.taken]));
  if (closing.aborted) throw abortError(closing);
  if (!watch.taken.aborted && watch.isPending()) {
    void prove.whenAwake(paramset);
    return 'pending';
  }
  try {
    return await prove.now(paramset);
  } catch (error) {
    if (!closing.aborted) void prove.soon(paramset);
    throw error;
  }
}

function sentValues(
  { channelAddress, paramsetKey, peer }: WriteRequest,
  values: Values,
  at: number,
): readonly SentValue[] {
  const place = { channelAddress, paramsetKey, ...(peer === undefined ? {} : { peer }) };
  return [...values].map(([parameter, value]) => ({ ...place, parameter, value, at, asleep: false }));
}
