import type { DeepReadonly, ProblemCode } from '@ccu-gateway/contract/types';
import type { z } from 'zod';
import type { TextPieces, Whole } from '../turns/pieces.js';
import type { Caller } from './caller.js';
import type { WsCommand } from './command.js';
import { type Asked, type Flat, type TwinMaker, twinsOf } from './twin.js';

/** Access of an operation: every caller, or a principal with at least this role. */
export type Access = 'public' | 'viewer' | 'operator' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Answer of a handler. One of `json`, `raw` and `pieces` is given, or none. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  /** The JSON as text: instead of `json` over HTTP. */
  readonly text?: (() => Whole) | undefined;
  readonly raw?: Whole | ReadableStream<Uint8Array> | undefined;
  /** A long text, which is written in slices. */
  readonly pieces?: TextPieces;
  /** True when the pieces are few: they become one body with a length. */
  readonly joined?: boolean;
  /** Of `raw` and `pieces`; JSON names itself. */
  readonly contentType?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Complete `Set-Cookie` values. */
  readonly cookies?: readonly string[] | undefined;
  /** May be compressed for transfer: set by the operation, not by its handler. */
  readonly compressible?: true | undefined;
  /** Outcome for the WebSocket twin, if the answer lacks it. Never sent over HTTP. */
  readonly outcome?: unknown;
}

/** A reply with its complete outcome. */
type WholeReply = Omit<Reply, 'outcome'>;

export interface JsonReply<Status extends number, Body> extends WholeReply {
  readonly status: Status;
  readonly json: Body;
  /** The JSON as text, where it need not be made of `json`: equal to it. Made once, when it is sent. */
  readonly text?: () => Whole;
  readonly raw?: undefined;
  readonly pieces?: undefined;
}

/** An answer that is no JSON. */
export interface RawReply extends WholeReply {
  readonly json?: undefined;
  readonly raw: NonNullable<Reply['raw']>;
  readonly pieces?: undefined;
}

/** A long answer of another form than JSON, or JSON that is made while it is read. */
interface SlicedReply extends WholeReply {
  readonly json?: undefined;
  readonly raw?: undefined;
  readonly pieces: TextPieces;
}

export interface BodilessReply<Status extends number = number> extends WholeReply {
  readonly status: Status;
  readonly json?: undefined;
  readonly raw?: undefined;
  readonly pieces?: undefined;
}

