import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const publish = (topic: string, payload: object = {}) => world.events.publish({ topic, type: 'test', payload });

interface SseEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: Record<string, unknown>;
}

/** Reads server-sent events one by one. */
function reader(response: Response) {
  const source = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next(): Promise<SseEvent | undefined> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end >= 0) {
          const block = text.slice(0, end);
          text = text.slice(end + 2);
          const fields = Object.fromEntries(
            block
              .split('\n')
              .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]),
          );
          if (fields.data === undefined) continue;
          return { ...fields, data: JSON.parse(fields.data) as Record<string, unknown> };
        }
        const { done, value } = await source.read();
        if (done) return undefined;
        text += value;
      }
    },
    cancel: () => source.cancel(),
  };
}

describe('the stream of server-sent events', () => {
  const open = async (query = '', headers: Readonly<Record<string, string>> = {}, as: 'viewer' | 'admin' = 'viewer') =>
    world.request({ target: `/api/v1/events/stream${query}`, as, headers });

  it('sends published events, numbered by seq', async () => {
    const response = await open('?topics=device.*');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = reader(response);
    expect(await events.next()).toMatchObject({ event: 'control', data: { op: 'subscribed', topics: ['device.*'] } });
    publish('hub.x');
    const seq = publish('device.x', { value: 1 });
    expect(await events.next()).toMatchObject({
      id: String(seq),
      data: { seq, topic: 'device.x', payload: { value: 1 } },
    });
    await events.cancel();
    expect(world.events.connections()).toHaveLength(0);
  });

  it('needs no CSRF token, and releases its slot at once after a request for the headers only [D08]', async () => {
    const small = await startWorld({ server: { limits: { socketsPerPrincipal: 1 } } });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const head = await small.request({ method: 'HEAD', target: '/api/v1/events/stream', as: 'viewer' });
      expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, 'text/event-stream', null]);
      expect(small.events.connections()).toHaveLength(0);
    }
    const { headers } = await small.signIn('vi');
    for (const method of ['HEAD', 'OPTIONS']) {
      const read = await small.request({ method, target: '/api/v1/events/stream', headers });
      expect([read.status < 300, small.events.connections().length]).toEqual([true, 0]);
    }
    const changing = { method: 'POST', target: '/api/v1/events/stream' };
    expect(await (await small.request({ ...changing, headers })).json()).toMatchObject({ reason: 'csrf_invalid' });
    expect((await small.request({ ...changing, as: 'viewer' })).status).toBe(405);
    const stream = await small.request({ target: '/api/v1/events/stream', as: 'viewer' });
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    await small.close();
  });

  it('continues after Last-Event-ID', async () => {
    const first = publish('a');
    const second = publish('b');
    const events = reader(await open('', { 'Last-Event-ID': String(first) }));
    expect(await events.next()).toMatchObject({ data: { op: 'subscribed' } });
    expect(await events.next()).toMatchObject({ id: String(second), data: { topic: 'b' } });
    expect(await events.next()).toMatchObject({ event: 'control', data: { op: 'replay_done', seq: second } });
    await events.cancel();
  });

  it('catches up with the newest of everything when it was asked to and has fallen behind', async () => {
    world.events.reconfigure({ lagFrames: 16 });
    const events = reader(await open('?topics=device.*&mode=latest'));
    expect(await events.next()).toMatchObject({ data: { op: 'subscribed' } });
    for (let value = 0; value < 200; value += 1) {
      publish('device.x', { value, filling: 'x'.repeat(2_000) });
      world.events.flush();
    }
    const last = publish('device.x', { value: 'last' });
    world.events.flush();
    let lagged = false;
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      lagged ||= event.data.op === 'lagged';
      expect(event.data.op).not.toBe('replay_lost');
      if (event.data.seq === last && event.data.topic !== undefined) break;
    }
    expect(lagged).toBe(true);
    await events.cancel();
    expect((await open('?mode=newest')).status).toBe(400);
  });

  it('refuses a cursor that is none', async () => {
    for (const id of ['x', '-1', '1.5', '9007199254740993']) {
      expect((await open('', { 'Last-Event-ID': id })).status, id).toBe(400);
      expect((await open(`?since=${id}`)).status, id).toBe(400);
    }
  });

  it('ends when the credential does', async () => {
    const created = await world.auth.tokens.create(
      { subject: 'x', role: 'viewer' },
      { subject: 'root', scheme: 'cli', peer: 'local' },
    );
    if (!created.ok) throw new Error('no token');
    const response = await world.request({
      target: '/api/v1/events/stream',
      headers: { Authorization: `Bearer ${created.value.token}` },
    });
    const events = reader(response);
    await events.next();
    await world.request({
      method: 'DELETE',
      target: `/api/v1/auth/tokens/v2/${created.value.fingerprint}`,
      as: 'admin',
    });
    while ((await events.next()) !== undefined);
    expect(world.events.connections()).toHaveLength(0);
  });

  it('counts among the connections of its principal', async () => {
    const limited = await startWorld({ server: { limits: { socketsPerPrincipal: 1 } } });
    const stream = () => limited.request({ target: '/api/v1/events/stream', as: 'viewer' });
    const first = await stream();
    const second = await stream();
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('5');
    await first.body?.cancel();
    const third = await stream();
    expect(third.status).toBe(200);
    await third.body?.cancel();
    await limited.close();
  });

  it('of a reader that does not read holds little, and reports the loss to it', async () => {
    const response = await open('?topics=*');
    // In several turns: no reader counts as slow within one.
    for (let turn = 0; turn < 20; turn++) {
      for (let count = 0; count < 1_000; count++) publish('device.x', { text: 'x'.repeat(100) });
      await new Promise((resolve) => setImmediate(resolve));
    }
    world.events.flush();
    const [connection] = world.events.connections();
    expect(connection?.blocked).toBe(true);
    const events = reader(response);
    let lost: SseEvent | undefined;
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      if (event.data.op !== 'replay_lost') continue;
      lost = event;
      break;
    }
    expect(lost).toBeDefined();
    await events.cancel();
  });
});

describe('the log of events', () => {
  it('is read page by page', async () => {
    const first = publish('a');
    publish('b');
    const third = publish('a');
    const page = async (query: string) =>
      (await (await world.request({ target: `/api/v1/events/log?${query}`, as: 'viewer' })).json()) as {
        events: { seq: number }[];
        next_since: number;
        more: boolean;
      };
    const one = await page('topics=a&limit=1');
    expect(one).toMatchObject({ events: [{ seq: first, topic: 'a', type: 'test' }], more: true });
    const two = await page(`topics=a&since=${one.next_since}`);
    expect(two).toMatchObject({ events: [{ seq: third }], more: false });
  });

  it('refuses an invalid query', async () => {
    const long = 'x'.repeat(257);
    const many = Array.from({ length: 257 }, (_, index) => `t${index}`).join(',');
    for (const query of ['limit=0', 'limit=1001', 'since=-1', 'since=x', `topics=${long}`, `topics=${many}`]) {
      const response = await world.request({ target: `/api/v1/events/log?${query}`, as: 'viewer' });
      expect(response.status, query).toBe(400);
    }
  });
});

it('the path of the WebSocket explains itself to a plain request', async () => {
  const response = await world.request({ target: '/api/v1/events', as: 'viewer' });
  expect(response.status).toBe(400);
  expect(response.headers.get('upgrade')).toBe('websocket');
});
