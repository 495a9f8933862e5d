import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEventStream } from '@ccu-gateway/event-stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type ClientOptions, createClient, ProblemError, UnreachableError } from '../src/index.js';
import { failureOf } from './fixture.js';
import { startGateway, type TestGatewayOptions } from './gateway.js';

const cleanups: (() => unknown)[] = [];

afterEach(cleanUp);

async function cleanUp() {
  waiting.clear();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

type Behaviour = (request: IncomingMessage, response: ServerResponse) => unknown;

const answer: Behaviour = (_, response) => response.writeHead(200).end('{}');
/** Reads everything and ends the connection without a word. */
const dropAfter: Behaviour = (request) => request.socket.destroy();
/** Sends nothing, until the time of the waiting side is over. */
const silence: Behaviour = () => endPatience();
const cutInAnswer: Behaviour = (request, response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"a":', () => request.socket.destroy());
};
const fail =
  (status: number, body = ''): Behaviour =>
  (_, response) =>
    response.writeHead(status).end(body);

async function start(behave: Behaviour = answer) {
  const seen: string[] = [];
  let behaviour = behave;
  const server = createServer(async (request, response) => {
    for await (const chunk of request) void chunk;
    seen.push(`${request.method} ${request.headers['x-test'] ?? request.headers.authorization}`);
    behaviour(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kill = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  cleanups.push(kill);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    kill,
    behave(next: Behaviour) {
      behaviour = next;
    },
    async revive() {
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}

const clientOf = (gateways: readonly { readonly url: string }[], options: Partial<ClientOptions> = {}) =>
  createClient({ url: gateways.map(({ url }) => url), order: 'given', token: 'secret', ...options });

const write = (gateway: ReturnType<typeof createClient>) =>
  gateway.call('setSysvar', { path: { name: 'Away' }, body: { value: true } });

/** Time that passes only while a gateway is silent. */
const waiting = new Set<() => void>();
const patient = (run: () => void) => {
  waiting.add(run);
  return () => void waiting.delete(run);
};
function endPatience(): void {
  for (const run of [...waiting]) {
    waiting.delete(run);
    run();
  }
}

describe('a read', () => {
  it('goes on at the next gateway, and stays there', async () => {
    const [a, b] = [await start(), await start()];
    await a.kill();
    const gateway = clientOf([a, b]);
    expect(gateway.url).toBe(a.url);
    await gateway.call('getInfo');
    expect(gateway.url).toBe(b.url);
    await a.revive();
    await gateway.call('getInfo');
    expect([a.seen.length, b.seen.length]).toEqual([0, 2]);
  });

  it('goes on when a gateway ends the connection before its answer, or stays silent for its part of the time', async () => {
    for (const behaviour of [dropAfter, silence]) {
      const [a, b] = [await start(behaviour), await start()];
      await clientOf([a, b], { timer: patient }).call('getInfo');
      expect([a.seen.length > 0, b.seen.length]).toEqual([true, 1]);
    }
  });

  it('gives each of them its part of the time, and the rest to the answer', async () => {
    const delays: number[] = [];
    const [a, b] = [await start(silence), await start()];
    const timer = (run: () => void, delayMs: number) => {
      delays.push(delayMs);
      return patient(run);
    };
    await clientOf([a, b, a, b], { timer, timeoutMs: 8_000 }).call('getInfo');
    expect(delays).toEqual([2_000, 2_000]);
    b.behave((_, response) => response.writeHead(200).write('{'));
    const stuckAnswer: typeof fetch = async (...request) => {
      const begun = await fetch(...request);
      // Both parts of the time end while the rest of it is awaited.
      setImmediate(() => {
        endPatience();
        endPatience();
      });
      return begun;
    };
    const stuck = clientOf([b, a], { timer, timeoutMs: 8_000, fetch: stuckAnswer });
    expect(await failureOf(stuck.call('getInfo'))).toMatchObject({ code: 'timeout' });
    expect(delays.slice(2)).toEqual([4_000, 4_000]);
  });

  it('does not go on once an answer has begun, or where a gateway answers that it cannot', async () => {
    const [a, b] = [await start(cutInAnswer), await start()];
    expect(await failureOf(clientOf([a, b]).call('getInfo'))).toMatchObject({ code: 'unreachable' });
    a.behave(fail(503, '{"code":"service_unready"}'));
    expect(await failureOf(clientOf([a, b]).call('getInfo'))).toMatchObject({ code: 'service_unready' });
    expect(b.seen).toEqual([]);
  });

  it('asks each gateway of a dead fleet once', async () => {
    const gateways = [await start(dropAfter), await start(dropAfter), await start(dropAfter)];
    const fetched: string[] = [];
    const counting: typeof fetch = (input, init) => {
      fetched.push(new URL(String(input)).origin);
      return fetch(input, init);
    };
    const error = await failureOf(clientOf(gateways, { fetch: counting }).call('getInfo'));
    expect(error).toMatchObject({ code: 'unreachable', temporary: true });
    expect(fetched).toEqual(gateways.map(({ url }) => url));
  });
});

describe('a change', () => {
  it('is unreachable when it certainly did not arrive, and is not sent elsewhere', async () => {
    const [a, b] = [await start(), await start()];
    await a.kill();
    const gateway = clientOf([a, b]);
    const error = await failureOf(write(gateway));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ code: 'unreachable', temporary: true });
    expect(b.seen).toEqual([]);
    await write(gateway);
    expect(b.seen).toHaveLength(1);
  });

  it.each([
    ['ends the connection', dropAfter],
    ['says nothing in time', silence],
    ['ends in the middle of its answer', cutInAnswer],
    ['is a proxy whose gateway ended', fail(502)],
    ['is a proxy whose gateway says nothing', fail(504, '<html>')],
  ])('has an unknown outcome when its receiver %s, and is sent once', async (_, behaviour) => {
    const [a, b] = [await start(behaviour), await start()];
    const error = await failureOf(write(clientOf([a, b], { timer: patient })));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ code: 'outcome_unknown', temporary: false });
    expect([a.seen.length, b.seen.length]).toEqual([1, 0]);
  });

  it('has an unknown outcome when the gateway reports that itself', async () => {
    const a = await start(fail(503, '{"code":"upstream_unavailable","reason":"outcome_unknown"}'));
    const error = await failureOf(write(clientOf([a])));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'upstream_unavailable', outcomeUnknown: true, temporary: false });
  });

  it('is distinguished from a request that never left by name and certificate too', async () => {
    const failing = (cause: object) => createClient({ url: 'http://a.lan', fetch: () => Promise.reject(cause) });
    const codes = [];
    for (const cause of [
      { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
      { code: 'UND_ERR_CONNECT_TIMEOUT' },
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
      { errors: [{ syscall: 'connect' }, { syscall: 'connect' }] },
      { errors: [{ syscall: 'connect' }, { syscall: 'read' }] },
      { errors: [] },
      { code: 'ECONNRESET', syscall: 'read' },
      { code: 'UND_ERR_SOCKET' },
      undefined,
    ]) {
      const error = await failureOf(write(failing(new TypeError('fetch failed', { cause }))));
      codes.push((error as UnreachableError).code);
    }
    const never = 'unreachable';
    const unknown = 'outcome_unknown';
    expect(codes).toEqual([never, never, never, never, unknown, unknown, unknown, unknown, unknown]);
  });

  const behaviours = { answer, dropAfter, cutInAnswer, refuse: fail(409, '{"code":"conflict"}'), dead: undefined };
  const names = fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[]));

  it('arrives once at most and reports its outcome, for any failures of the gateways', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(names, names, fc.boolean()), { minLength: 1, maxLength: 8 }),
        async (rounds) => {
          const gateways = [await start(), await start()];
          const gateway = clientOf(gateways);
          for (const [number, [first, second, reads]] of rounds.entries()) {
            for (const [index, name] of [first, second].entries()) {
              const behaviour = behaviours[name];
              if (behaviour) {
                await gateways[index]?.revive();
                gateways[index]?.behave(behaviour);
              } else await gateways[index]?.kill();
            }
            if (reads) await gateway.call('getInfo').catch(() => {});
            const outcome = await gateway
              .request('setSysvar', {
                path: { name: 'Away' },
                body: { value: true },
                headers: { 'Idempotency-Key': `${number}`, ...{ 'x-test': `write ${number}` } },
              })
              .then(
                () => 'answered',
                (error: UnreachableError | ProblemError) => error.code,
              );
            const arrived = gateways.flatMap(({ seen }) =>
              seen.filter((line) => line.endsWith(`write ${number}`)),
            ).length;
            if (outcome === 'unreachable') expect(arrived).toBe(0);
            else if (outcome === 'outcome_unknown') expect(arrived).toBeLessThanOrEqual(1);
            else expect(arrived).toBe(1);
          }
          await cleanUp();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the credential', () => {
  it('is asked for with the address that it is for', async () => {
    const [a, b] = [await start(dropAfter), await start()];
    await clientOf([a, b], { token: async (url) => `for ${url}` }).call('getInfo');
    expect([a.seen.at(-1), b.seen.at(-1)]).toEqual([`GET Bearer for ${a.url}`, `GET Bearer for ${b.url}`]);
  });
});

