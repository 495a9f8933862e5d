import { type End, endOf, failureOf, headersOf, type Transport, withScheme } from './transport.js';
import type { WebSocketConstructor } from './types.js';

export function webSocketTransport(Constructor: WebSocketConstructor, fetcher: typeof fetch): Transport {
  return {
    connect({ url, authorization, topics, since, epoch, mode }, { onText, onEnd }) {
      const headers = headersOf({ authorization });
      const socket = authorization
        ? new Constructor(withScheme(url, 'ws').href, [], { headers })
        : new Constructor(withScheme(url, 'ws').href);
      let opened = false;
      let over = false;
      const abort = new AbortController();
      const send = (message: object) => socket.send(JSON.stringify(message));
      const end = (how: End) => {
        if (over) return;
        over = true;
        onEnd(how);
      };
      socket.onopen = () => {
        opened = true;
        send({ op: 'subscribe', topics, since, epoch, mode });
      };
      socket.onmessage = ({ data }: { data: unknown }) => {
        if (!over) onText(String(data));
      };
      // A close always follows.
      socket.onerror = () => {};
      socket.onclose = ({ code }: { code: number }) => {
        if (opened || over) {
          end(code === 4401 || code === 4403 ? { verdict: 'denied' } : {});
          return;
        }
        // A refused handshake does not say why; the same address without an upgrade does.
        fetcher(withScheme(url, 'http'), { headers, signal: abort.signal }).then(
          async (answer) => end((await lacksUpgrade(answer)) ? { isBlocked: true } : endOf(answer.status)),
          (error) => end(failureOf(error)),
        );
      };
      return {
        send,
        pause() {
          socket.pause?.();
          return !!socket.pause;
        },
        resume: () => socket.resume?.(),
        close() {
          over = true;
          abort.abort();
          socket.resume?.();
          socket.close(1000);
        },
      };
    },
  };
}

/**
 * True when the gateway misses only the upgrade: by its header, or by the reason of its answer, because proxies drop a
 * header that is for one hop. Reads one piece of the body; the end of the attempt cancels the rest.
 */
async function lacksUpgrade({ headers, body }: Response): Promise<boolean> {
  const first = await body
    ?.getReader()
    .read()
    .catch(() => undefined);
  return headers.has('upgrade') || new TextDecoder().decode(first?.value).includes('"upgrade_required"');
}
