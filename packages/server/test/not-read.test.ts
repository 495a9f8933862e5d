import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeServices, hubHouse } from './fakes.js';
import { type OpenSocket, openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

/** `ccu1` was read, `hütte` never. */
const UNREAD = 'hütte';

let world: World;
let socket: OpenSocket;
beforeAll(async () => {
  const house = hubHouse();
  house.addCentral(UNREAD, { host: '192.168.1.12', interfaces: [factsOf('HmIP-RF')], serial: 'NEQ0777777' });
  world = await startWorld({ house, server: fakeServices(house).ports });
  const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
  socket = await openSocket(url, { headers: { Authorization: `Bearer ${world.tokens.viewer}` } });
});
afterAll(() => world.close());

const get = (target: string) => world.request({ method: 'GET', target: `/api/v1${target}`, as: 'viewer' });
let calls = 0;
async function call(command: string, args: object = {}) {
  const id = String(++calls);
  socket.send({ op: 'call', id, command, args });
  return await socket.next((frame) => frame.op === 'result' && frame.id === id);
}

describe.each([
  { path: '/programs', command: 'programs.list' },
  { path: '/sysvars', command: 'sysvars.list' },
  { path: '/inbox', command: 'inbox.list' },
  { path: '/alarm-messages', command: 'alarm_messages.list' },
  { path: '/service-messages', command: 'service_messages.list' },
])('the list of two CCUs of which one was never read: $path', ({ path, command }) => {
  it('has the entries that were read, and its header names the CCU that is missing in it', async () => {
    const both = await get(path);
    expect(both.status).toBe(200);
    expect(both.headers.get('x-not-read')).toBe(encodeURIComponent(UNREAD));
    const one = await get(`${path}?central=ccu1`);
    expect(one.headers.get('x-not-read')).toBeNull();
    const entries = await one.json();
    expect(entries).not.toHaveLength(0);
    expect(await both.json()).toEqual(entries);
  });

  it('is 503 for the CCU alone that was never read', async () => {
    const response = await get(`${path}?central=${encodeURIComponent(UNREAD)}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: 'service_unready', reason: 'not_read', centrals: [UNREAD] });
  });

  it('is refused to a command, which has no headers, and answered for the CCU that was read', async () => {
    const both = await call(command);
    expect(both).toMatchObject({ error: { code: 'service_unready', reason: 'not_read', centrals: [UNREAD] } });
    expect(both.data ?? null).toBeNull();
    expect(JSON.stringify(both.error)).toContain('the others answer with `central`');
    const one = await call(command, { central: 'ccu1' });
    expect(one.error).toBeUndefined();
    expect(one.data).not.toHaveLength(0);
  });
});

it.each(['/rooms', '/functions'])('the list of two CCUs of which one was never read names it: %s', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('x-not-read')).toBe(encodeURIComponent(UNREAD));
});