describe('an installation with several gateways', () => {
  const begin = async (options: TestGatewayOptions = {}) => {
    const gateway = await startGateway(options);
    cleanups.push(gateway.stop);
    return gateway;
  };
  const soon = (run: () => void, delayMs: number) => {
    const handle = delayMs < 10_000 ? setImmediate(run) : undefined;
    return () => clearImmediate(handle);
  };

  it('is followed across the end of one, with every event once and without a new snapshot', async () => {
    const stream = createEventStream({ epoch: 'fleet' });
    const [a, b] = [await begin({ stream }), await begin({ stream })];
    const values: unknown[] = [];
    const lost: string[] = [];
    let snapshots = 0;
    const house = await clientOf([a, b], { webSocket: WebSocket, timer: soon, random: () => 0 }).follow({
      topics: ['a'],
      onEvent: ({ payload }) => void values.push((payload as { readonly value?: unknown }).value),
      onLost: ({ reason }) => void lost.push(reason),
      onSnapshot: () => {
        snapshots += 1;
      },
    });
    for (let value = 0; value < 50; value += 1) {
      stream.publish({ topic: 'a', type: 'x', payload: { value } });
      if (value === 20) a.kill();
      if (value % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await expect.poll(() => values.length).toBe(50);
    expect(values).toEqual(Array.from({ length: 50 }, (_, value) => value));
    expect([lost, snapshots, house.status.url?.startsWith(b.url)]).toEqual([[], 1, true]);
    await house.close();
  });

  it('begins at the next one where the first is dead, and fails where all are', async () => {
    const [a, b] = [await begin(), await begin()];
    a.kill();
    const options = { topics: ['a'], onEvent: () => {}, onLost: () => {} };
    const gateway = clientOf([a, b], { timer: soon, random: () => 0 });
    const house = await gateway.follow(options);
    expect([house.status.url?.startsWith(b.url), gateway.url]).toEqual([true, b.url]);
    await house.close();
    b.kill();
    const dead = clientOf([a, b], { timer: soon, random: () => 0 });
    expect(await failureOf(dead.follow(options))).toMatchObject({ code: 'unreachable' });
  });

  it('gives no snapshot that is older than its events', async () => {
    const behind: number[] = [];
    const a = await begin({
      snapshot: (seq) => ({
        body: { seq: behind.length < 2 ? seq - behind.push(seq) : seq, epoch: 'fleet', devices: [] },
      }),
      epoch: 'fleet',
    });
    const seen: number[] = [];
    const house = await clientOf([a], { timer: soon, random: () => 0 }).follow({
      topics: ['a'],
      onEvent: () => {},
      onLost: () => {},
      onSnapshot: ({ seq }) => void seen.push(seq - a.stream.seq),
    });
    expect([behind.length, seen, house.snapshot.seq]).toEqual([2, [0], a.stream.seq]);
    await house.close();
  });
});
