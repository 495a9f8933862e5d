import { CallError, type CallFailure, type CallHandler } from '../model/calls.js';
import type { FleetEnvironment } from '../model/environment.js';
import { ALIVE_MS } from './asking.js';
import type { ReplyContent } from './messages.js';

/** A `go` that comes later is not begun: its caller may have given up long ago. */
const GO_WITHIN_MS = 2_000;

/** Answer for an error without any description. */
export const UNDESCRIBED: CallFailure = { code: 'failed', message: 'the call has failed' };

/** One call that was asked for. */
export interface Serving {
  /** Begins. Where that is too late it is refused. */
  go(): void;
  /** The caller has given up, or is gone. */
  abandon(): void;
}

/** Calls `onEnd` when nothing more comes of it. */
export function serve(
  { after, elapsedAtMost }: FleetEnvironment,
  call: { readonly handler: CallHandler; readonly args: unknown; readonly from: string },
  options: {
    readonly reply: (content: ReplyContent) => void;
    readonly describe: (error: unknown) => CallFailure;
    readonly onEnd: () => void;
  },
): Serving {
  const { reply, describe, onEnd } = options;
  const readyAt = elapsedAtMost();
  const abandoned = new AbortController();
  let hasBegun = false;
  let cancelTimer = after(GO_WITHIN_MS, onEnd);

  const sayAlive = () => {
    cancelTimer = after(ALIVE_MS, () => {
      reply({ type: 'alive' });
      sayAlive();
    });
  };
  const end = (content: ReplyContent) => {
    cancelTimer();
    try {
      reply(content);
    } catch {
      // JSON cannot represent it, and the caller would wait in vain.
      reply({ type: 'failed', failure: UNDESCRIBED });
    }
    onEnd();
  };

  async function run(): Promise<ReplyContent> {
    try {
      const value = await call.handler(call.args, { from: call.from, signal: abandoned.signal });
      return { type: 'done', value };
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_holder') {
        return { type: 'refused', code: 'not_holder', why: error.message };
      }
      return { type: 'failed', failure: described(error) };
    }
  }

  function described(error: unknown): CallFailure {
    try {
      return describe(error);
    } catch {
      return UNDESCRIBED;
    }
  }

  reply({ type: 'ready' });
  return {
    go() {
      if (hasBegun) return;
      hasBegun = true;
      cancelTimer();
      // This process may have been stopped since it reported that it is ready.
      if (elapsedAtMost() - readyAt > GO_WITHIN_MS) {
        end({ type: 'refused', code: 'unavailable', why: 'it could not be begun in time' });
        return;
      }
      sayAlive();
      void run().then(end);
    },
    abandon() {
      abandoned.abort();
      if (hasBegun) return;
      cancelTimer();
      onEnd();
    },
  };
}
