/** Answers a message at `/mcp` of the gateway; rejects where it cannot be reached. */
type Send = (init: RequestInit) => Promise<Response>;

export interface RelayOptions {
  readonly send: Send;
  /** Writes one message for the assistant. */
  readonly write: (line: string) => void;
  /** For people: standard error, as the protocol asks for. */
  readonly warn: (text: string) => void;
}

/** Passes messages of an assistant on to the gateway. */
export interface Relay {
  /** One line of the assistant. Never rejects: failures are answers. */
  take(line: string): Promise<void>;
  /** Ends the session at the gateway. */
  close(): Promise<void>;
}

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly protocolVersion?: unknown };
}

/** Larger messages are refused by the gateway. */
const MAX_LINE = 64 * 1024;
const SESSION_ENDED = 404;
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });

/**
 * A relay between lines of JSON and the gateway. A session that ends, with a restart of the gateway for example, is begun
 * again with the same words, and the message is sent once more: the gateway has not carried it out.
 *
 * @example
 * const relay = createRelay({ send: (init) => rest.beside('/mcp', init), write, warn });
 * await relay.take('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
 */
export function createRelay({ send, write, warn }: RelayOptions): Relay {
  let session: string | undefined;
  let version: string | undefined;
  let greeting: string | undefined;
  let renewal: Promise<void> | undefined;

  function post(body: string): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
      ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    };
    return send({ method: 'POST', headers, body });
  }

  async function greet(line: string): Promise<Response> {
    session = undefined;
    version = undefined;
    const response = await post(line);
    if (response.ok) {
      greeting = line;
      session = response.headers.get('mcp-session-id') ?? undefined;
      version = versionOf(await response.clone().text());
    }
    return response;
  }

  async function renew(former: string | undefined): Promise<void> {
    if (session !== former || greeting === undefined) return;
    const response = await greet(greeting);
    await response.text();
    if (response.ok) await (await post(INITIALIZED)).text();
  }

  async function answer(line: string, { method }: Message): Promise<Response> {
    if (method === 'initialize') return greet(line);
    await renewal;
    const used = session;
    const response = await post(line);
    if (response.status !== SESSION_ENDED || greeting === undefined) return response;
    await response.text();
    renewal ??= renew(used).finally(() => {
      renewal = undefined;
    });
    await renewal;
    return post(line);
  }

  return {
    async take(line) {
      const message = parsed(line);
      if (message === undefined) return write(failure(null, -32_700, 'This is no message of the protocol'));
      const isRequest = message.id !== undefined && message.method !== undefined;
      const refuse = (text: string) => (isRequest ? write(failure(message.id, -32_000, text)) : warn(text));
      if (line.length > MAX_LINE) return refuse(`A message has at most ${MAX_LINE} characters`);
      try {
        const response = await answer(line, message);
        const text = await response.text();
        if (response.ok) {
          if (isRequest && text !== '') write(text);
        } else refuse(reasonOf(response.status, text));
      } catch (error) {
        refuse(`The gateway cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    async close() {
      if (session === undefined) return;
      const headers = { 'mcp-session-id': session };
      session = undefined;
      await send({ method: 'DELETE', headers }).catch(() => undefined);
    },
  };
}

function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const failure = (id: unknown, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** Version of the protocol that both ends agreed on. */
function versionOf(text: string): string | undefined {
  const { result } = (parsed(text) ?? {}) as { readonly result?: { readonly protocolVersion?: unknown } };
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}

/** Detail of a problem document, or of an error of the protocol. */
function reasonOf(status: number, text: string): string {
  const { detail, error } = (parsed(text) ?? {}) as {
    readonly detail?: unknown;
    readonly error?: { readonly message?: unknown };
  };
  const reason = detail ?? error?.message;
  return `The gateway refuses this (${status}): ${typeof reason === 'string' ? reason : 'no reason given'}`;
}
