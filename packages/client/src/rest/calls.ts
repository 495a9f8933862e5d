import type { Credential } from '../access/credential.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { operations } from '../generated/operations.js';
import { type Deadline, startDeadline, type Timer } from './deadline.js';
import type { CallAnswer, CallArguments, CallableId, CallSettings, OperationId } from './operations.js';
import { refusalOf } from './refusal.js';
import { type TargetInput, targetOf } from './target.js';

/** What every call of a client needs. */
export interface CallContext {
  /** Address of the gateway without a trailing slash. */
  readonly base: string;
  readonly credential: Credential;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly timer: Timer;
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

type Row = readonly [method: string, template: string, answer?: 'json'];

export function createCalls(context: CallContext): Calls {
  return {
    call: async (operation, ...[input = {}]) =>
      send(context, rowOf(operation), input as Input, 'application/json', answerOf) as Promise<never>,
    request: async (operation, ...[input = {}]) =>
      send(context, rowOf(operation), input as Input, '*/*', async (response) => response),
  };
}

function rowOf(operation: OperationId): Row {
  if (Object.hasOwn(operations, operation)) return operations[operation];
  throw new TypeError(`no operation of the gateway is called ${JSON.stringify(operation)}`);
}

/** Resolves with what `read` makes of a success; the time counts until then. */
async function send<T>(
  { base, credential, fetch: fetcher, timeoutMs, timer }: CallContext,
  row: Row,
  input: Input,
  accept: string,
  read: (response: Response, row: Row, deadline: Deadline) => Promise<T>,
): Promise<T> {
  const [method, template] = row;
  const target = targetOf(base, template, input);
  const { signal, headers, timeoutMs: ownTimeoutMs = timeoutMs, keepalive } = input;
  const { body, type } = bodyOf(input.body);
  const deadline = startDeadline({ base, timeoutMs: ownTimeoutMs, timer, signal });
  try {
    const sent = { ...definedOf(headers), accept, ...type, ...(await credential.headers(method)) };
    const response = await deadline.run(() =>
      fetcher(target, {
        method,
        headers: sent,
        body,
        // What is asked elsewhere would take the credential along.
        redirect: 'manual',
        credentials: credential.cookies,
        signal: deadline.signal,
        ...(keepalive === undefined ? {} : { keepalive }),
      }),
    );
    if (!response.ok) throw await deadline.run(() => refusalOf(response));
    return await read(response, row, deadline);
  } finally {
    deadline.end();
  }
}

function bodyOf(body: unknown): {
  readonly body?: string | FormData;
  readonly type?: Readonly<Record<string, string>>;
} {
  if (body === undefined) return {};
  // The form says its own type, with its boundary.
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } };
}

function definedOf(headers: Input['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

async function answerOf(response: Response, [, , answer]: Row, deadline: Deadline): Promise<unknown> {
  const text = await deadline.run(() => response.text());
  if (answer === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError('unexpected_answer', 'the answer is not the JSON of a gateway', response.status);
  }
}
