import { CliError, EXIT, exitOfStatus, usageError } from './exit.js';

export interface RestOptions {
  readonly url: string;
  /** Absent for what needs none. */
  readonly token: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Rest {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
  /** Path below `/api/v1`. Answers the JSON body, or undefined when there is none. @throws CliError */
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
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

export function createRest(options: RestOptions): Rest {
  const url = checkUrl(options.url);
  return {
    url,
    token: options.token,
    async call(method, path, body) {
      const response = await send(`${url}/api/v1${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A redirect would carry the token to wherever it points.
        redirect: 'error',
        signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
      });
      const text = await response.text();
      const json = parse(text);
      if (!response.ok) throw problemError(response, json);
      return json;
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = (error as { readonly cause?: { readonly code?: unknown } }).cause?.code;
    const why = (error as Error).name === 'TimeoutError' ? 'it did not answer in time' : String(cause ?? 'no answer');
    throw new CliError(
      EXIT.unreachable,
      'unreachable',
      `the gateway at ${new URL(url).origin} cannot be reached (${why})`,
      {
        fix: 'start it with: ccu-gateway run, or set CCU_GATEWAY_URL',
      },
    );
  }
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ProblemBody = {
  readonly code?: unknown;
  readonly reason?: unknown;
  readonly detail?: unknown;
  readonly title?: unknown;
  readonly request_id?: unknown;
  readonly errors?: readonly { readonly field?: unknown; readonly reason?: unknown }[];
};

function problemError(response: Response, json: unknown): CliError {
  const problem: ProblemBody = typeof json === 'object' && json !== null ? json : {};
  const fields = Array.isArray(problem.errors)
    ? problem.errors.map((entry) => `${text(entry?.field) ?? '?'}: ${text(entry?.reason) ?? 'not valid'}`).join('; ')
    : '';
  const message = text(problem.detail) ?? text(problem.title) ?? `the gateway answered ${response.status}`;
  return new CliError(
    exitOfStatus(response.status),
    text(problem.reason) ?? text(problem.code) ?? `http_${response.status}`,
    fields === '' ? message : `${message} (${fields})`,
    { requestId: text(problem.request_id), fix: fixFor(response) },
  );
}

function fixFor(response: Response): string | undefined {
  switch (response.status) {
    case 401:
      return 'set CCU_GATEWAY_TOKEN to a valid token (ccu-gateway token mint NAME --role operator)';
    case 403:
      return 'use a token with a higher role (ccu-gateway token mint NAME --role admin)';
    case 429:
    case 503:
      return `try again in ${response.headers.get('retry-after') ?? 'some'} seconds`;
    default:
      return undefined;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
