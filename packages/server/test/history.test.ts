import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AT, type Fakes, fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { type OpenSocket, openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

const HOUR = 3_600_000;
const STATE = `${SWITCH}:1:STATE`;
const TEMPERATURE = `${SWITCH}:1:TEMPERATURE`;
const iso = (at: number) => new Date(at).toISOString();

let world: World;
let fakes: Fakes;
let socket: OpenSocket;
beforeAll(async () => {
  const house = hubHouse();
  fakes = fakeServices(house);
  world = await startWorld({ house, server: fakes.ports });
  const point = (parameter: string) => `point/ccu1/${SWITCH}/1/${parameter}`;
  await fakes.recorded.append([
    { series: 'recording', at: AT - 4 * HOUR, value: 1 },
    { series: point('STATE'), at: AT - 3 * HOUR, value: 1 },
    { series: point('STATE'), at: AT + HOUR, value: 0 },
    { series: 'recording', at: AT + 2 * HOUR, value: 0 },
    { series: 'recording', at: AT + 3 * HOUR, value: 1 },
    { series: 'interface/ccu1-HmIP-RF/duty_cycle', at: AT + HOUR, value: 12 },
    ...Array.from({ length: 1_000 }, (_, index) => ({
      series: point('TEMPERATURE'),
      at: AT + index * 10_000,
      value: 20 + (index % 10),
    })),
  ]);
  const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
  socket = await openSocket(url, { headers: { Authorization: `Bearer ${world.tokens.viewer}` } });
});
afterAll(() => world.close());

const range = { from: iso(AT), to: iso(AT + 4 * HOUR) };
const ask = async (query: Readonly<Record<string, string>>) => {
  const target = `/api/v1/history?${new URLSearchParams(query)}`;
  const response = await world.request({ target, as: 'viewer' });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('GET /history', () => {
  it('returns each value with its time, the previous one, the unit, and the kept range', async () => {
    const { status, body } = await ask({ points: `${STATE},${TEMPERATURE}`, interfaces: 'ccu1-HmIP-RF', ...range });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...range, retention: { enabled: true, max_days: 30, oldest_at: iso(AT - 4 * HOUR) } });
    expect(body.series).toMatchObject([
      {
        central: 'ccu1',
        device_address: SWITCH,
        channel: 1,
        parameter: 'STATE',
        type: 'BOOL',
        recorded: true,
        resolution_ms: 0,
        before: { at: AT - 3 * HOUR, value: 1 },
        at: [AT + HOUR],
        values: [0],
      },
      { parameter: 'TEMPERATURE', unit: '°C', recorded: false, resolution_ms: 48_000 },
      { interface_id: 'ccu1-HmIP-RF', parameter: 'duty_cycle', unit: '%', at: [AT + HOUR], values: [12] },
      { interface_id: 'ccu1-HmIP-RF', parameter: 'carrier_sense', at: [], values: [] },
    ]);
  });

  it('returns a long series in the requested number of parts, with the lowest and highest values', async () => {
    const { body } = await ask({ points: TEMPERATURE, max_points: '4', ...range });
    expect(body.series).toMatchObject([
      { resolution_ms: HOUR, values: [29, 29, 29], min: [20, 20, 20], max: [29, 29, 29] },
    ]);
  });

  it('reports a time without records', async () => {
    const { body } = await ask({ points: STATE, ...range });
    expect(body.gaps).toEqual([{ from: iso(AT + 2 * HOUR), to: iso(AT + 3 * HOUR) }]);
    const before = await ask({ points: STATE, from: iso(AT - 5 * HOUR), to: iso(AT) });
    expect(before.body.gaps).toEqual([{ from: iso(AT - 5 * HOUR), to: iso(AT - 4 * HOUR) }]);
  });

  it('returns existing series also if a part of the query does not exist', async () => {
    const { status, body } = await ask({
      points: `NOTHING:1:STATE,${SWITCH}:1:NONE,${STATE}`,
      interfaces: 'no',
      ...range,
    });
    expect(status).toBe(200);
    expect(body.series).toMatchObject([
      { device_address: 'NOTHING', recorded: false, error: 'no device NOTHING', at: [], values: [] },
      { parameter: 'NONE', error: `channel ${SWITCH}:1 has no parameter NONE` },
      { parameter: 'STATE', at: [AT + HOUR] },
      { interface_id: 'no', parameter: 'duty_cycle', error: expect.stringContaining('no') },
      { interface_id: 'no', parameter: 'carrier_sense' },
    ]);
  });

  it.each([
    ['nothing to read', {}, 'points'],
    ['a data point that is none', { points: 'STATE' }, 'points.0'],
    ['a range that ends before it begins', { points: STATE, from: range.to, to: range.from }, 'from'],
    ['a time that is none', { points: STATE, from: 'yesterday' }, 'query.from'],
    ['too many points', { points: STATE, max_points: '2001' }, 'query.max_points'],
    ['too many points in all', { points: Array(100).fill(STATE).join(), max_points: '501' }, 'max_points'],
    ['too many series', { points: Array(101).fill(STATE).join() }, 'points'],
  ])('refuses %s and names the field', async (_, query, field) => {
    const { status, body } = await ask(query as Record<string, string>);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field }] });
  });

  it('refuses a CCU that does not exist, and a caller without a credential', async () => {
    expect((await ask({ points: STATE, central: 'other' })).status).toBe(404);
    expect((await world.request({ target: `/api/v1/history?points=${STATE}` })).status).toBe(401);
  });
});

it('history.read answers like its REST twin', async () => {
  const asked = { points: [STATE, TEMPERATURE], interfaces: ['ccu1-HmIP-RF'], ...range };
  socket.send({ op: 'call', id: '1', command: 'history.read', args: { ...asked, max_points: 7 } });
  const { data } = await socket.next((frame) => frame.op === 'result' && frame.id === '1');
  const { body } = await ask({ ...asked, points: asked.points.join(), interfaces: 'ccu1-HmIP-RF', max_points: '7' });
  expect(data).toEqual(body);
});

describe('GET /energy', () => {
  const energy = async (query: string) => {
    const response = await world.request({ target: `/api/v1/energy?${query}`, as: 'viewer' });
    return { status: response.status, body: await response.json() };
  };

  it('answers with the group and the range, and without meters with no devices', async () => {
    const { status, body } = await energy(`central=ccu1&group=month&from=${range.from}&to=${range.to}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      group: 'month',
      ...range,
      devices: [],
      rooms: [],
      total_consumed_wh: 0,
      total_feed_in_wh: 0,
    });
  });

  it.each([
    ['a range that ends before it begins', `from=${range.to}&to=${range.from}`, 400],
    ['a group that does not exist', 'group=week', 400],
    ['a CCU that does not exist', 'central=other', 404],
    ['a device that does not exist', 'device=0001D3C99CFFFF', 404],
  ])('refuses %s', async (_, query, status) => {
    expect((await energy(query)).status).toBe(status);
  });
});
