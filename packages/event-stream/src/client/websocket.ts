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
          ({ status, body, headers: answer }) => {
            body?.cancel().catch(() => {});
            end(answer.has('upgrade') ? { isBlocked: true } : endOf(status));
          },
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
