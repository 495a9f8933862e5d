import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '@hono/node-server';
import { createApp, openAuth } from './gateway.js';

test('a person signs in, writes with the token of the session, and signs out', async () => {
  const { fetch: handle } = createApp(await openAuth({ admin: 'anna', password: 'correct horse battery' }));
  const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const send = (method, path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  assert.equal((await send('POST', '/login', { username: 'anna', password: 'wrong' })).status, 401);
  const signedIn = await send('POST', '/login', { username: 'anna', password: 'correct horse battery' });
  assert.deepEqual(await signedIn.json(), { name: 'anna', role: 'admin' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const [, csrf] = /service_csrf=([^;]+)/.exec(cookie);

  assert.deepEqual(await (await send('GET', '/me', undefined, { cookie })).json(), { name: 'anna', role: 'admin' });
  assert.equal((await send('PUT', '/thermostat', { target: 19 }, { cookie })).status, 403);
  const written = await send('PUT', '/thermostat', { target: 19 }, { cookie, 'X-CSRF-Token': csrf });
  assert.deepEqual(await written.json(), { target: 19 });
  assert.equal((await send('PUT', '/thermostat', { target: 99 }, { cookie, 'X-CSRF-Token': csrf })).status, 422);

  assert.equal((await send('POST', '/logout', {}, { cookie, 'X-CSRF-Token': csrf })).status, 200);
  assert.equal((await send('GET', '/me', undefined, { cookie })).status, 401);
  server.close();
});
