import {
  type CallArguments,
  type CallableId,
  type ClientOptions,
  createClient,
  type Gateway,
  type OperationId,
  ProblemError,
  UnexpectedAnswerError,
  UnreachableError,
} from '@ccu-gateway/client';
import { WebSocket } from 'ws';
import { CliError, EXIT, exitOfStatus, LOOK_FIRST, unexpectedAnswer, usageError } from '../terminal/exit.js';
import type { Progress } from '../terminal/progress.js';
import { type CredentialSource, signInFix } from './sign-in-fix.js';
import { distrust } from './trust.js';
import { checkUrl } from './url.js';

export interface RestOptions {
  /** One gateway, or several with the same data. */
  readonly urls: readonly string[];
  /** Absent for operations without authentication. */
  readonly token: string | undefined;
  /** For the remedy of a refusal. */
  readonly source: CredentialSource;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Shows at the terminal that an answer takes long. */
  readonly progress: Progress;
  /** Transport for a gateway with its own trust settings. */
  readonly connections?: Pick<ClientOptions, 'fetch' | 'webSocket'> | undefined;
}

/** Gateway that reports refusals as errors of this program. */
export interface Rest extends Pick<Gateway, 'url' | 'events'> {
  /** How many gateways there are to ask. */
  readonly gateways: number;
  readonly source: CredentialSource;
  /** @throws CliError */
  readonly call: Gateway['call'];
  /** For streams. @throws CliError */
  readonly request: Gateway['request'];
  /** A path beside the API with the credential; its refusals are answers. Rejects where the gateway cannot be reached. */
  readonly beside: (path: string, init: RequestInit) => Promise<Response>;
}

export function createRest({ urls, token, source, timeoutMs, signal, progress, connections }: RestOptions): Rest {
  /** The same options with a signal, which every operation takes; a conditional type hides that of an open `Id`. */
  const withSignal = <Id extends OperationId>(options: { readonly signal?: AbortSignal } | undefined) => {
    const own = options?.signal;
    const either = own === undefined ? signal : AbortSignal.any([own, signal]);
    return [{ ...options, signal: either }] as unknown as CallArguments<Id>;
  };
  async function told<T>(work: () => Promise<T>): Promise<T> {
    for (let untried = urls.length; ; untried -= 1) {
      const { url } = gateway;
      try {
        return await progress.during(`waiting for ${new URL(url).host}`, work);
      } catch (error) {
        // A change that was not sent is made at the next one: another call of this program would begin with the same list.
        const isUnsent = error instanceof UnreachableError && error.code === 'unreachable' && gateway.url !== url;
        if (!isUnsent || untried <= 1) throw cliErrorOf(error, url, source);
      }
    }
  }
  const gateway = createClient({
    url: urls.map(checkUrl),
    order: 'given',
    token,
    timeoutMs,
    webSocket: WebSocket,
    ...connections,
  });
  return {
    get url() {
      return gateway.url;
    },
    gateways: urls.length,
    source,
    events: gateway.events,
    call: <Id extends CallableId>(operation: Id, ...[options]: CallArguments<Id>) =>
      told(() => gateway.call(operation, ...withSignal<Id>(options))),
    request: <Id extends OperationId>(operation: Id, ...[options]: CallArguments<Id>) =>
      told(() => gateway.request(operation, ...withSignal<Id>(options))),
    beside: (path, init) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      const send = connections?.fetch ?? fetch;
      return send(`${gateway.url.replace(/\/$/, '')}${path}`, { ...init, headers: Object.fromEntries(headers) });
    },
  };
}

function cliErrorOf(error: unknown, url: string, source: CredentialSource): unknown {
  if (error instanceof ProblemError) return error.outcomeUnknown ? outcomeUnknown(error) : refused(error, url, source);
  if (error instanceof UnreachableError && error.code === 'outcome_unknown') return outcomeUnknown(error);
  if (error instanceof UnreachableError) return distrust(whyOf(error), url) ?? unreachable(url, whyOf(error));
  if (error instanceof UnexpectedAnswerError) {
    return error.code === 'redirected' ? unreachable(url, 'it redirects elsewhere') : unexpectedAnswer(url);
  }
  // A value that no path can hold.
  return error instanceof TypeError ? usageError(error.message) : error;
}

function refused(problem: ProblemError, url: string, source: CredentialSource): CliError {
  const fields = problem.errors.map(({ field, reason }) => `${textOf(field) ?? '?'}: ${textOf(reason) ?? 'not valid'}`);
  const exit = exitOfStatus(problem.status);
  const why = fields.length === 0 ? problem.message : `${problem.message} (${fields.join('; ')})`;
  const message = exit === EXIT.auth ? `the gateway at ${new URL(url).origin} refuses this: ${why}` : why;
  return new CliError(exit, problem.reason ?? problem.code, message, {
    requestId: problem.requestId,
    fix: fixFor(problem, url, source),
  });
}

function fixFor({ status, retryAfterMs }: ProblemError, url: string, source: CredentialSource): string | undefined {
  switch (status) {
    case 401:
      return signInFix(url, source);
    case 403:
      return `with an account of a higher role: ${signInFix(url, source)}`;
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

/** A certificate that is not trusted is no such case: nothing was sent then. */
function outcomeUnknown(error: UnreachableError | ProblemError): CliError {
  const { message } = error;
  const requestId = error instanceof ProblemError ? error.requestId : undefined;
  return new CliError(EXIT.unreachable, 'outcome_unknown', `what became of the change is not known: ${message}`, {
    fix: LOOK_FIRST,
    requestId,
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
