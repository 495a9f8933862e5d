import type { Role } from '@ccu-gateway/auth-core';
import type { DeepReadonly } from '@ccu-gateway/contract/types';
import type { z } from 'zod';
import type { Caller } from './caller.js';

/** One command of the WebSocket: the twin of a REST operation, or one that stands alone. */
export interface WsCommand<Ports> {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly access: Role;
  /** Reason for a command without an operation. Absent on twins. */
  readonly alone?: string;
  /** Unknown arguments are ignored: a newer client may send more than this build knows. */
  readonly args?: z.ZodObject;
  readonly result?: z.ZodType;
  /** As of operations. */
  readonly heavy?: boolean;
  readonly handler: (args: never, ports: Ports, caller: Caller) => unknown;
}

/** Port of `system.commands`. */
export interface CommandList {
  list(): readonly { readonly name: string; readonly category: string; readonly kind: 'command' | 'broadcast' }[];
}

/** Answer of a command with this result. */
export type Answer<R> = R extends z.ZodType ? DeepReadonly<z.output<R>> : unknown;

type CommandSpec<Ports, A, R> = Omit<WsCommand<Ports>, 'alone' | 'args' | 'result' | 'handler'> & {
  readonly alone: string;
  readonly args?: A;
  readonly result?: R;
  readonly handler: (
    args: A extends z.ZodType ? z.output<A> : Readonly<Record<never, never>>,
    ports: Ports,
    caller: Caller,
  ) => Answer<R> | Promise<Answer<R>>;
};

/**
 * Gives a family its factory for commands that are no twins of operations. A handler's answer must have the type of its
 * `result`.
 */
export function commandsWith<Ports>() {
  return <A extends z.ZodObject | undefined = undefined, R extends z.ZodType | undefined = undefined>(
    spec: CommandSpec<Ports, A, R>,
  ): WsCommand<Ports> => spec as WsCommand<Ports>;
}
