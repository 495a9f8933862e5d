import type { Role } from '@ccu-gateway/auth-core';
import { lazily } from '@ccu-gateway/contract/zod';
import { z } from 'zod';
import { centralArgs, scopeOf } from './central-arg.js';
import type { Answer, WsCommand } from './command.js';

type Part<Name extends string, Schema, MayLack = false> = Schema extends z.ZodType
  ? MayLack extends true
    ? { readonly [Key in Name]?: z.output<Schema> | undefined }
    : { readonly [Key in Name]: z.output<Schema> }
  : { readonly [Key in Name]?: undefined };

/** Input of an operation with these schemas. */
export type Asked<P, Q, B, BO> = Part<'params', P> &
  Part<'query', Q> &
  Part<'body', B, BO> & {
    /** Equivalent of the header `X-Edit-Token`. */
    readonly editToken?: string | undefined;
  };

type Members<Schema> = Schema extends z.ZodObject ? z.output<Schema> : unknown;

/** The members of all parts of a request side by side. */
export type Flat<P, Q, B> = Members<P> & Members<Q> & Members<B>;

type Args<A, FlatArgs> = A extends z.ZodObject ? z.output<A> : FlatArgs;

type TwinSpec<Ports, Input, FlatArgs, Told, A, R> = {
  readonly name: string;
  /** Default: the tag of the operation. */
  readonly category?: string;
  /** Default: the summary of the operation. */
  readonly description?: string;
  /** Default: the members of parameters, query and body side by side, and the CCU in both spellings. */
  readonly args?: A;
  /** The request that these arguments mean. Needed with `args`. */
  readonly input?: (args: Args<A, FlatArgs>) => Input;
  /** Refuses, by throwing, inputs that REST answers with a header: a command has none. */
  readonly check?: (input: Input, ports: Ports) => void;
  /** Default: the JSON of the operation. */
  readonly result?: R;
  /** Makes the result from the answer of the operation. Needed with `result`. */
  readonly answer?: (told: Told, args: Args<A, FlatArgs>) => Answer<R>;
} & (A extends z.ZodObject ? { readonly input: unknown } : unknown) &
  (R extends z.ZodType ? { readonly answer: unknown } : unknown);

/** Makes a twin of one operation: a command with its role that runs its handler. */
export type TwinMaker<Ports, Input, FlatArgs, Told> = <
  A extends z.ZodObject | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(
  spec: TwinSpec<Ports, Input, FlatArgs, Told, A, R>,
) => WsCommand<Ports>;

interface AnySpec {
  readonly name: string;
  readonly category?: string;
  readonly description?: string;
  readonly args?: z.ZodObject;
  readonly input?: (args: object) => AnyInput;
  readonly check?: (input: AnyInput, ports: unknown) => void;
  readonly result?: z.ZodType;
  readonly answer?: (told: unknown, args: object) => unknown;
}

interface AnyInput {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly editToken?: string | undefined;
}

interface HandlerReply {
  readonly json?: unknown;
  readonly outcome?: unknown;
}

/** Members that a twin takes from its operation. */
interface Twinned<Ports> {
  readonly access: Role | 'public';
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly heavy?: boolean;
  readonly responses: Readonly<Record<number, { readonly schema?: z.ZodType }>>;
  readonly handler: (input: never, ports: Ports) => HandlerReply | Promise<HandlerReply>;
}

/** Makes twins of this operation. The types of its schemas are lost in here; `operation` gives them back. */
export function twinsOf<Ports, Input, FlatArgs, Outcome>(
  operation: Twinned<Ports>,
): TwinMaker<Ports, Input, FlatArgs, Outcome> {
  const make = (spec: AnySpec): WsCommand<Ports> => {
    const args = spec.args ?? flatArgs(operation);
    const result = spec.result ?? jsonOf(operation);
    const { access } = operation;
    if (access === 'public') throw new Error(`The command ${spec.name} has no role`);
    return {
      name: spec.name,
      category: spec.category ?? operation.tag,
      description: spec.description ?? `${operation.summary}.`,
      access,
      ...(args === undefined ? {} : { args }),
      ...(result === undefined ? {} : { result }),
      ...(operation.heavy === true ? { heavy: true } : {}),
      handler: async (given: object, ports, caller) => {
        const input = spec.input === undefined ? flatInput(operation, given) : spec.input(given);
        spec.check?.(input, ports);
        const { editToken, params = {}, query = {}, body } = input;
        const asking = editToken === undefined ? caller : { ...caller, editToken };
        // Made by `input` of this very operation's types, which are lost in a list of operations.
        const request = { params, query, body, caller: asking } as never;
        const { outcome, json } = await operation.handler(request, ports);
        const told = outcome ?? json;
        return spec.answer === undefined ? told : spec.answer(told, given);
      },
    };
  };
  // `make` knows its arguments at run time only; `TwinSpec` checks those of each caller.
  return make as unknown as TwinMaker<Ports, Input, FlatArgs, Outcome>;
}

type Schemas = Pick<Twinned<never>, 'params' | 'query' | 'body'>;

const shapeOf = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? schema.shape : {});

/** Undefined where the operation is asked for nothing. Made when a command is first called: it reads the schemas of the operation. */
function flatArgs({ params, query, body }: Schemas): z.ZodObject | undefined {
  if (params === undefined && query === undefined && body === undefined) return undefined;
  return lazily(() => {
    const { central, ...members } = { ...shapeOf(params), ...shapeOf(query), ...shapeOf(body) };
    return z.object({ ...(central === undefined ? {} : centralArgs), ...members });
  });
}

function flatInput({ params, query, body }: Schemas, args: object): AnyInput {
  const given: Readonly<Record<string, unknown>> = { ...args, ...scopeOf(args) };
  const part = (schema: z.ZodType | undefined) =>
    Object.fromEntries(
      Object.keys(shapeOf(schema))
        .filter((key) => given[key] !== undefined)
        .map((key) => [key, given[key]]),
    );
  return { params: part(params), query: part(query), ...(body === undefined ? {} : { body: part(body) }) };
}

function jsonOf({ responses }: Pick<Twinned<never>, 'responses'>): z.ZodType | undefined {
  const success = Object.entries(responses).find(
    ([status, { schema }]) => Number(status) < 300 && schema !== undefined,
  );
  return success?.[1].schema;
}
