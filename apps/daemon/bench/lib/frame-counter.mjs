import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const LIMIT_MS = 120_000;
const ALIVE_MS = 15_000;
/** Masked with zeros, and empty. */
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/**
 * A WebSocket reader that only counts text frames, so that the reader is never what is measured. `headers` go with the
 * upgrade. Frames are those of a server: never masked.
 */
export function openCounter(url, headers, hello) {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let seen = 0;
  let skip = 0;
  let rest = Buffer.alloc(0);
  let waiting = { count: Number.POSITIVE_INFINITY, done: () => {} };
  let upgraded = false;

  function take(chunk) {
    let at = Math.min(skip, chunk.length);
    skip -= at;
    while (at < chunk.length) {
      const left = chunk.length - at;
      if (left < 2) break;
      const short = chunk[at + 1] & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (left < header) break;
      const length =
        short < 126 ? short : short === 126 ? chunk.readUInt16BE(at + 2) : Number(chunk.readBigUInt64BE(at + 2));
      if ((chunk[at] & 0x0f) === 1) seen += 1;
      const end = at + header + length;
      skip = Math.max(0, end - chunk.length);
      at = Math.min(end, chunk.length);
    }
    rest = chunk.subarray(at);
    if (seen >= waiting.count) waiting.done();
  }

  /** Rejects where they do not come. */
  function wait(count) {
    return new Promise((settle, fail) => {
      const timer = setTimeout(() => fail(new Error(`${seen} frames of ${count} after ${LIMIT_MS} ms`)), LIMIT_MS);
      const done = () => {
        clearTimeout(timer);
        settle();
      };
      waiting = { count, done };
      if (seen >= count) done();
    });
  }

  return new Promise((settle, fail) => {
    socket.once('error', fail);
    socket.on('data', (data) => {
      if (upgraded) {
        take(rest.length === 0 ? data : Buffer.concat([rest, data]));
        return;
      }
      rest = Buffer.concat([rest, data]);
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!rest.subarray(0, 16).toString().includes('101')) {
        fail(new Error(`no upgrade: ${rest.subarray(0, 60).toString()}`));
        return;
      }
      upgraded = true;
      const first = rest.subarray(end + 4);
      rest = Buffer.alloc(0);
      take(first);
      if (hello !== undefined) socket.write(masked(hello));
      // A client that says nothing for a minute is ended as one that is gone.
      const alive = setInterval(() => socket.write(PONG), ALIVE_MS).unref();
      socket.once('close', () => clearInterval(alive));
      settle({
        get seen() {
          return seen;
        },
        /** Resolves when this many more frames than now have come. */
        more: (count) => wait(seen + count),
        /** Resolves when so many frames have come in all. */
        until: wait,
        close: () => socket.destroy(),
      });
    });
    const lines = [
      `GET ${pathname} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

function masked(text) {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length])
      : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 0xff]);
  for (let index = 0; index < payload.length; index += 1) payload[index] ^= mask[index % 4];
  return Buffer.concat([head, mask, payload]);
}
