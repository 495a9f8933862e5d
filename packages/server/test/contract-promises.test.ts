import { describe, expect, it, onTestFinished } from 'vitest';
import { contractFiles } from '../src/contract/make.js';
import { AT, fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { openSocket } from './socket.js';
import { type ServerWorldOptions, startWorld } from './world.js';

const iso = (at: number) => new Date(at).toISOString();
const HOUR = 3_600_000;

async function opened(options: ServerWorldOptions = {}) {
  const world = await startWorld(options);
  onTestFinished(() => world.close());
  return world;
}

async function withHub() {
  const house = hubHouse();
  const fakes = fakeServices(house);
  return { world: await opened({ house, server: fakes.ports }), fakes };
}

describe('the MQTT block of POST /setup', () => {
  const admin = { username: 'anna', password: 'long enough 1' };
  async function setUp(mqtt: unknown) {
    const chosen: { mqtt?: unknown }[] = [];
    const setupSink = { afterSetup: async (choices: object) => void chosen.push(choices) };
    const world = await opened({ empty: true, server: { setupSink } });
    const response = await world.request({ method: 'POST', target: '/api/v1/setup', json: { admin, mqtt } });
    const required = ((await (await world.request({ target: '/api/v1/setup/status' })).json()) as { required: boolean })
      .required;
    return { status: response.status, text: await response.text(), broker: chosen[0]?.mqtt, required };
  }

  it.each([
    [{ broker_url: 'mqtt://broker.lan' }, { url: 'mqtt://broker.lan' }],
    [{ broker_url: 'tcp://broker.lan:1884' }, { url: 'mqtt://broker.lan:1884' }],
    [{ broker_url: 'ssl://broker.lan' }, { url: 'mqtts://broker.lan' }],
    [{ broker_url: 'tls://[fd00::1]:8883' }, { url: 'mqtts://[fd00::1]:8883' }],
    [{ broker_url: 'wss://broker.lan/mqtt?a=b' }, { url: 'wss://broker.lan/mqtt?a=b' }],
    [
      { broker_url: 'mqtt://broker.lan', username: 'haus', password: 'p:w' },
      { url: 'mqtt://broker.lan', username: 'haus', password: 'p:w' },
    ],
    [
      { broker_url: 'mqtt://ha%40us:p%3Aw@broker.lan' },
      { url: 'mqtt://broker.lan', username: 'ha@us', password: 'p:w' },
    ],
  ])('%j hands on the broker as the settings have it', async (mqtt, broker) => {
    expect(await setUp(mqtt)).toMatchObject({ status: 204, required: false, broker });
  });

  it('may be null, which is no broker', async () => {
    expect(await setUp(null)).toMatchObject({ status: 204, required: false, broker: undefined });
  });

  it.each([
    [{ broker_url: 'http://broker.lan' }, 'mqtt.broker_url'],
    [{ broker_url: 'broker.lan' }, 'mqtt.broker_url'],
    [{ broker_url: 'mqtt://' }, 'mqtt.broker_url'],
    [{ broker_url: 'mqtt://a:%ff@broker.lan' }, 'mqtt.broker_url'],
    [{ broker_url: 'mqtt://broker.lan', password: 'alone' }, 'mqtt.username'],
    [{ broker_url: '' }, 'mqtt.broker_url'],
    [{ broker_url: 'mqtt://broker.lan', topic: 'x' }, 'mqtt'],
    [{}, 'mqtt.broker_url'],
    ['mqtt://broker.lan', 'mqtt'],
  ])('%j is refused by the name of the field, before an account exists', async (mqtt, field) => {
    const { status, text, required } = await setUp(mqtt);
    expect(status).toBe(400);
    expect(text).toContain(field);
    for (const secret of ['%ff', 'alone', 'long enough']) expect(text).not.toContain(secret);
    expect(required).toBe(true);
  });
});

describe('GET /history with one channel and parameter', () => {
  const range = { from: iso(AT), to: iso(AT + 4 * HOUR) };
  const temperature = { central: 'ccu1', channel: `${SWITCH}:1`, parameter: 'TEMPERATURE' };
  async function recorded() {
    const { world, fakes } = await withHub();
    await fakes.recorded.append([
      ...[20, 22, 24].map((value, index) => ({
        series: `point/ccu1/${SWITCH}/1/TEMPERATURE`,
        at: AT + index * 60_000,
        value,
      })),
      { series: `point/ccu1/${SWITCH}/1/TEMPERATURE`, at: AT + 3 * HOUR, value: 18 },
    ]);
    return async (query: Readonly<Record<string, string>>) => {
      const target = `/api/v1/history?${new URLSearchParams(query)}`;
      const response = await world.request({ target, as: 'viewer' });
      return { status: response.status, body: (await response.json()) as unknown };
    };
  }

  it('answers mean, lowest, highest and number of each part that has a value', async () => {
    const ask = await recorded();
    const { status, body } = await ask({ ...temperature, interface_id: 'ccu1-HmIP-RF', ...range, buckets: '4' });
    expect(status).toBe(200);
    expect(body).toEqual([
      { ts: iso(AT), avg: 22, min: 20, max: 24, count: 3 },
      { ts: iso(AT + 3 * HOUR), avg: 18, min: 18, max: 18, count: 1 },
    ]);
  });

  it.each(['0', '-3', undefined])('divides the range into 200 parts where buckets is %s', async (buckets) => {
    const ask = await recorded();
    const { body } = await ask({ ...temperature, ...range, ...(buckets === undefined ? {} : { buckets }) });
    expect(body).toMatchObject([{ ts: iso(AT), count: 2 }, { ts: iso(AT + 72_000), count: 1 }, { count: 1 }]);
  });

  it('divides it into 2000 parts at most', async () => {
    const ask = await recorded();
    const { body } = await ask({ ...temperature, ...range, buckets: '1000000' });
    expect((body as { ts: string }[]).map(({ ts }) => ts)).toEqual(
      [0, 8, 16, 1_500].map((part) => iso(AT + part * 7_200)),
    );
  });

  it.each([
    [{ parameter: 'TEMPERATURE' }, 400, 'channel'],
    [{ channel: `${SWITCH}:1` }, 400, 'parameter'],
    [{ ...temperature, channel: SWITCH }, 400, 'channel'],
    [{ ...temperature, points: `${SWITCH}:1:STATE` }, 400, 'channel'],
    [{ ...temperature, interface_id: 'ccu1-BidCos-RF' }, 400, 'interface_id'],
    [{ ...temperature, buckets: 'many' }, 400, 'query.buckets'],
    [{ ...temperature, from: range.to, to: range.from }, 400, 'from'],
    [{ ...temperature, parameter: 'NONE' }, 404, undefined],
    [{ ...temperature, central: 'other' }, 404, undefined],
  ])('refuses %j', async (query, status, field) => {
    const ask = await recorded();
    const answer = await ask(query as Readonly<Record<string, string>>);
    expect(answer.status).toBe(status);
    if (field !== undefined) expect(answer.body).toMatchObject({ errors: [{ field }] });
  });
});

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly required?: boolean };
}

