import type { CommandCall, CommandFailure, ConnectionOptions } from '../model/connection.js';
import { limits } from '../model/limits.js';
import { jsonOf } from '../model/written-json.js';
import { resultErrorText } from './control-frames.js';

export interface Calls {
  run(call: Omit<CommandCall, 'signal'>): void;
  end(): void;
}

/** Runs commands side by side and answers each exactly once. */
export function createCalls(onCall: ConnectionOptions['onCall'], answer: (text: string) => void): Calls {
  let inFlight = 0;
  let ending: AbortController | undefined;

  async function perform(call: Omit<CommandCall, 'signal'>, handler: NonNullable<ConnectionOptions['onCall']>) {
    ending ??= new AbortController();
    inFlight += 1;
    let text: string;
    try {
      const data = await handler({ ...call, signal: ending.signal });
      text = `{"op":"result","id":${JSON.stringify(call.id)},"data":${jsonOf(data)}}`;
    } catch (error) {
      const failure = isCommandFailure(error) ? error : { code: 'internal_error', message: 'internal error' };
      text = failureText(call.id, failure);
    }
    inFlight -= 1;
    answer(text);
  }

  return {
    run(call) {
      if (!onCall) answer(resultErrorText(call.id, { code: 'unknown_command', message: 'unknown command' }));
      else if (inFlight >= limits.callsInFlight) {
        const message = `more than ${limits.callsInFlight} commands at once`;
        answer(resultErrorText(call.id, { code: 'rate_limited', message }));
      } else void perform(call, onCall);
    },
    end() {
      ending?.abort();
    },
  };
}

/** An answer that cannot be written as JSON must not leave a call without one. */
function failureText(id: string, failure: CommandFailure): string {
  try {
    return resultErrorText(id, failure);
  } catch {
    return resultErrorText(id, { code: failure.code, message: failure.message });
  }
}

/** An `Error` of the surroundings may carry a `code` too, but not one that clients should see. */
function isCommandFailure(error: unknown): error is CommandFailure {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as Partial<CommandFailure>;
  return typeof code === 'string' && /^[a-z_]+$/.test(code) && typeof message === 'string';
}
