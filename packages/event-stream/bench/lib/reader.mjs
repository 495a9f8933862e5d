// The same reader for every peer: raw sockets in a worker, which count bytes; a few of them also check each frame.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { mqttConnect, mqttSubscribe, natsConnect, natsSubscribe } from './peers.mjs';

const samples = 10;
const now = () => Number(process.hrtime.bigint() / 1000n);

/** Messages of a client until it is subscribed; `hear` answers each frame and returns true when that is done. */
const dialogues = {
  stream: {
    path: '/',
    open: (say) => say(JSON.stringify({ op: 'subscribe', topics: ['devices/#'] })),
    hear: () => true,
  },
  bare: { path: '/', hear: () => true, silent: true },
  socketio: {
    path: '/socket.io/?EIO=4&transport=websocket',
    hear(text, say) {
      if (text.startsWith('40')) return true;
      say('40');
      return false;
    },
  },
  mosquitto: {
    path: '/mqtt',
    protocol: 'mqtt',
    open: (say) => say(mqttConnect(randomBytes(6).toString('hex'))),
    hear(_text, say, bytes) {
      if (bytes[0] === 0x90) return true;
      say(mqttSubscribe('events'));
      return false;
    },
  },
  nats: {
    path: '/',
    /** Several messages may come in one frame. */
    packed: true,
    hear(text, say) {
      if (text.startsWith('INFO')) say(Buffer.from(natsConnect.replace('PING\r\n', natsSubscribe)));
      return text.includes('PONG');
    },
  },
};

