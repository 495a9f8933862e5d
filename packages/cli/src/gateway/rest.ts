import {
  type CallArguments,
  type CallableId,
  createClient,
  type Gateway,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@ccu-gateway/client';
import { WebSocket } from 'ws';
import { CliError, EXIT, exitOfStatus, usageError } from '../terminal/exit.js';

export interface RestOptions {
  readonly url: string;
  /** Absent for what needs none. */
  readonly token: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A gateway whose refusals are errors of this program. */
export interface Rest extends Pick<Gateway, 'url' | 'events'> {
  /** @throws CliError */
  readonly call: Gateway['call'];
}

/** Refuses what would put a secret where shells and proxies remember it. */
export function checkUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageError('the URL must begin with http:// or https://', 'for example --url http://localhost:8119');
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('the URL must not contain a user or password', 'set CCU_GATEWAY_TOKEN instead');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function createRest({ url, token, timeoutMs, signal }: RestOptions): Rest {
  const gateway = createClient({ url: checkUrl(url), token, timeoutMs, webSocket: WebSocket });
  return {
    url: gateway.url,
    events: gateway.events,
    async call<Id extends CallableId>(operation: Id, ...[options]: CallArguments<Id>) {
      // The same options with a signal, which every operation takes; a conditional type hides that of an open `Id`.
      const args = [{ ...options, signal }] as unknown as CallArguments<Id>;
      try {
        return await gateway.call(operation, ...args);
      } catch (error) {
        throw cliErrorOf(error, gateway.url);
      }
    },
  };
}

function cliErrorOf(error: unknown, url: string): unknown {
  if (error instanceof ProblemError) return refused(error);
  if (error instanceof UnreachableError) return unreachable(url, whyOf(error));
  if (error instanceof UnexpectedAnswerError) {
    return error.code === 'redirected' ? unreachable(url, 'it redirects elsewhere') : unexpectedAnswer();
  }
  // A value that no path can hold.
  return error instanceof TypeError ? usageError(error.message) : error;
}

function refused(problem: ProblemError): CliError {
  const fields = problem.errors.map(({ field, reason }) => `${textOf(field) ?? '?'}: ${textOf(reason) ?? 'not valid'}`);
  return new CliError(
    exitOfStatus(problem.status),
    problem.reason ?? problem.code,
    fields.length === 0 ? problem.message : `${problem.message} (${fields.join('; ')})`,
    { requestId: problem.requestId, fix: fixFor(problem) },
  );
}

function fixFor({ status, retryAfterMs }: ProblemError): string | undefined {
  switch (status) {
    case 401:
      return 'set CCU_GATEWAY_TOKEN to a valid token (ccu-gateway token mint NAME --role operator)';
    case 403:
      return 'use a token with a higher role (ccu-gateway token mint NAME --role admin)';
    case 429:
    case 503:
      return `try again in ${retryAfterMs === undefined ? 'some' : Math.ceil(retryAfterMs / 1000)} seconds`;
    default:
      return undefined;
  }
}

function whyOf({ code, cause }: UnreachableError): string {
  if (code === 'timeout') return 'it did not answer in time';
  const system = (cause as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code;
  return String(system ?? 'no answer');
}

function unreachable(url: string, why: string): CliError {
  return new CliError(
    EXIT.unreachable,
    'unreachable',
    `the gateway at ${new URL(url).origin} cannot be reached (${why})`,
    { fix: 'start it with: ccu-gateway run, or set CCU_GATEWAY_URL' },
  );
}

/** What answered is no gateway. */
export function unexpectedAnswer(): CliError {
  return new CliError(EXIT.failed, 'unexpected_answer', 'the answer is not one of a gateway', { fix: 'check the URL' });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
