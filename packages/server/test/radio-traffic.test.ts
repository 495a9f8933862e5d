import { afterAll, beforeAll, expect, it } from 'vitest';
import { AT, fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { type OpenSocket, openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

const day = (count: number) => [...Array(23).fill(0), count];

let world: World;
let socket: OpenSocket;
beforeAll(async () => {
  const house = hubHouse();
  world = await startWorld({ house, server: fakeServices(house).ports });
  const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
  socket = await openSocket(url, { headers: { Authorization: `Bearer ${world.tokens.viewer}` } });
});
afterAll(() => world.close());

async function ask(as: 'admin' | 'operator' | 'viewer', query = '') {
  const response = await world.request({ target: `/api/v1/diagnostics/radio${query}`, as });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('lists the writers and the devices of writes and reports for an administrator, the most frequent first', async () => {
  const { status, body } = await ask('admin');
  expect(status).toBe(200);
  const plug = { central: 'ccu1', interface_id: 'ccu1-HmIP-RF', device_address: SWITCH, model: 'HmIP-BSM' };
  expect(body).toMatchObject({
    since: new Date(AT).toISOString(),
    from: new Date(AT - 23 * 3_600_000).toISOString(),
    interfaces: [{ central: 'ccu1', interface_id: 'ccu1-HmIP-RF', writes: day(7), reports: day(7) }],
    writes: [
      { subject: 'bea', ...plug, count: 4, hours: day(4) },
      { subject: 'anna', ...plug, count: 3 },
    ],
    reports: [
      { ...plug, count: 5 },
      { device_address: 'GONE', count: 2 },
    ],
    unlisted: { writes: 0, reports: 1 },
  });
  expect((body.reports as Record<string, unknown>[])[1]).not.toHaveProperty('name');
});

it.each(['viewer', 'operator'] as const)(
  'shows a %s no subjects, and the writes to a device as one row',
  async (role) => {
    const { body } = await ask(role);
    expect(body.writes).toMatchObject([{ device_address: SWITCH, count: 7, hours: day(7) }]);
    expect(JSON.stringify(body)).not.toMatch(/anna|bea|subject/);
  },
);

it('lists as many rows as requested, and counts the traffic outside them', async () => {
  const { body } = await ask('admin', '?limit=1');
  expect(body).toMatchObject({
    writes: [{ subject: 'bea' }],
    reports: [{ device_address: SWITCH }],
    interfaces: [{ writes: day(7), reports: day(7) }],
    unlisted: { writes: 3, reports: 3 },
  });
});

it('reports one CCU if it is named, and refuses one that does not exist and a limit out of range', async () => {
  expect((await ask('admin', '?central=ccu1')).body.writes).toHaveLength(2);
  expect((await ask('admin', '?central=none')).status).toBe(404);
  expect(await ask('admin', '?limit=501')).toMatchObject({ status: 400, body: { errors: [{ field: 'query.limit' }] } });
});

it('diagnostics.radio answers like its REST twin', async () => {
  socket.send({ op: 'call', id: '1', command: 'diagnostics.radio', args: { limit: 1 } });
  const { data } = await socket.next((frame) => frame.op === 'result' && frame.id === '1');
  expect(data).toEqual((await ask('viewer', '?limit=1')).body);
});
