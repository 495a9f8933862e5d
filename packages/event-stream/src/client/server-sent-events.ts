import { type End, endOf, failureOf, headersOf, type Transport, withScheme } from './transport.js';

/** No gateway sends this much at once. In UTF-16 units. */
const longestLine = 2 ** 24;

export function serverSentEventsTransport(fetcher: typeof fetch): Transport {
  return {
    connect({ url, authorization, topics, since, mode }, { onText, onEnd }) {
      const address = withScheme(url, 'http');
      address.pathname += '/stream';
      for (const topic of topics) address.searchParams.append('topics', topic);
      if (mode) address.searchParams.set('mode', mode);
      const headers = {
        ...headersOf({ authorization }),
        accept: 'text/event-stream',
        ...(since !== undefined && { 'last-event-id': `${since}` }),
      };
      const abort = new AbortController();
      let held: Promise<void> | undefined;
      let release = () => {};

      async function read(): Promise<End> {
        const response = await fetcher(address, { headers, signal: abort.signal });
        if (!response.ok || !response.body) {
          response.body?.cancel().catch(() => {});
          return endOf(response.status);
        }
        const decoder = new TextDecoder();
        const reader = response.body.getReader();
        let rest = '';
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return {};
          const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          if (rest.length > longestLine) return {};
          // The gateway writes each frame as a single line of data; everything else is for EventSource.
          for (const line of lines) if (line.startsWith('data:')) onText(line.slice(5));
          await held;
        }
      }

      const end = (how: End) => {
        if (!abort.signal.aborted) onEnd(how);
      };
      read().then(end, (error) => end(failureOf(error)));
      return {
        send() {},
        pause() {
          held ??= new Promise((resolve) => {
            release = resolve;
          });
          return true;
        },
        resume() {
          held = undefined;
          release();
        },
        close() {
          abort.abort();
          release();
        },
      };
    },
  };
}