function maskedFrame(message) {
  const payload = Buffer.from(message);
  const opcode = typeof message === 'string' ? 0x81 : 0x82;
  const head =
    payload.length < 126 ? [opcode, 0x80 | payload.length] : [opcode, 0xfe, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}

const headLength = (second) => ((second & 127) === 127 ? 10 : (second & 127) === 126 ? 4 : 2);

function payloadLength(bytes, at) {
  const short = bytes[at + 1] & 127;
  if (short === 127) return Number(bytes.readBigUInt64BE(at + 2));
  return short === 126 ? bytes.readUInt16BE(at + 2) : short;
}

/** Whole frames at the start of the bytes, and the rest. */
function takeFrames(bytes) {
  const frames = [];
  let at = 0;
  while (bytes.length - at >= 2) {
    const head = headLength(bytes[at + 1]);
    if (bytes.length - at < head) break;
    const length = payloadLength(bytes, at);
    if (bytes.length - at < head + length) break;
    frames.push({ payload: bytes.subarray(at + head, at + head + length), size: head + length });
    at += head + length;
  }
  return { frames, rest: bytes.subarray(at) };
}

/** Counts the bytes inside frames: where messages share a frame, there are fewer headers than messages. */
function createUnpacker() {
  const head = Buffer.alloc(10);
  let headBytes = 0;
  let left = 0;
  return (bytes) => {
    let inside = 0;
    for (let at = 0; at < bytes.length; ) {
      if (left > 0) {
        const taken = Math.min(left, bytes.length - at);
        left -= taken;
        inside += taken;
        at += taken;
        continue;
      }
      head[headBytes] = bytes[at];
      headBytes += 1;
      at += 1;
      if (headBytes < 2 || headBytes < headLength(head[1])) continue;
      left = payloadLength(head, 0);
      headBytes = 0;
    }
    return inside;
  };
}

/** Cuts `MSG subject sid length` and its body out of the frames. */
function createMessageCutter() {
  let rest = Buffer.alloc(0);
  return (frames) => {
    rest = Buffer.concat([rest, ...frames.map(({ payload }) => payload)]);
    const messages = [];
    for (;;) {
      const line = rest.indexOf('\r\n');
      if (line < 0) return messages;
      const words = rest.latin1Slice(0, line).split(' ');
      // A ping now and then; a few bytes more do not change the count of arrivals.
      if (words[0] !== 'MSG') {
        rest = rest.subarray(line + 2);
        continue;
      }
      const size = line + 2 + Number(words.at(-1)) + 2;
      if (rest.length < size) return messages;
      messages.push({ payload: rest.subarray(line + 2, size - 2), size });
      rest = rest.subarray(size);
    }
  };
}

const [SEQ, SENT] = ['"seq":', '"at":"'];
const ZERO = 0x30;

/** The decimal number at a position: in bytes, because a text for each message would take longer than to send it. */
function numberAt(payload, position) {
  let at = position;
  let number = 0;
  for (let digit = payload[at] - ZERO; digit >= 0 && digit <= 9; digit = payload[at] - ZERO) {
    number = number * 10 + digit;
    at += 1;
  }
  return at > position ? number : Number.NaN;
}

/** Resolves when the client is subscribed; `onBytes` gets everything after that. */
function subscribe(kind, port, onBytes) {
  const { path, protocol, open, hear, silent } = dialogues[kind];
  return new Promise((resolve, reject) => {
    let rest = Buffer.alloc(0);
    let stage = 'upgrade';
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: Buffer.allocUnsafe(65_536),
        callback(length, buffer) {
          if (stage === 'count') onBytes(buffer.subarray(0, length));
          else negotiate(Buffer.from(buffer.subarray(0, length)));
          return true;
        },
      },
    });
    const say = (message) => socket.write(maskedFrame(message));
    const negotiate = (bytes) => {
      rest = Buffer.concat([rest, bytes]);
      if (stage === 'upgrade') {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        rest = rest.subarray(end + 4);
        stage = 'talk';
        open?.(say);
        if (silent) return finish();
      }
      const taken = takeFrames(rest);
      rest = taken.rest;
      for (const { payload } of taken.frames) if (hear(payload.toString(), say, payload)) return finish();
    };
    const finish = () => {
      stage = 'count';
      resolve(socket);
    };
    socket.on('error', reject);
    const key = randomBytes(16).toString('base64');
    const sub = protocol ? `Sec-WebSocket-Protocol: ${protocol}\r\n` : '';
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n${sub}\r\n`,
    );
  });
}

/** The readers of one peer. */
async function createReaders({ kind, port, arrivals, count }) {
  const { packed } = dialogues[kind];
  const readers = { frameSize: 0, told: 0, latencies: [], wrong: 0, active: count };
  const resets = [];
  const recounts = [];
  const control = connect(arrivals, '127.0.0.1');
  control.setNoDelay(true);
  control.on('error', () => {});

  // Number of sockets that have received the n-th event: an event has arrived when all have it, in any pieces.
  const reached = [];
  const reach = (from, to) => {
    for (let event = from; event < to; event += 1) reached[event] = (reached[event] ?? 0) + 1;
    const before = readers.told;
    while (reached[readers.told] >= readers.active) readers.told += 1;
    if (readers.told > before) control.write(Buffer.alloc(readers.told - before));
  };

  const counting = () => {
    let total = 0;
    let events = 0;
    const unpack = packed && createUnpacker();
    const flow = (bytes) => {
      total += unpack ? unpack(bytes) : bytes.length;
      if (readers.frameSize === 0) return;
      const complete = Math.floor(total / readers.frameSize);
      if (complete === events) return;
      reach(events, complete);
      events = complete;
    };
    resets.push(() => {
      total %= readers.frameSize || 1;
      events = 0;
    });
    recounts.push(() => flow(Buffer.alloc(0)));
    return flow;
  };

  /** The first frame shows the length of all; earlier arrivals are counted now. */
  const learn = (size) => {
    readers.frameSize = size;
    for (const recount of recounts) recount();
  };

  const checking = () => {
    let rest = Buffer.alloc(0);
    let last = 0;
    // All messages of a peer have the same length, so that the numbers stand where they stand in the first.
    let seqAt = 0;
    let sentAt = 0;
    const count = counting();
    const cut = packed ? createMessageCutter() : (frames) => frames;
    return (bytes) => {
      const taken = takeFrames(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes);
      rest = Buffer.from(taken.rest);
      const at = now();
      for (const { payload, size } of cut(taken.frames)) {
        if (seqAt === 0) {
          seqAt = payload.indexOf(SEQ) + SEQ.length;
          sentAt = payload.indexOf(SENT) + SENT.length;
        }
        const sent = numberAt(payload, sentAt);
        const seq = numberAt(payload, seqAt);
        if ((last !== 0 && seq !== last + 1) || (readers.frameSize !== 0 && size !== readers.frameSize))
          readers.wrong += 1;
        last = seq;
        if (readers.frameSize === 0) learn(size);
        readers.latencies.push(at - sent);
      }
      count(bytes);
    };
  };

  // Spread over all, because peers serve their sockets in different orders.
  const isSample = (index) => index % Math.ceil(count / samples) === 0;
  const sockets = [];
  for (let from = 0; from < count; from += 50) {
    const batch = Array.from({ length: Math.min(50, count - from) }, (_, index) =>
      subscribe(kind, port, isSample(from + index) ? checking() : counting()),
    );
    sockets.push(...(await Promise.all(batch)));
  }
  const restart = (active) => {
    readers.active = active;
    readers.told = 0;
    reached.length = 0;
    for (const reset of resets) reset();
  };
  return { readers, sockets, control, restart };
}

let current = new Map();

const commands = {
  async connect(options) {
    current.set(options.id, await createReaders(options));
  },
  /** The last ones stop reading; their frames are not counted. */
  stall({ id, count }) {
    const { sockets, readers, restart } = current.get(id);
    for (const socket of sockets.slice(-count)) socket.pause();
    restart(readers.active - count);
  },
  result({ id }) {
    const { readers } = current.get(id);
    const sorted = readers.latencies.sort((a, b) => a - b);
    const quantile = (part) => sorted[Math.floor(sorted.length * part)] ?? 0;
    const result = { p50: quantile(0.5), p99: quantile(0.99), checked: sorted.length, wrong: readers.wrong };
    readers.latencies = [];
    readers.wrong = 0;
    return result;
  },
  close() {
    for (const { sockets, control } of current.values()) {
      for (const socket of sockets) socket.destroy();
      control.destroy();
    }
    current = new Map();
  },
};

parentPort.on('message', async ({ command, ...options }) => {
  try {
    parentPort.postMessage({ done: (await commands[command](options)) ?? true });
  } catch (error) {
    parentPort.postMessage({ failed: String(error) });
  }
});
