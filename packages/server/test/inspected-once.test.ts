import { expect, it, vi } from 'vitest';
import { openSocket } from './socket.js';
import { startWorld } from './world.js';

it('a protected request is inspected once, and checked with the result', async () => {
  const world = await startWorld();
  const inspect = vi.spyOn(world.auth, 'inspect');
  const check = vi.spyOn(world.auth, 'check');
  expect((await world.request({ target: '/api/v1/devices', as: 'viewer' })).status).toBe(200);
  expect(inspect).toHaveBeenCalledTimes(1);
  const inspected = inspect.mock.results[0]?.value as ReturnType<typeof world.auth.inspect>;
  expect(check.mock.calls.map(([request]) => inspected.ok && request === inspected.value)).toEqual([true]);
  await world.close();
});

it('an upgrade is inspected once, and the socket keeps the result', async () => {
  const world = await startWorld();
  const { url } = await world.server.listen({ host: '127.0.0.1', port: 0 });
  const inspect = vi.spyOn(world.auth, 'inspect');
  const check = vi.spyOn(world.auth, 'check');
  await openSocket(url, { headers: { authorization: `Bearer ${world.tokens.viewer}` } });
  expect(inspect).toHaveBeenCalledTimes(1);
  const inspected = inspect.mock.results[0]?.value as ReturnType<typeof world.auth.inspect>;
  expect(check.mock.calls.map(([request]) => inspected.ok && request === inspected.value)).toEqual([true]);
  await world.close();
});
