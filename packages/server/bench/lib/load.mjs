// Sends one request again and again over keep-alive connections, as fast as answers come, and counts. Runs in a process of
// its own so that the server has its thread for itself.
import { connect } from 'node:net';

process.on('message', async ({ port, request, connections, ms }) => {
  const until = performance.now() + ms;
  const times = [];
  let wrong = 0;
  await Promise.all(
    Array.from({ length: connections }, () => drive(port, request, until, times, (bad) => (wrong += bad))),
  );
  times.sort((a, b) => a - b);
  process.send({
    perSecond: (times.length / ms) * 1000,
    p50: times[times.length >> 1] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    wrong,
  });
});

/** End of a streamed answer. */
const END = '\r\n0\r\n\r\n';

function drive(port, request, until, times, note) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', send);
    let begun = 0;
    let head = '';
    let missing = -1;
    let tail = '';
    function send() {
      begun = performance.now();
      if (begun >= until) {
        socket.destroy();
        resolve();
        return;
      }
      head = '';
      missing = -1;
      socket.write(request);
    }
    socket.on('data', (chunk) => {
      let body = chunk;
      if (missing < 0) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!/^HTTP\/1\.1 2/.test(head)) note(1);
        const streamed = /transfer-encoding: chunked/i.test(head);
        missing = streamed ? Number.POSITIVE_INFINITY : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        body = { length: head.length - end - 4 };
        tail = '';
      }
      missing -= body.length;
      tail = (tail + chunk.subarray(-END.length).toString('latin1')).slice(-END.length);
      if (missing === Number.POSITIVE_INFINITY ? tail !== END : missing > 0) return;
      times.push(performance.now() - begun);
      send();
    });
    socket.on('error', () => {
      note(1);
      resolve();
    });
  });
}
