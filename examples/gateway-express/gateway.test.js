import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp, openAuth } from './gateway.js';

test('each role reaches its routes, and a revoked token none', async () => {
  const server = createApp(await openAuth({ admin: 'anna', password: 'correct horse battery' })).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const anna = `Basic ${Buffer.from('anna:correct horse battery').toString('base64')}`;
  const send = (method, path, authorization, body) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...(authorization && { authorization }), 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  assert.equal((await send('GET', '/lamp')).status, 401);
  assert.deepEqual(await (await send('PUT', '/lamp', anna, { on: true })).json(), { on: true });
  assert.equal((await send('PUT', '/lamp', anna, { on: 'yes' })).status, 422);

  const { token } = await (await send('POST', '/tokens', anna, { subject: 'panel', role: 'viewer' })).json();
  const panel = `Bearer ${token}`;
  assert.deepEqual(await (await send('GET', '/lamp', panel)).json(), { on: true });
  assert.equal((await send('PUT', '/lamp', panel, { on: false })).status, 403);
  assert.equal((await send('POST', '/tokens', anna, { subject: 'panel', role: 'king' })).status, 422);

  const { createHash } = await import('node:crypto');
  const fingerprint = createHash('sha256').update(token).digest('hex');
  assert.equal((await send('DELETE', `/tokens/${fingerprint}`, anna)).status, 204);
  assert.equal((await send('GET', '/lamp', panel)).status, 401);
  server.close();
});
