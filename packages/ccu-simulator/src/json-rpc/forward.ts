import type { WireValue } from '../house/types.js';
import type { TypedValue } from '../wire/typed-value.js';
import { bool, int, text } from '../wire/typed-value.js';
import {
  callInterface,
  flagOf,
  type JsonMethod,
  type JsonParams,
  type JsonRpcContext,
  numberOf,
  textOf,
} from './context.js';

/** Reads one argument of an RPC call from the parameters of a JSON-RPC call. */
export type Argument = (params: JsonParams) => TypedValue;

export const textFrom =
  (name: string): Argument =>
  (params) =>
    text(textOf(params, name));
export const integerFrom =
  (name: string): Argument =>
  (params) =>
    int(numberOf(params, name));
export const flagFrom =
  (name: string): Argument =>
  (params) =>
    bool(flagOf(params, name));

/** Method with an answer from an interface process. */
export interface ForwardedMethod extends JsonMethod {
  run(params: JsonParams): Promise<WireValue>;
}

/** The same method with its answer in another form. */
export function shown<T extends WireValue>(
  { level, run }: ForwardedMethod,
  show: (answer: T, params: JsonParams) => unknown,
): JsonMethod {
  return { level, run: async (params) => show((await run(params)) as T, params) };
}

/** Builds methods that pass a call on to an interface process. */
export interface Forwarding {
  /** The answer is that of the interface process. */
  forward(level: JsonMethod['level'], method: string, ...args: readonly Argument[]): ForwardedMethod;
  /** Answers `true`, because the answer of the interface process is empty. */
  order(level: JsonMethod['level'], method: string, ...args: readonly Argument[]): JsonMethod;
}

export function forwardingTo(context: JsonRpcContext): Forwarding {
  function pass(params: JsonParams, method: string, args: readonly Argument[]): Promise<WireValue> {
    return callInterface(context, params, [method, ...args.map((read) => read(params))]);
  }
  return {
    forward: (level, method, ...args) => ({ level, run: (params) => pass(params, method, args) }),
    order: (level, method, ...args) => ({
      level,
      async run(params) {
        await pass(params, method, args);
        return true;
      },
    }),
  };
}
