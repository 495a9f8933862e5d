import { afterAll, beforeAll, expect, it } from 'vitest';
import { AT, type Fakes, fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { startWorld, type World } from './world.js';

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

let world: World;
let fakes: Fakes;
beforeAll(async () => {
  const house = hubHouse();
  fakes = fakeServices(house);
  world = await startWorld({ house, server: fakes.ports });
  const series = `point/ccu1/${SWITCH}/1/STATE`;
  await fakes.recorded.append([
    { series: 'recording', at: AT, value: 1 },
    { series, at: AT, value: 1 },
    { series: `unknown/${series}`, at: AT + 1_000, value: 1 },
    { series: 'point/ccu1/GONE/2/LEVEL', at: AT + 2_000, value: -0.5 },
    { series: 'point/other/0001/2/LEVEL', at: AT + 2_500, value: 7 },
    { series: 'interface/ccu1-HmIP-RF/duty_cycle', at: AT + 3_000, value: 12 },
    { series, at: AT + HOUR, value: 0 },
  ]);
});
afterAll(() => world.close());

const ask = async (query: Readonly<Record<string, string>>, as: 'viewer' | undefined = 'viewer') =>
  await world.request({ target: `/api/v1/history/export?${new URLSearchParams(query)}`, ...(as && { as }) });

it('downloads everything as CSV, with both forms of time, an empty cell for an unknown value, and devices that are gone', async () => {
  const response = await ask({ to: iso(AT + HOUR) });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="history-values-.*\.csv"$/);
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
  expect(head).toBe('time,epoch_ms,central,device,channel,parameter,name,unit,value');
  expect(lines.map((line) => line.split(',').slice(1, 6).join(' '))).toEqual([
    `${AT} ccu1 ${SWITCH} 1 STATE`,
    `${AT + 1_000} ccu1 ${SWITCH} 1 STATE`,
    `${AT + 2_000} ccu1 GONE 2 LEVEL`,
    `${AT + 2_500} other 0001 2 LEVEL`,
    `${AT + 3_000} ccu1 ccu1-HmIP-RF  duty_cycle`,
  ]);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(['1', '', '-0.5', '7', '12']);
  const [time = ''] = lines[0]?.split(',') ?? [];
  expect([Date.parse(time), /[+-]\d\d:\d\d$/.test(time)]).toEqual([AT, true]);
});

it('downloads chosen data points of a range as line protocol, and the other formats by their names', async () => {
  const chosen = { points: `${SWITCH}:1:STATE`, from: iso(AT), to: iso(AT + 2 * HOUR) };
  const influx = await ask({ ...chosen, format: 'influx' });
  expect(await influx.text()).toBe(
    [
      `homematic,central=ccu1,channel=1,device=${SWITCH},parameter=STATE value=1 ${AT}000000\n`,
      `homematic,central=ccu1,channel=1,device=${SWITCH},parameter=STATE value=0 ${AT + HOUR}000000\n`,
    ].join(''),
  );
  const parquet = await ask({ ...chosen, format: 'parquet' });
  expect([parquet.headers.get('content-type'), await parquet.text()]).toEqual([
    'application/vnd.apache.parquet',
    'PAR1 3',
  ]);
  const hours = await ask({ central: 'ccu1', resolution: 'hours' });
  expect((await hours.text()).split('\r\n')[0]).toContain('end_epoch_ms,covered_ms,count,last,min,max,mean,sum');
});

it.each([
  ['a data point that does not exist', { points: `${SWITCH}:1:NONE` }, 400, 'points.0'],
  ['no data points', { points: ',' }, 400, 'points'],
  ['a range that ends before it begins', { from: iso(AT), to: iso(AT - 1) }, 400, 'from'],
  ['a format that does not exist', { format: 'xlsx' }, 400, 'query.format'],
])('refuses %s and names the field', async (_, query, status, field) => {
  const response = await ask(query as Readonly<Record<string, string>>);
  expect([response.status, await response.json()]).toMatchObject([status, { errors: [{ field }] }]);
});

it('refuses an unknown CCU', async () => {
  expect((await ask({ central: 'none' })).status).toBe(404);
});

it('reads no further than the client does, and ends the reading when the client leaves', async () => {
  const state = { slices: 0, hasEnded: false };
  const { read } = fakes.ports.history;
  Object.assign(fakes.ports.history, {
    async *read() {
      try {
        for (; state.slices < 1_000; state.slices += 1) {
          yield [{ series: `point/ccu1/${SWITCH}/1/STATE`, at: AT + state.slices, value: 1 }];
        }
      } finally {
        state.hasEnded = true;
      }
    },
  });
  const reader = (await ask({})).body?.getReader();
  await reader?.read();
  await reader?.read();
  expect(state.slices).toBeLessThan(10);
  await reader?.cancel();
  expect(state.hasEnded).toBe(true);
  Object.assign(fakes.ports.history, { read });
});

it('makes four exports at a time, refuses another one with the number, and has room again when a client leaves', async () => {
  const running = await Promise.all(['csv', 'csv', 'influx', 'parquet'].map((format) => ask({ format })));
  const refused = await ask({});
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited', reason: 'too_many_exports', max: 4 });
  await running[0]?.body?.cancel();
  const next = await ask({});
  expect(next.status).toBe(200);
  expect((await ask({})).status).toBe(429);
  for (const each of [...running.slice(1), next]) await each.text();
  const target = '/api/v1/history/export';
  // The head of an answer holds none.
  for (let count = 0; count < 5; count += 1) {
    expect((await world.request({ target, method: 'HEAD', as: 'viewer' })).status).toBe(200);
  }
  expect(await (await ask({})).text()).toContain('epoch_ms');
});
