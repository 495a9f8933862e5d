import { bearer, describeRequest } from '@ccu-gateway/auth-core/testing';
import { expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const cli = { subject: 'cli', scheme: 'cli', peer: 'local' } as const;

/**
 * Sends a request for a token with a body that comes only after `meanwhile`, which runs when access was granted
 * already.
 */
async function mint(world: World, headers: Readonly<Record<string, string>>, meanwhile: () => Promise<unknown>) {
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(JSON.stringify({ subject: 'mine', role: 'admin' })));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const target = '/api/v1/auth/tokens/v2';
  const described = describeRequest({
    method: 'POST',
    target,
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  const carrier = {
    incoming: { url: target, rawHeaders: described.rawHeaders, socket: { remoteAddress: described.peerAddress } },
  };
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  const answer = await world.server.app.request('http://carrier.invalid/', init, carrier);
  return {
    status: answer.status,
    minted: (await world.stores.tokens.list()).some(({ subject }) => subject === 'mine'),
  };
}

it.each([
  ['lost its role', 403, (world: World) => world.auth.users.update('root', { role: 'viewer' }, cli)],
  ['was deleted', 401, (world: World) => world.auth.users.delete('root', cli)],
  ['has a new password', 401, (world: World) => world.auth.users.update('root', { password: 'another-one' }, cli)],
])('does nothing for an account that %s while its body was on the way', async (_what, status, meanwhile) => {
  const world = await startWorld();
  await world.auth.users.create({ username: 'other', password: 'a long password', role: 'admin' }, cli);
  const { unsafe } = await world.signIn('root');
  expect(await mint(world, unsafe, () => meanwhile(world))).toEqual({ status, minted: false });
  await world.close();
});

it('executes the request of an unchanged account, however slow its body', async () => {
  const world = await startWorld();
  const headers = { Authorization: bearer(world.tokens.admin) };
  expect(await mint(world, headers, async () => undefined)).toEqual({ status: 201, minted: true });
  await world.close();
});
