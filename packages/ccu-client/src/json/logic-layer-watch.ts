import { CcuError, isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { throwIfAborted } from '../time/wait.js';
import type { JsonRpcReply } from '../wire/codecs/index.js';

/**
 * Watches for a hanging logic layer. One that hangs holds every call until its time limit, and each of them is a
 * process on a weak machine; so calls are refused at once while it is known to hang.
 */
export interface LogicLayerWatch {
  /** Asks now, beside all other calls. Undefined where the CCU does not tell, or cannot be reached at all. */
  look(signal?: AbortSignal): Promise<boolean | undefined>;
  /** It is known not to answer. */
  isSilent(): boolean;
  /** A call was answered by it. */
  answered(): void;
  /** Aborts when the logic layer is found to hang, for the calls that are under way. */
  signal(): AbortSignal;
}

/** One question, and the one that confirms that there is no answer. */
const ASK_MS = 3_500;
const CONFIRM_MS = 2_000;
/** Time in milliseconds for which a result is valid without another check. */
const COUNTS_MS = 30_000;

export function createLogicLayerWatch(deps: {
  /** Asks the web server for the state of the logic layer. */
  readonly ask: (timeoutMs: number, signal?: AbortSignal) => Promise<JsonRpcReply>;
  /** True when the web server itself answers, without asking the logic layer. */
  readonly isServed: (timeoutMs: number, signal?: AbortSignal) => Promise<boolean>;
  readonly now: Now;
}): LogicLayerWatch {
  const { now } = deps;
  let silentSince: number | undefined;
  let looking: Promise<boolean | undefined> | undefined;
  let underWay = new AbortController();

  function answered(): void {
    silentSince = undefined;
  }

  function fellSilent(): void {
    silentSince = now();
    underWay.abort(silent());
    underWay = new AbortController();
  }

  async function asked(timeoutMs: number, signal?: AbortSignal): Promise<boolean | 'silent' | undefined> {
    try {
      const reply = await deps.ask(timeoutMs, signal);
      return reply.kind === 'result' && typeof reply.result === 'boolean' ? reply.result : undefined;
    } catch (error) {
      throwIfAborted(signal);
      return isCcuError(error) && error.code === 'timeout' ? 'silent' : undefined;
    }
  }

  async function look(signal?: AbortSignal): Promise<boolean | undefined> {
    const first = await asked(ASK_MS, signal);
    if (first === 'silent') {
      // A CCU that is away, or has much to do, is silent as well.
      const [again, isServed] = await Promise.all([asked(CONFIRM_MS, signal), deps.isServed(CONFIRM_MS, signal)]);
      if (again === 'silent' && isServed) {
        fellSilent();
        return false;
      }
      return typeof again === 'boolean' ? settle(again) : undefined;
    }
    return typeof first === 'boolean' ? settle(first) : undefined;
  }

  function settle(isThere: boolean): boolean {
    if (isThere) answered();
    return isThere;
  }

  return {
    look(signal) {
      if (looking !== undefined) return looking;
      const mine = look(signal).finally(() => {
        looking = undefined;
      });
      looking = mine;
      return mine;
    },
    isSilent: () => silentSince !== undefined && now() - silentSince < COUNTS_MS,
    answered,
    signal: () => underWay.signal,
  };
}

/** Error for calls to a hanging logic layer. */
export function silent(): CcuError {
  return new CcuError('booting', 'the logic layer of the CCU does not answer');
}