describe('an operation with an optional body', () => {
  const { paths } = JSON.parse(contractFiles()['openapi.json']) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  const optional = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { requestBody }]) => requestBody !== undefined && requestBody.required !== true)
      .map(([method]) => [method.toUpperCase(), path] as const),
  );
  const TYPES = [
    'application/json',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'nonsense',
  ];

  it('is one of several', () => {
    expect(optional.length).toBeGreaterThan(4);
  });

  it.each(optional)('%s %s takes an empty body of any type', async (method, path) => {
    const { world } = await withHub();
    const target = `/api/v1${path
      .replace('{addr}', SWITCH)
      .replace('/programs/{id}', '/programs/1201')
      .replace(/\{(?:no|key)\}/g, '1')
      .replace(/\{[^}]+\}/g, 'x')}`;
    const ask = async (headers: Readonly<Record<string, string>>) =>
      (await world.request({ method, target, as: 'admin', headers })).status;
    const plain = await ask({});
    expect(plain).not.toBe(415);
    for (const type of TYPES) expect([type, await ask({ 'Content-Type': type })]).toEqual([type, plain]);
  });

  it('takes none but JSON where there is a body', async () => {
    const { world } = await withHub();
    const headers = { 'Content-Type': 'text/plain' };
    const asked = { method: 'POST', target: '/api/v1/backups', as: 'admin', headers } as const;
    expect((await world.request({ ...asked, body: 'x' })).status).toBe(415);
    expect((await world.request({ ...asked, body: '' })).status).not.toBe(415);
  });
});

describe('the catalogue', () => {
  const { control, resume, heartbeat } = JSON.parse(contractFiles()['ws-catalogue.json']) as {
    readonly control: {
      readonly client: readonly string[];
      readonly server: readonly string[];
      readonly frames: Readonly<Record<string, Readonly<Record<string, string>>>>;
    };
    readonly resume: unknown;
    readonly heartbeat: unknown;
  };

  it('names the members of every control frame, and those that resume and heartbeat need', () => {
    expect(Object.keys(control.frames).sort()).toEqual([...control.client, ...control.server].sort());
    expect(control.frames).toMatchObject({
      ping: { echo: expect.any(String), rtt_ms: expect.any(String) },
      pong: { echo: expect.any(String) },
      subscribed: { oldest_seq: expect.any(String) },
      replay_lost: { oldest_seq: expect.any(String) },
    });
    expect(resume).toMatchObject({ fields: { since: expect.any(String), oldest_seq: expect.any(String) } });
    expect(heartbeat).toMatchObject({ fields: { echo: expect.any(String), rtt_ms: expect.any(String) } });
  });

  it('names every member that control frames of a socket have', async () => {
    const world = await opened();
    const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(url, { headers: { Authorization: `Bearer ${world.tokens.viewer}` } });
    const topics = ['devices/#'];
    socket.send({ op: 'subscribe', topics, since: 0, epoch: 'another' });
    socket.send({ op: 'subscribe', topics });
    socket.send({ op: 'unsubscribe', topics });
    socket.send({ op: 'call', id: '1', command: 'system.commands', args: {} });
    socket.send({ op: 'call', id: '2', command: 'nothing', args: {} });
    socket.send({ op: 'dance' });
    socket.send({ op: 'reauth', token: 'wrong' });
    await socket.next(({ op }) => op === 'reauth_failed');
    const seen = socket.frames.filter(({ op }) => op !== undefined);
    expect([...new Set(seen.map(({ op }) => String(op)))]).toEqual(
      expect.arrayContaining(['subscribed', 'unsubscribed', 'result', 'error', 'reauth_failed']),
    );
    for (const { op, ...members } of seen) {
      expect(Object.keys(control.frames[String(op)] ?? {})).toEqual(expect.arrayContaining(Object.keys(members)));
    }
  });
});