interface ResponseDescription {
  readonly description: string;
  /** Shape of a JSON answer. */
  readonly schema?: z.ZodType;
  /** Media types other than `application/json`, and those that stand beside it. */
  readonly contentTypes?: readonly string[];
  /** Headers that have a meaning here, for the document. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface OperationInput<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
}

/** One operation of the API: all that the router, the access gate, the OpenAPI document and the tests need to know. */
export interface Operation<Ports> {
  readonly method: Method;
  /** With parameters in braces. Below `/api/v1` unless `mount` is `root`. */
  readonly path: string;
  readonly operationId: string;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** `root`: a page of the web UI outside the API and its document. */
  readonly mount: 'api' | 'root';
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Documented schema of a body that the handler hands on unchecked. */
  readonly bodyDocument?: z.ZodType;
  /** Format of the body. Default `json`. An `upload` is handed on as it comes, without a limit of its own. */
  readonly bodyKind?: 'json' | 'form' | 'upload';
  /** True when the request may come without a body; the handler then gets `undefined`. */
  readonly bodyOptional?: boolean;
  /** Largest accepted body in bytes. Default 65 536. */
  readonly bodyLimit?: number;
  /** Request headers that have a meaning here, for the document. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /**
   * True where programs call with tokens: a caller without a credential gets a Bearer challenge, also where Basic is on. Where the
   * gateway has a protected resource, access tokens of the identity provider count as well.
   */
  readonly forTokens?: true;
  /** True when `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** True for a large answer without secrets: it may be compressed for transfer (ADR 142). */
  readonly compressible?: boolean;
  /** True for a reading that costs much in a large installation: a caller has few of them at a time. */
  readonly heavy?: boolean;
  /** Of a heavy reading, true while its text is kept: it is then answered at once, like any other. */
  readonly isKept?: (input: OperationInput<never, never, never>, ports: Ports) => boolean;
  readonly responses: Readonly<Record<number, ResponseDescription>>;
  /** Problems beyond those every operation may answer. */
  readonly problems?: readonly ProblemCode[];
  /** Refuses before the body is read, by throwing. */
  readonly before?: (caller: Caller, ports: Ports) => Promise<void>;
  /** True when its dependencies are present; otherwise a caller that passes its gate gets 404. */
  readonly mounted?: (ports: Ports) => boolean;
  readonly handler: (input: OperationInput<never, never, never>, ports: Ports) => Reply | Promise<Reply>;
  /** Its twins on the WebSocket. */
  readonly ws?: readonly WsCommand<Ports>[];
}

type Output<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;

type Responses = Readonly<Record<number, ResponseDescription>>;

/** The statuses of an operation that answer JSON of a declared shape. */
type Shaped<R extends Responses> = {
  [Status in keyof R]: R[Status] extends { readonly schema: z.ZodType } ? Status : never;
}[keyof R] &
  number;

/**
 * Permitted answers of a handler with these responses: JSON only in the schema of its status. With a schema the answer may be
 * a list, and text of another form is written in slices like it.
 */
type ReplyTo<R extends Responses> =
  | {
      [Status in Shaped<R>]: R[Status] extends { readonly schema: infer Schema extends z.ZodType }
        ? JsonReply<Status, DeepReadonly<z.output<Schema>>>
        : never;
    }[Shaped<R>]
  | ([Shaped<R>] extends [never] ? RawReply : SlicedReply)
  | BodilessReply<[Shaped<R>] extends [never] ? number : Exclude<keyof R & number, Shaped<R>>>;

/** Input of a twin: the outcome if there is one, else the JSON of the answer. */
type Told<R extends Responses, O> = [O] extends [undefined] ? Json<R> : O;

type Json<R extends Responses> = {
  [Status in Shaped<R>]: R[Status] extends { readonly schema: infer Schema extends z.ZodType }
    ? DeepReadonly<z.output<Schema>>
    : never;
}[Shaped<R>];

type InputOf<P, Q, B, BO> = OperationInput<
  Output<P, Readonly<Record<never, never>>>,
  Output<Q, Readonly<Record<never, never>>>,
  BO extends true ? Output<B, undefined> | undefined : Output<B, undefined>
>;

type OperationSpec<Ports, P, Q, B, BO, R extends Responses, O> = Omit<
  Operation<Ports>,
  'params' | 'query' | 'body' | 'handler' | 'isKept' | 'mount' | 'bodyOptional' | 'responses' | 'ws'
> & {
  readonly mount?: 'api' | 'root';
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyOptional?: BO;
  readonly responses: R;
  readonly handler: (input: InputOf<P, Q, B, BO>, ports: Ports) => WithOutcome<R, O> | Promise<WithOutcome<R, O>>;
  readonly isKept?: (input: InputOf<P, Q, B, BO>, ports: Ports) => boolean;
  /** Refuses faults that only a path can have, by throwing. A twin has no path. */
  readonly checkPath?: (input: InputOf<P, Q, B, BO>, ports: Ports) => void;
  /**
   * The twins on the WebSocket, which have the role of the operation and run its handler:
   * `ws: (twin) => twin({ name: 'sysvars.usage' })`.
   */
  readonly ws?: (
    twin: TwinMaker<Ports, Asked<P, Q, B, BO>, Flat<P, Q, B>, Told<R, O>>,
  ) => WsCommand<Ports> | readonly WsCommand<Ports>[];
};

type WithOutcome<R extends Responses, O> = ReplyTo<R> & { readonly outcome?: O };

/**
 * Gives a family its factory for operations: `const operation = operationsWith<{ house: House }>()`, then `operation({
 * method: 'GET', path: '/devices', … })`. The handler's input has the types of the schemas, and its answer must have
 * those of its responses.
 */
export function operationsWith<Ports>() {
  return <
    P extends z.ZodObject | undefined = undefined,
    Q extends z.ZodObject | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    BO extends boolean | undefined = undefined,
    const R extends Responses = Responses,
    O = undefined,
  >({
    ws,
    checkPath,
    ...spec
  }: OperationSpec<Ports, P, Q, B, BO, R, O>): Operation<Ports> => {
    // The types of the schemas are lost in a list of operations.
    const operation = spec as unknown as Omit<Operation<Ports>, 'mount'>;
    const twins = ws?.(twinsOf<Ports, Asked<P, Q, B, BO>, Flat<P, Q, B>, Told<R, O>>(operation)) ?? [];
    const handler: Operation<Ports>['handler'] = (input, ports) => {
      checkPath?.(input, ports);
      return operation.handler(input, ports);
    };
    return { mount: 'api', ...operation, handler, ws: Array.isArray(twins) ? twins : [twins] };
  };
}

export function json<const Body>(body: Body, headers?: Readonly<Record<string, string>>): JsonReply<200, Body> {
  return headers === undefined ? { status: 200, json: body } : { status: 200, json: body, headers };
}

/**
 * 200 with a body that exists as text and as a value. HTTP sends `text`, the twin on the WebSocket takes the value that
 * `make` returns; neither is made for the other.
 */
export function jsonText<const Body>(
  text: () => Whole,
  make: () => Body,
  headers?: Readonly<Record<string, string>>,
): JsonReply<200, Body> {
  return new TextReply(text, make, headers);
}

/** A class for the same reason as `RequestCaller`. */
class TextReply<Body> implements JsonReply<200, Body> {
  readonly status = 200;

  constructor(
    readonly text: () => Whole,
    private readonly make: () => Body,
    readonly headers: Readonly<Record<string, string>> | undefined,
  ) {}

  get json(): Body {
    return this.make();
  }
}

export function created<const Body>(body: Body): JsonReply<201, Body> {
  return { status: 201, json: body };
}

/** 202 with a body. */
export function accepted<const Body>(body: Body): JsonReply<202, Body> {
  return { status: 202, json: body };
}

/** 202 of work that goes on after the answer: `Location` names the resource below the API that shows where it stands. */
export function begun<const Body>(resource: string, body: Body): JsonReply<202, Body> {
  return { status: 202, json: body, headers: standsAt(resource) };
}

/** The header of `begun`, for an answer without a body, or for a resource with another name than requested. */
export const standsAt = (resource: string): Readonly<Record<string, string>> => ({ location: `/api/v1${resource}` });

export const ACCEPTED: BodilessReply<202> = { status: 202 };
export const NO_CONTENT: BodilessReply<204> = { status: 204 };

/** 303: the browser continues with GET. */
export function seeOther(location: string, cookies?: readonly string[]): BodilessReply<303> {
  return { status: 303, headers: { location }, ...(cookies === undefined ? {} : { cookies }) };
}
