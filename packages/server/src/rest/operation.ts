import type { ProblemCode } from '@ccu-gateway/contract/types';
import type { z } from 'zod';
import type { Caller } from '../caller.js';

/** Who may call: anybody, or somebody with at least this role. */
export type Access = 'public' | 'viewer' | 'operator' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a handler answers. Exactly one of `json`, `raw` or neither is given. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly raw?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Of `raw`; JSON names itself. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Complete `Set-Cookie` values. */
  readonly cookies?: readonly string[];
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
export interface Operation<Needs> {
  readonly method: Method;
  /** With parameters in braces. Below `/api/v1` unless `mount` says `root`. */
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
  /** What the document says of a body that the handler hands on unchecked. */
  readonly bodyDocument?: z.ZodType;
  /** How the body is written. Default `json`. An `upload` is handed on as it comes, without a limit of its own. */
  readonly bodyKind?: 'json' | 'form' | 'upload';
  /** True when the request may come without a body; the handler then gets `undefined`. */
  readonly bodyOptional?: boolean;
  /** Largest accepted body in bytes. Default 65 536. */
  readonly bodyLimit?: number;
  /** Request headers that have a meaning here, for the document. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** True when `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  readonly responses: Readonly<Record<number, ResponseDescription>>;
  /** Problems beyond those every operation may answer. */
  readonly problems?: readonly ProblemCode[];
  /** Refuses before the body is even looked at, by throwing. */
  readonly before?: (caller: Caller, needs: Needs) => Promise<void>;
  /** Whether what it needs is there; otherwise who passes its gate gets 404. */
  readonly mounted?: (needs: Needs) => boolean;
  readonly handler: (input: OperationInput<never, never, never>, needs: Needs) => Reply | Promise<Reply>;
}

type Output<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;

type OperationSpec<Needs, P, Q, B, BO> = Omit<
  Operation<Needs>,
  'params' | 'query' | 'body' | 'handler' | 'mount' | 'bodyOptional'
> & {
  readonly mount?: 'api' | 'root';
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly bodyOptional?: BO;
  readonly handler: (
    input: OperationInput<
      Output<P, Readonly<Record<never, never>>>,
      Output<Q, Readonly<Record<never, never>>>,
      BO extends true ? Output<B, undefined> | undefined : Output<B, undefined>
    >,
    needs: Needs,
  ) => Reply | Promise<Reply>;
};

/**
 * Gives a family its way of writing operations: `const operation = operationsWith<{ house: House }>()`, then
 * `operation({ method: 'GET', path: '/devices', … })`. The handler's input has the types of the schemas.
 */
export function operationsWith<Needs>() {
  return <
    P extends z.ZodObject | undefined = undefined,
    Q extends z.ZodObject | undefined = undefined,
    B extends z.ZodType | undefined = undefined,
    BO extends boolean | undefined = undefined,
  >(
    spec: OperationSpec<Needs, P, Q, B, BO>,
  ): Operation<Needs> => ({ mount: 'api', ...spec }) as Operation<Needs>;
}

export function json(body: unknown, headers?: Readonly<Record<string, string>>): Reply {
  return headers === undefined ? { status: 200, json: body } : { status: 200, json: body, headers };
}

export function created(body: unknown): Reply {
  return { status: 201, json: body };
}

export const ACCEPTED: Reply = { status: 202 };
export const NO_CONTENT: Reply = { status: 204 };

/** 303: the browser continues with GET. */
export function seeOther(location: string, cookies?: readonly string[]): Reply {
  return { status: 303, headers: { location }, ...(cookies === undefined ? {} : { cookies }) };
}
