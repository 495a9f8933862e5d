import type { Role } from '@ccu-gateway/auth-core';
import type { DeepReadonly } from '@ccu-gateway/contract/types';
import type { z } from 'zod';
import type { Caller } from './caller.js';

/** One command of the WebSocket: the twin of a REST operation, with the same role and calling the same function. */
export interface WsCommand<Needs> {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly access: Role;
  /** Unknown arguments are ignored: a newer client may send more than this build knows. */
  readonly args?: z.ZodObject;
  readonly result?: z.ZodType;
  readonly handler: (args: never, needs: Needs, caller: Caller) => unknown;
}

type Answer<R> = R extends z.ZodType ? DeepReadonly<z.output<R>> : unknown;

type CommandSpec<Needs, A, R> = Omit<WsCommand<Needs>, 'args' | 'result' | 'handler'> & {
  readonly args?: A;
  readonly result?: R;
  readonly handler: (
    args: A extends z.ZodType ? z.output<A> : Readonly<Record<never, never>>,
    needs: Needs,
    caller: Caller,
  ) => Answer<R> | Promise<Answer<R>>;
};

/**
 * Gives a family its way of writing commands, as `operationsWith` does for operations. What a handler answers must have the
 * type of its `result`.
 */
export function commandsWith<Needs>() {
  return <A extends z.ZodObject | undefined = undefined, R extends z.ZodType | undefined = undefined>(
    spec: CommandSpec<Needs, A, R>,
  ): WsCommand<Needs> => spec as WsCommand<Needs>;
}
