import { afterEach, describe, expect, it } from 'vitest';
import { memoryCursor } from '../src/client/cursors.js';
import { openStream } from '../src/client/open-stream.js';
import type { OpenStreamOptions, StreamStatus, WebSocketLike } from '../src/client/types.js';

type Handlers = Record<'onopen' | 'onmessage' | 'onclose', (event: unknown) => void>;

/** Everything a client could leave behind: timers, sockets, requests. */
function createSurroundings() {
  const timers = new Map<() => void, number>();
  const sockets: FakeSocket[] = [];
  const signals: AbortSignal[] = [];

  class FakeSocket implements WebSocketLike {
    onopen: unknown;
    onmessage: unknown;
    onclose: unknown;
    onerror: unknown;
    readonly sent: string[] = [];
    closed = false;
    paused = false;
    constructor(readonly url: string) {
      sockets.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.closed = true;
    }
    pause(): void {
      this.paused = true;
    }
    resume(): void {
      this.paused = false;
    }
    open(): void {
      (this as unknown as Handlers).onopen({});
      this.say({ op: 'subscribed', topics: ['a'], seq: 0, oldest_seq: 1, epoch: 'e' });
    }
    say(frame: object | string): void {
      (this as unknown as Handlers).onmessage({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
    }
    end(code: number): void {
      (this as unknown as Handlers).onclose({ code });
    }
  }

  const options: OpenStreamOptions = {
    url: 'http://gateway.invalid/events',
    topics: ['a'],
    random: () => 0,
    webSocket: FakeSocket,
    timer(run, delayMs) {
      timers.set(run, delayMs);
      return () => void timers.delete(run);
    },
    fetch: (_url, init) => {
      signals.push(init?.signal as AbortSignal);
      return new Promise(() => {});
    },
  };

  return {
    options,
    timers,
    sockets,
    signals,
    get socket() {
      return sockets.at(-1) as FakeSocket;
    },
    /** Delays of the timers that run. */
    delays: () => [...timers.values()],
    /** Lets the timer with this delay fire. */
    elapse(delayMs: number) {
      const [run] = [...timers].find(([, delay]) => delay === delayMs) ?? [];
      if (!run) throw new Error(`no timer of ${delayMs} ms`);
      timers.delete(run);
      run();
    },
  };
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A client with a requested first connection. */
async function start(change: Partial<OpenStreamOptions> = {}) {
  const around = createSurroundings();
  const stream = openStream({ ...around.options, ...change });
  closing.push(stream.close);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  return Object.assign(around, { stream, turn });
}

const frame = (seq: number) => ({ seq, kind: 'change', topic: 'a', type: 't', ts: '', payload: {} });
const states = (seen: StreamStatus[]) => seen.map(({ state }) => state);

describe('a client that is closed', () => {
  it.each([4401, 1006])('by an observer that hears of its end (%i) leaves no timer and no connection', async (code) => {
    const { stream, socket, sockets, timers, turn } = await start();
    socket.open();
    stream.observe(({ state }) => {
      if (state === 'denied' || state === 'waiting') stream.close();
    });
    socket.end(code);
    await turn();
    expect([stream.status.state, timers.size, sockets.length]).toEqual(['closed', 0, 1]);
  });

  it.each(['connecting', 'live'])('by an observer that hears that it is %s leaves nothing either', async (when) => {
    const { stream, socket, sockets, timers, turn, elapse } = await start();
    if (when === 'connecting') {
      socket.open();
      socket.end(1006);
    }
    stream.observe(({ state }) => {
      if (state === when) stream.close();
    });
    if (when === 'connecting') elapse(500);
    else socket.open();
    await turn();
    expect([stream.status.state, timers.size]).toEqual(['closed', 0]);
    expect(sockets.every(({ closed }, index) => closed || index < sockets.length - 1)).toBe(true);
  });

  it('while its token is being fetched asks for no connection', async () => {
    let give: (token: string) => void = () => {};
    const token = () =>
      new Promise<string>((resolve) => {
        give = resolve;
      });
    const { stream, sockets, timers, turn } = await start({ token });
    stream.close();
    give('late');
    await turn();
    expect([sockets.length, timers.size]).toEqual([0, 0]);
  });

  it('while it asks why a handshake was refused drops the question', async () => {
    const { stream, socket, signals, timers } = await start();
    socket.end(1006);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    stream.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(timers.size).toBe(0);
  });

  it('while it loads a snapshot ends its iteration without an error', async () => {
    const abort = new AbortController();
    const { stream, socket } = await start({
      signal: abort.signal,
      snapshot: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject('aborted'))),
    });
    socket.open();
    const next = stream.next();
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('ends all waiting calls for an event', async () => {
    const { stream, socket } = await start();
    socket.open();
    const both = [stream.next(), stream.next()];
    await stream.return?.();
    expect((await Promise.all(both)).map(({ done }) => done)).toEqual([true, true]);
  });

  it('reports its state to a late observer, and keeps none', async () => {
    const { stream } = await start();
    stream.close();
    const seen: StreamStatus[] = [];
    stream.observe((status) => seen.push(status));
    stream.close();
    expect(states(seen)).toEqual(['closed']);
  });
});

describe('a client with an observer that throws', () => {
  it('goes on, and leaves the error to the handler of uncaught ones', async () => {
    const { stream, socket } = await start();
    const escaped: (() => void)[] = [];
    const { queueMicrotask } = globalThis;
    globalThis.queueMicrotask = (run) => void escaped.push(run);
    try {
      const stop = stream.observe(() => {
        throw new Error('a mistake');
      });
      socket.open();
      socket.say(frame(1));
      stop();
    } finally {
      globalThis.queueMicrotask = queueMicrotask;
    }
    expect(stream.status.state).toBe('live');
    expect((await stream.next()).value).toMatchObject({ seq: 1 });
    expect(escaped[0]).toThrow('a mistake');
  });
});

describe('a client that is denied', () => {
  it('and retried by its observer tries once, at once', async () => {
    const { stream, socket, sockets, delays, turn } = await start();
    socket.open();
    let retried = false;
    stream.observe(({ state }) => {
      if (state !== 'denied' || retried) return;
      retried = true;
      stream.retry();
    });
    socket.end(4401);
    await turn();
    expect([sockets.length, delays()]).toEqual([2, [35_000]]);
  });
});

describe('a client in failing surroundings', () => {
  it.each(['nonsense', 'null', '{}', '{"seq":1.5}', '{"op":"ping","seq":"x"}', '{"op":"replay_lost"}', '[]'])(
    'starts over when a WebSocket sends %s, and lets nothing escape',
    async (text) => {
      const { stream, socket, sockets, delays, elapse, turn } = await start();
      socket.open();
      socket.say(text);
      expect([stream.status.state, socket.closed, delays()]).toEqual(['waiting', true, [500]]);
      elapse(500);
      await turn();
      sockets.at(-1)?.open();
      sockets.at(-1)?.say(frame(1));
      expect((await stream.next()).value).toMatchObject({ seq: 1 });
    },
  );

  it('understands a gateway that does not say where its stream is', async () => {
    const { stream, socket, turn, elapse, sockets } = await start();
    (socket as unknown as Handlers).onopen({});
    socket.say({ op: 'subscribed', topics: ['a'] });
    socket.say(frame(7));
    expect((await stream.next()).value).toMatchObject({ seq: 7 });
    socket.end(1006);
    elapse(500);
    await turn();
    (sockets.at(-1) as unknown as Handlers).onopen({});
    expect(JSON.parse(sockets.at(-1)?.sent[0] ?? '')).toMatchObject({ op: 'subscribe', since: 7 });
  });

  it('names its numbering when it comes back', async () => {
    const { socket, turn, elapse, sockets } = await start();
    socket.open();
    socket.end(1006);
    elapse(500);
    await turn();
    (sockets.at(-1) as unknown as Handlers).onopen({});
    expect(JSON.parse(sockets.at(-1)?.sent[0] ?? '')).toMatchObject({ since: 0, epoch: 'e' });
  });

  it('reports a failure on this side, for its token as for the connection', async () => {
    const noToken = await start({ token: () => Promise.reject(new Error('no token file')) });
    expect(noToken.stream.status).toMatchObject({ state: 'waiting', reason: 'no token file' });
    const refused = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    const noGateway = await start({ webSocket: undefined, token: 't', fetch: () => Promise.reject(refused) });
    expect(noGateway.stream.status).toMatchObject({ state: 'waiting', reason: 'ECONNREFUSED' });
  });

  it('tries again when the constructor throws', async () => {
    let calls = 0;
    class Refusing {
      constructor() {
        calls += 1;
        throw new SyntaxError('not an address');
      }
    }
    const { stream, elapse, turn, delays } = await start({ webSocket: Refusing as never });
    expect([stream.status.state, delays()]).toEqual(['waiting', [500]]);
    elapse(500);
    await turn();
    expect([calls, delays()]).toEqual([2, [1000]]);
  });

  it('tries again when its cursor cannot be read', async () => {
    let broken = true;
    const cursor = {
      load() {
        if (broken) throw new Error('no disk');
        return 41;
      },
      save: () => {},
    };
    const { stream, elapse, turn, sockets } = await start({ cursor });
    expect([stream.status.state, sockets.length]).toEqual(['waiting', 0]);
    broken = false;
    elapse(500);
    await turn();
    (sockets[0] as unknown as Handlers).onopen({});
    expect(JSON.parse(sockets[0]?.sent[0] ?? '')).toMatchObject({ since: 41 });
  });

  it('closes when its cursor cannot be written, because no other caller would', async () => {
    const cursor = {
      load: () => 0,
      save() {
        throw new Error('disk full');
      },
    };
    const { stream, socket, timers } = await start({ cursor });
    socket.open();
    socket.say(frame(1));
    socket.say(frame(2));
    expect((await stream.next()).value).toMatchObject({ seq: 1 });
    await expect(stream.next()).rejects.toThrow('disk full');
    expect([stream.status.state, socket.closed, timers.size]).toEqual(['closed', true, 0]);
  });

  it('closes when the listener for losses throws', async () => {
    const { stream, socket } = await start({
      cursor: memoryCursor(5),
      onLost() {
        throw new Error('cannot go on');
      },
    });
    socket.open();
    socket.say({ op: 'replay_lost', oldest_seq: 10, seq: 12, reason: 'evicted' });
    await expect(stream.next()).rejects.toThrow('cannot go on');
    expect([stream.status.state, socket.closed]).toEqual(['closed', true]);
  });

  it('leaves a server that never finishes its answer, and the request with it', async () => {
    const { stream, signals, elapse, delays } = await start({ webSocket: undefined, token: 't' });
    expect(delays()).toEqual([35_000]);
    elapse(35_000);
    elapse(500);
    expect(signals[0]?.aborted).toBe(true);
    stream.close();
  });

  it('leaves a server with a body that stays silent, or never ends a line', async () => {
    const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
    const signals: AbortSignal[] = [];
    const { stream, elapse, turn, delays } = await start({
      webSocket: undefined,
      token: 't',
      fetch: async (_url, init) => {
        signals.push(init?.signal as AbortSignal);
        return new Response(new ReadableStream({ start: (controller) => void bodies.push(controller) }));
      },
    });
    await turn();
    elapse(35_000);
    expect([signals[0]?.aborted, delays()]).toEqual([true, [500]]);
    elapse(500);
    await turn();
    const megabyte = new TextEncoder().encode('x'.repeat(2 ** 20));
    while (!signals[1]?.aborted) {
      bodies[1]?.enqueue(megabyte);
      await turn();
    }
    expect(stream.status.state).toBe('waiting');
  });
});

describe('a client with a slow reader', () => {
  it('does not take the silence that it asked for as the end of a connection', async () => {
    const { stream, socket, elapse } = await start({ buffer: 4 });
    socket.open();
    for (let seq = 1; seq <= 4; seq += 1) socket.say(frame(seq));
    expect(socket.paused).toBe(true);
    elapse(35_000);
    elapse(35_000);
    expect([stream.status.state, socket.closed]).toEqual(['live', false]);
    for (let seq = 1; seq <= 3; seq += 1) await stream.next();
    expect(socket.paused).toBe(false);
  });

  it('holds back the next connection too, when the one that it held back is lost', async () => {
    const { stream, socket, sockets, elapse, turn } = await start({ buffer: 4 });
    socket.open();
    for (let seq = 1; seq <= 4; seq += 1) socket.say(frame(seq));
    socket.end(1006);
    elapse(500);
    await turn();
    const second = sockets.at(-1);
    second?.open();
    second?.say(frame(5));
    expect(second?.paused).toBe(true);
    const seqs = [];
    for (let count = 1; count <= 5; count += 1) seqs.push((await stream.next()).value?.seq);
    expect(seqs).toEqual([1, 2, 3, 4, 5]);
    expect(second?.paused).toBe(false);
  });

  it('is not reported as live when it has just left because of that', async () => {
    const { stream, socket } = await start({ buffer: 1, snapshot: async () => ({ seq: 0 }) });
    Object.assign(socket, { pause: undefined, resume: undefined });
    const seen: StreamStatus[] = [];
    stream.observe((status) => seen.push(status));
    socket.open();
    expect(states(seen)).toEqual(['connecting', 'waiting']);
  });
});

describe('a client that takes a snapshot', () => {
  const press = (seq: number) => ({ ...frame(seq), momentary: true });

  async function follow(snapshot: () => Promise<{ readonly seq: number }>) {
    const saved: number[] = [];
    const cursor = { load: () => undefined, save: (seq: number) => void saved.push(seq) };
    return { ...(await start({ cursor, snapshot })), saved };
  }

  it('drops events that the snapshot has, but no key press, and does not keep a cursor beyond it before it is taken', async () => {
    const { stream, socket, saved } = await follow(async () => ({ seq: 5 }));
    socket.open();
    for (const event of [frame(1), press(2), frame(3), press(4), frame(6)]) socket.say(event);
    const seen: unknown[] = [];
    for (let count = 0; count < 3; count += 1) seen.push((await stream.next()).value?.seq, saved.at(-1));
    expect(seen).toEqual([2, 1, 4, 2, 6, 4]);
  });

  it('keeps a key press too that comes after the snapshot which should have it', async () => {
    const { stream, socket, saved, turn } = await follow(async () => ({ seq: 5 }));
    socket.open();
    const next = stream.next();
    await turn();
    expect(saved).toEqual([0]);
    for (const event of [frame(3), press(4), frame(6)]) socket.say(event);
    expect([(await next).value?.seq, (await stream.next()).value?.seq]).toEqual([4, 6]);
  });

  it('gives nothing that comes after a loss before it is there, to how many calls of next ever', async () => {
    let give = (_: { seq: number }) => {};
    const { stream, socket, turn } = await follow(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    socket.open();
    for (const event of [frame(1), frame(2), frame(3)]) socket.say(event);
    const seen: unknown[] = [];
    const calls = [stream.next(), stream.next()].map((next) => next.then(({ value }) => seen.push(value?.seq)));
    await turn();
    expect(seen).toEqual([]);
    give({ seq: 1 });
    await Promise.all(calls);
    expect(seen).toEqual([2, 3]);
  });
});

describe('a client without a handler of losses', () => {
  const lost = { op: 'replay_lost', oldest_seq: 10, seq: 12, reason: 'evicted' };

  it('ends its iteration with an error that names the loss', async () => {
    const { stream, socket, timers } = await start({ cursor: memoryCursor(5) });
    socket.open();
    socket.say(lost);
    await expect(stream.next()).rejects.toMatchObject({ code: 'events_lost', loss: { reason: 'evicted', seq: 12 } });
    expect([stream.status.state, socket.closed, timers.size]).toEqual(['closed', true, 0]);
  });

  it('goes on where the newest state follows by itself, or a snapshot brings it', async () => {
    const latest = await start({ mode: 'latest' });
    latest.socket.open();
    latest.socket.say({ op: 'lagged', from: 0, to: 5, conflated: 1, missed_momentary: 0 });
    latest.socket.say(frame(6));
    expect((await latest.stream.next()).value).toMatchObject({ seq: 6 });
    const mended = await start({ cursor: memoryCursor(5), snapshot: async () => ({ seq: 12 }) });
    mended.socket.open();
    mended.socket.say(lost);
    mended.socket.say(frame(13));
    expect((await mended.stream.next()).value).toMatchObject({ seq: 13 });
  });
});

describe('a client with a refused request', () => {
  it('reports the reason when an error comes instead of the subscription, and tries again at once on request', async () => {
    const { stream, socket, sockets, delays, turn } = await start();
    (socket as unknown as Handlers).onopen({});
    socket.say({ op: 'error', error: { code: 'bad_request', message: 'a topic is too long' } });
    expect(stream.status).toMatchObject({ state: 'refused', reason: 'a topic is too long' });
    expect([socket.closed, delays()]).toEqual([true, [60_000]]);
    stream.retry();
    await turn();
    sockets[1]?.open();
    expect([stream.status.state, stream.status.reason]).toEqual(['live', undefined]);
    sockets[1]?.say({ op: 'error', error: { code: 'rate_limited', message: 'later' } });
    expect(stream.status.state).toBe('live');
  });

  it('gives up an attempt of the credential before on request, so that its late denial changes nothing', async () => {
    const { stream, socket, sockets, delays, turn } = await start();
    expect(stream.status.state).toBe('connecting');
    stream.retry();
    await turn();
    expect([sockets.length, socket.closed]).toEqual([2, true]);
    const before = delays();
    socket.end(4401);
    expect([stream.status.state, delays()]).toEqual(['connecting', before]);
    sockets[1]?.open();
    expect(stream.status.state).toBe('live');
  });

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [401, 'denied'],
    [403, 'denied'],
    [503, 'waiting'],
  ])('by HTTP %i is %s, with any transport', async (status, state) => {
    const fetch = async () => new Response('', { status });
    const events = await start({ webSocket: undefined, token: 't', fetch });
    const socket = await start({ fetch });
    socket.socket.end(1006);
    await socket.turn();
    for (const { stream } of [events, socket]) expect(stream.status).toMatchObject({ state, reason: `HTTP ${status}` });
  });

  it('rejects `next`, waiting or called later, while nothing was ever accepted', async () => {
    const { stream, socket, timers } = await start();
    const [waiting, second] = [stream.next(), stream.next()];
    (socket as unknown as Handlers).onopen({});
    socket.say({ op: 'error', error: { code: 'bad_request', message: 'a topic is too long' } });
    await expect(waiting).rejects.toMatchObject({ code: 'subscription_refused', message: /a topic is too long/ });
    await expect(second).resolves.toEqual({ done: true, value: undefined });
    expect([stream.status.state, socket.closed, timers.size]).toEqual(['closed', true, 0]);
    const late = await start({ fetch: async () => new Response('', { status: 404 }) });
    late.socket.end(1006);
    await late.turn();
    await expect(late.stream.next()).rejects.toMatchObject({ code: 'subscription_refused', message: /HTTP 404/ });
  });

  it('asks again where one was accepted before, and `next` waits for that', async () => {
    const { stream, socket, sockets, turn } = await start({ fetch: async () => new Response('', { status: 404 }) });
    socket.open();
    socket.end(1006);
    const [run] = [stream.next()];
    await turn();
    stream.retry();
    await turn();
    sockets[1]?.end(1006);
    await turn();
    expect(stream.status.state).toBe('refused');
    stream.retry();
    await turn();
    sockets[2]?.open();
    sockets[2]?.say(frame(1));
    expect((await run)?.value).toMatchObject({ seq: 1 });
  });
});

describe('a client with only its WebSocket blocked', () => {
  const upgrade = () => new Response('', { status: 400, headers: { upgrade: 'websocket' } });
  const withoutHeader = () => Response.json({ code: 'bad_request', reason: 'upgrade_required' }, { status: 400 });
  /** A gateway that answers requests and no upgrade. */
  function gatewayBehind(streams: (() => Response)[], refusal = upgrade) {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      const { pathname } = new URL(String(input));
      asked.push(pathname);
      if (pathname === '/events') return refusal();
      return streams.shift()?.() ?? new Response('', { status: 503 });
    };
    return { asked, fetch };
  }
  const said = (...frames: readonly object[]) => frames.map((each) => `data:${JSON.stringify(each)}\n\n`).join('');
  const subscribed = { op: 'subscribed', topics: ['a'], seq: 0, oldest_seq: 1, epoch: 'e' };

  it.each([
    ['the header for upgrades', upgrade],
    ['the reason alone, as behind a proxy that drops the header', withoutHeader],
  ])('gets its events over server-sent events in the same attempt, by %s', async (_by, refusal) => {
    const { asked, fetch } = gatewayBehind([() => new Response(said(subscribed, frame(1)))], refusal);
    const { stream, socket } = await start({ fetch });
    const states: unknown[] = [];
    stream.observe(({ state, blocked }) => states.push([state, blocked]));
    socket.end(1006);
    expect((await stream.next()).value).toMatchObject({ seq: 1 });
    expect(asked).toEqual(['/events', '/events/stream']);
    expect(states.slice(0, 3)).toEqual([
      ['connecting', undefined],
      ['connecting', true],
      ['live', true],
    ]);
  });

  it('tries the WebSocket again with the next attempt', async () => {
    const { fetch } = gatewayBehind([() => new Response(said(subscribed))]);
    const { stream, socket, sockets, turn } = await start({ fetch });
    socket.end(1006);
    await turn();
    await turn();
    expect(stream.status).toMatchObject({ state: 'waiting' });
    stream.retry();
    await turn();
    expect(sockets).toHaveLength(2);
    sockets[1]?.open();
    expect(stream.status.blocked).toBeUndefined();
  });

  it('waits with growing pauses where the other way fails too', async () => {
    const { fetch } = gatewayBehind([]);
    const { stream, sockets, turn } = await start({ fetch });
    const pauses: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      sockets.at(-1)?.end(1006);
      await turn();
      await turn();
      pauses.push(stream.status.retryInMs);
      stream.retry();
      await turn();
    }
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });
});

describe('a client with a cursor that gathers', () => {
  it('has it keep its number when the iteration ends, and waits for that', async () => {
    const calls: string[] = [];
    const cursor = {
      load: () => 0,
      save: (seq: number) => void calls.push(`save ${seq}`),
      async close() {
        await Promise.resolve();
        calls.push('close');
      },
    };
    const { stream, socket } = await start({ cursor });
    socket.open();
    for (const event of [frame(1), frame(2)]) socket.say(event);
    await stream.next();
    await stream.next();
    await stream.return?.();
    await stream.close();
    expect(calls).toEqual(['save 1', 'close']);
  });

  it('reports a failure of that to the waiting caller, and to no other', async () => {
    const cursor = { load: () => 0, save: () => {}, close: () => Promise.reject(new Error('disk full')) };
    const first = await start({ cursor });
    first.stream.close();
    await first.turn();
    await expect(first.stream.close()).rejects.toThrow('disk full');
  });
});
