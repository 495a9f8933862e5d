import type { Credential } from '../access/credential.js';
import { ProblemError } from '../errors/problem-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { UnreachableError } from '../errors/unreachable-error.js';
import { operationTable } from '../generated/operations.js';
import type { Addresses } from './addresses.js';
import { type Deadline, startDeadline, type Timer } from './deadline.js';
import { blobOf } from './form-body.js';
import { type Row, rowsOf } from './operation-rows.js';
import type { CallAnswer, CallArguments, CallableId, CallSettings, OperationId } from './operations.js';
import { refusalOf } from './refusal.js';
import { type TargetInput, targetOf } from './target.js';

/** Dependencies of every call of a client. */
export interface CallContext {
  readonly addresses: Addresses;
  readonly credential: Credential;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly timer: Timer;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Calls of the operations of a gateway. */
export interface Calls {
  call<Id extends CallableId>(operation: Id, ...args: CallArguments<Id>): Promise<CallAnswer<Id>>;
  request<Id extends OperationId>(operation: Id, ...args: CallArguments<Id>): Promise<Response>;
}

/** The options of any call; the types of the operations say more. */
interface Input extends TargetInput, CallSettings {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

export function createCalls(context: CallContext): Calls {
  return {
    call: async (operation, ...[input = {}]) =>
      send(context, rowOf(operation), input as Input, 'application/json', answerOf) as Promise<never>,
    request: async (operation, ...[input = {}]) =>
      send(context, rowOf(operation), input as Input, '*/*', async (response) => response),
  };
}

const rows = rowsOf(operationTable);

function rowOf(operation: OperationId): Row {
  const row = rows.get(operation);
  if (row !== undefined) return row;
  throw new TypeError(`no operation of the gateway is called ${JSON.stringify(operation)}`);
}

/** Everything of a request but whom it goes to. */
interface Asked {
  readonly row: Row;
  readonly input: Input;
  readonly accept: string;
}

/** Resolves with the result of `read` on a success; the time without progress counts until then. */
async function send<T>(
  context: CallContext,
  row: Row,
  input: Input,
  accept: string,
  read: (response: Response, row: Row, deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { response, deadline } = await firstAnswer(context, { row, input, accept });
  try {
    if (!response.ok) throw passedOn(await deadline.run(() => refusalOf(response, context.now)), row);
    return await read(response, row, deadline);
  } finally {
    deadline.end();
  }
}

/**
 * A read goes on at the next gateway while no part of an answer has come, each with its part of the time. A change is
 * sent once.
 */
async function firstAnswer(
  context: CallContext,
  asked: Asked,
): Promise<{ readonly response: Response; readonly deadline: Deadline }> {
  const { addresses, timer } = context;
  const { signal, timeoutMs = context.timeoutMs } = asked.input;
  const isWrite = asked.row[1] !== 'GET';
  const bases = isWrite ? [addresses.current] : addresses.inTurn();
  const partMs = timeoutMs / bases.length + uploadMs(asked.input.body);
  let failure: unknown;
  for (const [index, base] of bases.entries()) {
    const deadline = startDeadline({ base, timeoutMs: partMs, timer, signal, isWrite });
    try {
      const response = await ask(context, asked, base, deadline);
      addresses.prefer(base);
      deadline.extend(Math.max(0, timeoutMs - partMs * (index + 1)));
      return { response, deadline };
    } catch (error) {
      deadline.end();
      if (!(error instanceof UnreachableError)) throw error;
      addresses.leave(base);
      failure = error;
    }
  }
  throw failure;
}

/** The slowest rate at which a gateway takes a body: 3 KiB in 30 s. */
const slowestBytesPerMs = (3 * 1024) / 30_000;

/** A form holds files of any size, and `fetch` reports no progress of them. */
function uploadMs(body: unknown): number {
  if (!(body instanceof FormData)) return 0;
  const sizes = [...body.values()].map((value) => (typeof value === 'string' ? value.length : value.size));
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / slowestBytesPerMs);
}

async function ask(
  { credential, fetch: fetcher }: CallContext,
  { row: [template, method], input, accept }: Asked,
  base: string,
  deadline: Deadline,
): Promise<Response> {
  const target = targetOf(base, template, input);
  const { headers, keepalive } = input;
  const { body, type } = bodyOf(input.body);
  const sent = { ...definedOf(headers), accept, ...type, ...(await credential.headers(method, base)) };
  return deadline.run(() =>
    fetcher(target, {
      method,
      headers: sent,
      body,
      // A redirected request would take the credential along.
      redirect: 'manual',
      credentials: credential.cookies,
      signal: deadline.signal,
      ...(keepalive === undefined ? {} : { keepalive }),
    }),
  );
}

/** A proxy without an answer of its gateway does not know the outcome of a change either. */
function passedOn(error: ProblemError | UnexpectedAnswerError, [, method]: Row): Error {
  const isLost = error instanceof ProblemError && /^http_50[24]$/.test(error.code);
  if (method === 'GET' || !isLost) return error;
  return new UnreachableError('outcome_unknown', `the proxy before the gateway got no answer of it (${error.status})`, {
    cause: error,
  });
}

function bodyOf(body: unknown): {
  readonly body?: string | Blob;
  readonly type?: Readonly<Record<string, string>>;
} {
  if (body === undefined) return {};
  // `fetch` takes the type with the boundary from the blob.
  if (body instanceof FormData) return { body: blobOf(body) };
  return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } };
}

function definedOf(headers: Input['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Piece by piece, so that a long answer over a slow line lasts as long as it makes progress. */
async function textOf({ body }: Response, deadline: Deadline): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    deadline.received(value.byteLength);
    text += decoder.decode(value, { stream: true });
  }
}

async function answerOf(response: Response, [, , answer]: Row, deadline: Deadline): Promise<unknown> {
  const text = await deadline.run(() => textOf(response, deadline));
  if (answer === 'other' || response.status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError('unexpected_answer', 'the answer is not the JSON of a gateway', response.status);
  }
}
