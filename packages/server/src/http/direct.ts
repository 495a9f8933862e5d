import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Awaitable, after } from '../turns/after.js';
import type { Answer } from './answers/answer.js';
import { writeAnswer } from './answers/write.js';
import type { Incoming } from './pipeline.js';

/** Hosts and targets in which an adapter to `Request` would change nothing; access control judges the raw ones anyway. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::\d{1,5})?$/i;
const PLAIN_TARGET = /^\/[!$&-;=?-Z_a-z~%]*$/;

/** A request without a body that needs no `Request` object: its method, host and target are plain. */
export function isDirect({ method, url = '', headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && PLAIN_TARGET.test(url) && PLAIN_HOST.test(headers.host ?? '');
}

/**
 * Answers such a request between Node's messages and the pipeline. An adapter makes a `Request` with headers, URL and
 * signal for each request and an answer object beside the one that is sent, which costs as much as the answer.
 */
export function answerDirectly(
  pipeline: (incoming: Incoming) => Awaitable<Answer>,
  request: IncomingMessage,
  response: ServerResponse,
): Awaitable<void> {
  return after(pipeline(new DirectRequest(request, response)), (answer) => writeAnswer(answer, response));
}

class DirectRequest implements Incoming {
  readonly description: Incoming['description'];
  readonly body = null;
  #gone: AbortController | undefined;

  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    const { method = '', url = '', rawHeaders, socket } = request;
    this.description = { method, target: url, rawHeaders, peerAddress: socket.remoteAddress ?? '' };
  }

  /** Made for the few handlers that ask for it. */
  get signal(): AbortSignal {
    if (this.#gone !== undefined) return this.#gone.signal;
    const gone = new AbortController();
    this.#gone = gone;
    const { response } = this;
    const abort = () => {
      if (!response.writableFinished) gone.abort(new Error('The client went away'));
    };
    if (response.closed) abort();
    else response.once('close', abort);
    return gone.signal;
  }
}
