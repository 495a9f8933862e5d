import type { operations } from '../generated/types.js';

/** Name of an operation of the REST API, as in `/api/v1/openapi.json`. */
export type OperationId = keyof operations & string;

/** Operations with JSON or nothing as their answer. Files and streams are read with `request`. */
export type CallableId = {
  readonly [Id in OperationId]: [Contents<Id>] extends [never]
    ? Id
    : 'application/json' extends Contents<Id>
      ? Id
      : never;
}[OperationId];

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type Responses<Id extends OperationId> = operations[Id]['responses'][keyof operations[Id]['responses']];
type ContentOf<Response> = Response extends { readonly content: infer Content } ? Content : never;
/** Media types of the answers. */
type Contents<Id extends OperationId> = KeysOf<ContentOf<Responses<Id>>>;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type JsonOf<Content> = Content extends { readonly 'application/json': infer Json } ? Json : never;

type BodyOf<Request> = Request extends { readonly content: infer Content }
  ? Content extends { readonly 'multipart/form-data': unknown }
    ? FormData
    : JsonOf<Content>
  : never;

/** A member that can be left out where everything in it can, and is not there where there is nothing to say. */
type Member<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : undefined extends Value
    ? { readonly [Key in Name]?: Exclude<Value, undefined> }
    : { readonly [Key in Name]: Value };

type Body<Operation> = Operation extends { readonly requestBody: infer Request }
  ? BodyOf<Request>
  : Operation extends { readonly requestBody?: infer Request }
    ? BodyOf<Request> | undefined
    : undefined;

/** Input of an operation: its path parameters, its query, its own headers and its body. */
export type CallInput<Id extends OperationId> = Member<'path', Parameters<Id>['path']> &
  Member<'query', Parameters<Id>['query']> &
  Member<'headers', Parameters<Id>['header']> &
  Member<'body', Body<operations[Id]>>;

/** Time limit and abort signal of a call. */
export interface CallSettings {
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Milliseconds without progress until it rejects with an `UnreachableError`. Default: that of the client. */
  readonly timeoutMs?: number;
  /** The call is made also when the page it comes from is left meanwhile; browsers only. */
  readonly keepalive?: boolean;
}

/** All inputs and settings of one call. */
export type CallOptions<Id extends OperationId> = CallInput<Id> & CallSettings;

/** The options of a call, which can be left out where none of them is needed. */
export type CallArguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id>
    ? readonly [options?: CallOptions<Id>]
    : readonly [options: CallOptions<Id>];

/** Answer of an operation: the body of its JSON answer, or nothing; either of them where the operation answers 204, too. */
export type CallAnswer<Id extends OperationId> = [JsonOf<ContentOf<Responses<Id>>>] extends [never]
  ? undefined
  : JsonOf<ContentOf<Responses<Id>>> | (204 extends keyof operations[Id]['responses'] ? undefined : never);
