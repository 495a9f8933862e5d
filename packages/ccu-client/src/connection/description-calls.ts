import { isCcuError } from '../model/errors.js';
import type { ParamsetDescription, ParamsetKey } from '../model/model.js';
import type { Now, Timers } from '../model/ports.js';
import { readParamsetDescription } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { sleep } from '../time/wait.js';
import type { Refusals } from './refusals.js';

/** Asks the CCU for paramset descriptions. */
export interface DescriptionCalls {
  /** Undefined where the CCU refuses: it knows the device but not this paramset, and the rest is still worth having. */
  ask(address: string, paramsetKey: ParamsetKey, signal?: AbortSignal): Promise<ParamsetDescription | undefined>;
  /** The same, with a pause behind it in proportion to the time the CCU took. */
  askSlowly(
    address: string,
    paramsetKey: ParamsetKey,
    signal: AbortSignal,
    keep: (description: ParamsetDescription) => Promise<void>,
  ): Promise<ParamsetDescription | undefined>;
}

/** Parts of pause for one part of answering: an interface process spends at most a fifth of its time on us. */
const PAUSE_SHARE = 4;
/** The shortest pause as a part of the longest. */
const SHORTEST = 0.1;

export function createDescriptionCalls(deps: {
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly refusals: Pick<Refusals, 'add' | 'granted'>;
  readonly timers: Timers;
  readonly now: Now;
  /** Longest pause between two questions. */
  readonly gapMs: number;
}): DescriptionCalls {
  const { now, gapMs } = deps;

  async function ask(address: string, paramsetKey: ParamsetKey, signal?: AbortSignal) {
    try {
      const answer = await deps.rpc.call('getParamsetDescription', [address, paramsetKey], { signal, probe: true });
      deps.refusals.granted(address, paramsetKey);
      return readParamsetDescription(answer);
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'fault') throw error;
      deps.refusals.add(address, paramsetKey);
      return undefined;
    }
  }

  return {
    ask,
    async askSlowly(address, paramsetKey, signal, keep) {
      const askedAt = now();
      const description = await ask(address, paramsetKey, signal);
      const wanted = (now() - askedAt) * PAUSE_SHARE;
      if (description !== undefined) await keep(description);
      const pauseMs = Math.min(gapMs, Math.max(gapMs * SHORTEST, wanted));
      if (pauseMs > 0) await sleep(deps.timers, pauseMs, signal);
      return description;
    },
  };
}
