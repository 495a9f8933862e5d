import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenSocket, openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
let url: string;
beforeAll(async () => {
  world = await startWorld();
  ({ url } = await world.server.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => world.close());

type Row = Readonly<Record<string, unknown>>;
async function rows(path: string): Promise<readonly Row[]> {
  const response = await world.request({ target: `/api/v1${path}`, as: 'admin' });
  expect(response.status).toBe(200);
  return (await response.json()) as readonly Row[];
}
const closed = async (socket: OpenSocket) => {
  socket.raw.close();
  await socket.closed;
};

it('reports for a token its creator, the client that used it last, and the number of its open sockets', async () => {
  const minted = await world.request({
    method: 'POST',
    target: '/api/v1/auth/tokens/v2',
    as: 'admin',
    json: { subject: 'ha', role: 'viewer' },
  });
  const { token, fingerprint } = (await minted.json()) as { readonly token: string; readonly fingerprint: string };
  const row = async () => (await rows('/auth/tokens/v2')).find((each) => each.fingerprint === fingerprint);
  const admin = (await world.auth.tokens.list()) as {
    readonly value: readonly { readonly role: string; subject: string }[];
  };
  const creator = admin.value.find(({ role }) => role === 'admin')?.subject;
  expect(await row()).toMatchObject({ created_by: creator, live_sockets: 0 });
  expect(await row()).not.toHaveProperty('last_client');
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': `HomeAssistant/2026.1 ${'x'.repeat(100)}` };
  const first = await openSocket(url, { headers });
  const second = await openSocket(url, { headers });
  expect(await row()).toMatchObject({ live_sockets: 2, last_client: `HomeAssistant/2026.1 ${'x'.repeat(43)}` });
  await closed(second);
  await expect.poll(async () => (await row())?.live_sockets).toBe(1);
  await closed(first);
  await expect.poll(async () => (await row())?.live_sockets).toBe(0);
});

it('reports the last use of a session, and counts its sockets apart from those of the same account', async () => {
  const one = await world.signIn('root');
  const other = await world.signIn('root');
  const sessions = async () => (await rows('/auth/sessions?all=1')).filter(({ subject }) => subject === 'root');
  expect(await sessions()).toMatchObject([{ live_sockets: 0 }, { live_sockets: 0 }]);
  for (const session of await sessions()) expect(session).toMatchObject({ last_seen_at: null });
  const socket = await openSocket(url, { headers: { ...one.headers, Origin: url } });
  const used = (await sessions()).find(({ live_sockets: open }) => open === 1);
  expect(used).toMatchObject({ last_seen_at: new Date(world.clock.now()).toISOString() });
  expect((await sessions()).filter(({ live_sockets: open }) => open === 0)).toHaveLength(1);
  await closed(socket);
  expect(other.id).not.toBe(one.id);
});

it('reports the source of an account and the number of its live sessions', async () => {
  const before = (await rows('/users')).find(({ subject }) => subject === 'root')?.sessions as number;
  await world.signIn('root');
  expect((await rows('/users')).find(({ subject }) => subject === 'root')).toMatchObject({
    source: 'local',
    sessions: before + 1,
  });
  world.clock.advance(13 * 3_600_000);
  expect((await rows('/users')).find(({ subject }) => subject === 'root')).toMatchObject({ sessions: 0 });
});
