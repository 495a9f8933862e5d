import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

/** A request of a test. */
export interface TestRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** An exchange that takes longer rejects. Default: none does. */
  readonly limitMs?: number;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Empty for a stream of events, which has no end and is closed after its head. */
  readonly text: string;
}

/** Those of `fetch`, but nothing is compressed. */
const USUAL = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };
const agent = new Agent({ keepAlive: true });

/**
 * Sends a request without following redirects. `fetch` of Node takes three times the processor time, and the suite sends tens of
 * thousands of requests.
 */
export async function sendRequest(url: string | URL, request: TestRequest): Promise<TestAnswer> {
  try {
    return await exchange(url, request);
  } catch (error) {
    // The gateway has closed the connection that was kept, and has not seen the request.
    if (!(error instanceof StaleConnection)) throw error;
    return await exchange(url, request);
  }
}

class StaleConnection extends Error {}

function exchange(url: string | URL, { method, headers, body, limitMs }: TestRequest): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = httpRequest(url, { method, agent, headers: { ...USUAL, ...headers, ...length } });
    const late = () => sent.destroy(new Error(`no answer within ${limitMs} ms`));
    const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs);
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new StaleConnection(error.message) : error);
    });
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      const { statusCode: status = 0 } = response;
      const end = () => resolve({ status, headers: headersOf(response), text: Buffer.concat(parts).toString() });
      response.on('error', reject);
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        end();
        response.destroy();
        return;
      }
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', end);
    });
    sent.end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}
