import { CallError, type CallFailure, type CallHandler, type Calls, type CallWire } from '../model/calls.js';
import type { FleetEnvironment } from '../model/environment.js';
import { systemEnvironment } from '../time/system.js';
import { type Asking, ask } from './asking.js';
import { type CallMessage, type ReplyContent, readMessage } from './messages.js';
import { textsOf } from './parts.js';
import { type Serving, serve, UNDESCRIBED } from './serving.js';

/** Parts and limits of calls. */
export interface CallsOptions {
  readonly wire: CallWire;
  /** Of this run of this process, such as the `id` of its keeper. */
  readonly id: string;
  /** By method. */
  readonly handlers?: Readonly<Record<string, CallHandler>>;
  /** Of a call, in characters of JSON; default 262 144. Answers that are longer go in parts. */
  readonly maxLength?: number;
  /** Of an answer; default 16 777 216. */
  readonly maxAnswerLength?: number;
  /**
   * Describes an error for callers. Default: `code`, `message` and `details` where they are there; nothing of other
   * errors.
   */
  readonly describe?: (error: unknown) => CallFailure;
  /** Default: `systemEnvironment()`. */
  readonly environment?: FleetEnvironment;
}

/** More calls that were not begun are refused. */
const MOST_WAITING = 1_000;

/**
 * Makes calls, and takes those of others. A call is delivered once or not at all, and never sent again. It is begun
 * only when its caller, still waiting, has sent `go` to a process that has reported `ready`: so a process that was
 * stopped begins nothing that is older than 2 s when it goes on.
 *
 * @example
 * const calls = openCalls({ wire: openCallWire(fleet), id: keeper.id, handlers: { write: whileHolding(lease, write) }
 * });
 * await calls.call(holder, 'write', { value: 1 }, { timeoutMs: 10_000 });
 */
export function openCalls(options: CallsOptions): Calls {
  const { wire, id, handlers = {}, describe = describeError } = options;
  const { maxLength = 262_144, maxAnswerLength = 16_777_216, environment = systemEnvironment() } = options;
  const asked = new Map<string, Asking>();
  const served = new Map<string, Serving>();
  let calls = 0;
  let closed = false;

  function receive(text: string): void {
    const message = readMessage(text);
    if (!message) return;
    const key = `${message.from} ${message.call}`;
    if (message.type === 'ask') take(key, message);
    else if (message.type === 'go') {
      const serving = served.get(key);
      if (serving) serving.go();
      else reply(message, { type: 'refused', code: 'unavailable', why: 'it could not be begun in time' });
    } else if (message.type === 'cancel') served.get(key)?.abandon();
    else asked.get(message.call)?.receive(message);
  }

  function take(key: string, message: Extract<CallMessage, { type: 'ask' }>): void {
    const handler = Object.hasOwn(handlers, message.method) ? handlers[message.method] : undefined;
    const isBusy = served.size >= MOST_WAITING;
    if (!handler || isBusy || served.has(key)) {
      const why = handler ? 'too many calls are waiting' : `there is no "${message.method}" here`;
      reply(message, { type: 'refused', code: 'unavailable', why });
      return;
    }
    const { args, from } = message;
    const onEnd = () => served.delete(key);
    const parts = { reply: (content: ReplyContent) => reply(message, content), describe, onEnd };
    served.set(key, serve(environment, { handler, args, from }, parts));
  }

  function reply({ from: to, call }: CallMessage, content: ReplyContent): void {
    const texts = textsOf({ ...content, from: id, call }, { maxLength, maxAnswerLength });
    const nobody = () => served.get(`${to} ${call}`)?.abandon();
    try {
      for (const text of texts) wire.send(to, text, nobody);
    } catch {
      // The caller waits until its outcome counts as unknown.
    }
  }

  const unlisten = wire.listen(id, receive);
  return {
    id,
    async call(to, method, args, waiting) {
      if (closed) throw new CallError('unavailable', 'the calls are closed');
      calls += 1;
      const call = String(calls);
      const message = JSON.stringify({ type: 'ask', from: id, call, method, args } satisfies CallMessage);
      if (message.length > maxLength) throw new CallError('too_large', 'the call is too large');
      const nobody = () => asked.get(call)?.nobody();
      const send = (type: 'go' | 'cancel') => wire.send(to, JSON.stringify({ type, from: id, call }), nobody);
      const asking = ask(environment, waiting, send);
      asked.set(call, asking);
      try {
        wire.send(to, message, nobody);
      } catch {
        asking.nobody();
      }
      return await asking.answer.finally(() => asked.delete(call));
    },
    close() {
      closed = true;
      unlisten();
      for (const serving of served.values()) serving.abandon();
      for (const asking of asked.values()) asking.closed();
    },
  };
}

function describeError(error: unknown): CallFailure {
  const { code, message, details } = (typeof error === 'object' && error !== null ? error : {}) as Partial<CallFailure>;
  if (typeof code !== 'string' || typeof message !== 'string') return UNDESCRIBED;
  return details === undefined ? { code, message } : { code, message, details };
}
