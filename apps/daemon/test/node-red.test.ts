import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../packages/node-red/src/index.js';
import { startFakeRed } from '../../../packages/node-red/test/fake-red.js';
import { startWorld, type World } from './world.js';

const SENSOR = '00F1C0DE000001';
const SWITCH = { device: '00F1C0DE000005', channel: '4', parameter: 'STATE' };
const REMOTE = '00F1C0DE000012';

type FakeRed = ReturnType<typeof startFakeRed>;

describe('nodes of Node-RED on a running gateway', () => {
  let world: World;
  let userDir: string;
  const running: FakeRed[] = [];
  beforeAll(async () => {
    world = await startWorld({ history: true });
  });
  afterAll(() => world.close());
  beforeEach(() => {
    userDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-node-red-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((red) => red.stop()));
    rmSync(userDir, { recursive: true, force: true });
  });

  const positionFile = () => join(userDir, 'ccu-gateway', 'c.position');

  /** A runtime with a connection and an event node. */
  function startRed({ url = world.url, token = world.tokens.operator, event = {} as Message } = {}) {
    const red = startFakeRed(userDir);
    running.push(red);
    const connection = red.add('c', 'ccu-gateway-connection', { url }, { token });
    const add = (name: string, config: Message = {}) =>
      red.add(name, `ccu-gateway-${name}`, { connection: 'c', ...config });
    const events = add('event', { onlyChanges: true, replay: true, ...event });
    return { red, connection, add, events, stop: () => running.splice(running.indexOf(red), 1)[0]?.stop() };
  }

  async function startConnected(options: Parameters<typeof startRed>[0] = {}) {
    const started = startRed(options);
    started.red.started();
    await expect.poll(started.events.status).toBe('connected');
    return started;
  }

  const temperatures = ({ first }: { readonly first: readonly Message[] }) =>
    first
      .filter(({ device, parameter }) => device === SENSOR && parameter === 'ACTUAL_TEMPERATURE')
      .map(({ payload }) => payload);
  const heat = (celsius: number) => world.simulator.emit(`${SENSOR}:1`, 'ACTUAL_TEMPERATURE', celsius);
  /** The gateway has published this temperature. */
  const published = (celsius: number) =>
    expect
      .poll(
        async () =>
          (await world.call('GET', `/api/v1/devices/${SENSOR}/channels/1/data-points/ACTUAL_TEMPERATURE`)).json.value,
      )
      .toBe(celsius);

  it('an event has value, names, rooms and number of its data point', async () => {
    const { events } = await startConnected();
    heat(11.5);
    await expect.poll(() => temperatures(events)).toEqual([11.5]);
    const message = events.first.find(({ parameter }) => parameter === 'ACTUAL_TEMPERATURE');
    expect(message).toMatchObject({
      topic: `home/${SENSOR}:1/ACTUAL_TEMPERATURE`,
      kind: 'value',
      central: 'home',
      channel: 1,
      deviceName: expect.stringMatching(/^(?!00F1)/),
      rooms: [expect.any(String)],
      functions: [expect.any(String)],
      available: true,
      replayed: false,
      seq: expect.any(Number),
      ts: expect.any(String),
    });
    expect(statSync(positionFile()).mode & 0o777).toBe(0o600);
  });

  it('a filter of device, parameter and room lets only fitting events through', async () => {
    const { add, events } = await startConnected();
    const fitting = add('event', { device: SENSOR, parameter: 'ACTUAL_TEMPERATURE' });
    const elsewhere = add('event', { device: SENSOR, room: 'no such room' });
    heat(12.5);
    await expect.poll(() => temperatures(events)).toEqual([12.5]);
    expect(fitting.first.map(({ payload }) => payload)).toEqual([12.5]);
    expect(elsewhere.first).toEqual([]);
  });

  it('a value node writes and reads a data point, and a refusal is an error in words', async () => {
    const { add, events } = await startConnected();
    const value = add('value', { ...SWITCH, operation: '' });
    const [{ payload: before } = {}] = await value.receive({ operation: 'get' });
    await value.receive({ operation: 'set', payload: before !== true });
    await expect
      .poll(() => events.first.filter(({ topic }) => topic === `home/${SWITCH.device}:4/STATE`))
      .toMatchObject([{ payload: before !== true, previous: before ?? null }]);
    // The message of another device changes nothing about the data point of the form.
    const [after] = await value.receive({
      operation: 'get',
      device: SENSOR,
      channel: 1,
      parameter: 'ACTUAL_TEMPERATURE',
    });
    expect(after).toMatchObject({ payload: before !== true, device: SWITCH.device, dataPoint: { observed: true } });
    await expect(value.receive({ operation: 'set', payload: 'perhaps' })).rejects.toThrow(/value/);
    await expect(value.receive({ operation: 'set', payload: {} })).rejects.toThrow('msg.payload must be a boolean');
    expect(value.status()).toMatch('msg.payload must be a boolean');
    const viewer = startRed({ token: world.tokens.viewer });
    await expect(viewer.add('value', { ...SWITCH, operation: 'set' }).receive({ payload: true })).rejects.toThrow(
      'the role of the token is not sufficient',
    );
  });

  it('events from the time without Node-RED come once after its restart, as replayed', async () => {
    const first = await startConnected();
    heat(13.5);
    await expect.poll(() => temperatures(first.events)).toEqual([13.5]);
    await first.stop();
    heat(14.5);
    await published(14.5);
    world.simulator.emit(`${REMOTE}:1`, 'PRESS_SHORT', true);
    heat(15.5);
    await published(15.5);

    const second = startRed();
    const withoutReplay = second.add('event', { device: SENSOR, replay: false });
    second.red.started();
    await expect.poll(() => temperatures(second.events)).toEqual([14.5, 15.5]);
    heat(16.5);
    await expect.poll(() => temperatures(second.events)).toEqual([14.5, 15.5, 16.5]);
    expect(second.events.first.filter(({ payload }) => payload === 14.5)).toMatchObject([{ replayed: true }]);
    expect(second.events.first.filter(({ payload }) => payload === 16.5)).toMatchObject([{ replayed: false }]);
    expect(temperatures(withoutReplay)).toEqual([16.5]);
    expect(withoutReplay.status()).toMatch(/\d+ missed events skipped/);
    const numbers = [...first.events.first, ...second.events.first].map(({ seq }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => Number(a) - Number(b)));
  });

  it('an event that arrives while nodes are replaced waits for them', async () => {
    const { red, add } = await startConnected();
    red.stopping();
    heat(17.5);
    await published(17.5);
    const late = add('event', { device: SENSOR });
    expect(late.first).toEqual([]);
    red.started();
    await expect.poll(() => temperatures(late)).toEqual([17.5]);
  });

  it.each([
    [18.5, '5 another-numbering\n', 'events are missing: the gateway began a new numbering'],
    [19.5, 'damaged', 'events are missing'],
    [20.5, '9000000000000000\n', 'events are missing: the gateway does not know this position'],
  ])('%d: the position %j is a loss in words at every node that would miss it', async (celsius, text, words) => {
    const first = await startConnected();
    await first.stop();
    writeFileSync(positionFile(), text);
    const second = startRed();
    const sysvar = second.add('sysvar', { sysvar: 'Anwesenheit', changes: true });
    const status = second.add('status');
    second.red.started();
    await expect.poll(() => second.events.sent[1]).toHaveLength(1);
    expect(second.events.sent[1]).toMatchObject([
      { topic: 'lost', payload: expect.stringContaining(words), lost: { seq: expect.any(Number) } },
    ]);
    expect(sysvar.sent[1]).toEqual(second.events.sent[1]);
    expect(status.first.filter(({ topic }) => topic === 'lost')).toEqual(second.events.sent[1]);
    heat(celsius);
    await expect.poll(() => temperatures(second.events)).toEqual([celsius]);
  });

  it('programs, variables, controls, problems, history and state are in reach', async () => {
    const { add, red } = await startConnected();
    const answer = async (list: string, query: Message = {}) =>
      (await red.ask(`/ccu-gateway/c/${list}`, query)).body as {
        readonly items: readonly { readonly value: string }[];
        readonly total: number;
      };
    const [program] = (await answer('programs')).items;
    const ran = await add('program', { program: program?.value, operation: 'run' }).receive({});
    expect(ran).toMatchObject([{ payload: true, program: program?.value }]);

    const [variable] = (await world.call('GET', '/api/v1/sysvars')).json.filter(
      (each: Message) => each.value_type === 'LOGIC',
    );
    const sysvar = add('sysvar', { sysvar: variable.name, operation: '', changes: true });
    await sysvar.receive({ operation: 'set', payload: !variable.value });
    await expect.poll(() => sysvar.first).toMatchObject([{ payload: !variable.value, sysvar: variable.name }]);
    expect(await sysvar.receive({ operation: 'get' })).toMatchObject([{ payload: !variable.value }]);

    const [control] = (await answer('controls', { device: SWITCH.device })).items;
    const light = add('control', { device: SWITCH.device, control: control?.value });
    await light.receive({ operation: 'turn_on' });
    await expect.poll(() => light.receive({ operation: 'get' })).toMatchObject([{ payload: { is_on: true } }]);

    const problems = await add('message', { list: 'problems' }).receive({});
    expect(problems).toMatchObject([{ topic: 'problems', payload: expect.any(Array), count: expect.any(Number) }]);
    await expect(
      add('message', { list: 'problems', operation: 'acknowledge' }).receive({ payload: '1' }),
    ).rejects.toThrow('cannot be acknowledged');

    const history = add('history', { device: SENSOR, channel: '1', parameter: 'ACTUAL_TEMPERATURE', hours: '1' });
    expect(await history.receive({})).toMatchObject([
      { payload: expect.any(Array), unit: expect.stringContaining('C') },
    ]);

    const [state] = await add('status').receive({});
    expect(state).toMatchObject({
      topic: 'gateway',
      payload: { info: { api_version: expect.any(String) }, interfaces: expect.any(Array) },
    });
  });

  it('the picker finds devices by parts of their names and rooms, and their data points', async () => {
    const { red } = await startConnected();
    const { items: devices, total } = (await red.ask('/ccu-gateway/c/devices')).body as {
      items: { label: string; value: string }[];
      total: number;
    };
    expect(total).toBeGreaterThan(5);
    const [name = '', room = ''] = devices.find(({ value }) => value === SENSOR)?.label.split(' · ') ?? [];
    expect(
      (await red.ask('/ccu-gateway/c/devices', { q: `${room.toUpperCase()} ${name.slice(1, 5)}` })).body,
    ).toMatchObject({
      items: expect.arrayContaining([{ value: SENSOR, label: `${name} · ${room}`, fields: { central: 'home' } }]),
    });
    expect((await red.ask('/ccu-gateway/c/points', { device: SWITCH.device, q: '4:STATE' })).body).toMatchObject({
      items: [{ value: '4:STATE' }],
      total: 1,
    });
    expect(await red.ask('/ccu-gateway/other/devices')).toEqual({
      status: 503,
      body: { error: 'Deploy the connection first.' },
    });
  });

  it('a gateway that is away, a wrong token and another server are states in words', async () => {
    const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const wrong = startRed({ url: other });
    await expect.poll(wrong.events.status).toMatch('the gateway refuses the events');
    await wrong.stop();
    await new Promise((resolve) => server.close(resolve));
    const away = startRed({ url: other });
    await expect.poll(away.events.status).toBe('the gateway is away (ECONNREFUSED)');
    await expect(away.add('value', { ...SWITCH, operation: 'get' }).receive({})).rejects.toThrow(
      'the gateway cannot be reached',
    );
    const denied = startRed({ token: 'ccugw_wrong' });
    await expect.poll(denied.events.status).toMatch('the gateway does not accept the token');
    const without = startRed({ token: '' });
    expect(without.events.status()).toMatch('no gateway chosen');
    expect(without.connection.warnings).toEqual(['the token is missing']);
    const warnings = [away, denied].map(({ connection }) => connection.warnings);
    expect(warnings).toEqual([
      ['the gateway is away (ECONNREFUSED)'],
      [expect.stringMatching('does not accept the token')],
    ]);
    expect(JSON.stringify([warnings, away.events.status(), denied.events.status()])).not.toContain('ccugw_wrong');
  });
});
