import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { bearer, startAuthWorld } from '../testing/index.js';
import { type AuthVariables, requires, type StatusOf } from './middleware.js';

const statusOf: StatusOf = ({ code }) => (code === 'forbidden' ? 403 : 401);

const incoming = (headers: Readonly<Record<string, string>>, method = 'GET') => ({
  method,
  url: '/users',
  rawHeaders: ['Host', 'gateway.lan', ...Object.entries(headers).flat()],
  socket: { remoteAddress: '192.168.1.50' },
});

describe('the hono middleware', () => {
  it('lets the declared role pass and hands the principal on', async () => {
    const { auth, tokens } = await startAuthWorld();
    const app = new Hono<{ Variables: AuthVariables }>();
    app.get('/users', requires(auth, 'admin', statusOf), (context) =>
      context.text(context.get('principal')?.subject ?? ''),
    );
    const ask = (headers: Readonly<Record<string, string>>) =>
      app.request('/users', {}, { incoming: incoming(headers) });
    const admin = await ask({ Authorization: bearer(tokens.admin) });
    expect([admin.status, await admin.text()]).toEqual([200, 'admin-client']);
    expect(admin.headers.get('x-content-type-options')).toBe('nosniff');
    const viewer = await ask({ Authorization: bearer(tokens.viewer) });
    expect([viewer.status, (await viewer.json()) as unknown]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden', reason: 'forbidden_role' }),
    ]);
    const nobody = await ask({});
    expect(nobody.headers.get('www-authenticate')).toBe('Basic realm="service", charset="UTF-8"');
    expect(nobody.headers.get('content-type')).toBe('application/problem+json');
    expect(nobody.headers.get('cache-control')).toBe('no-store');
  });

  it('sends the cookies a browser is to keep', async () => {
    const world = await startAuthWorld();
    const browser = await world.signIn('vi');
    const app = new Hono<{ Variables: AuthVariables }>();
    app.get('/users', requires(world.auth, 'viewer', statusOf), (context) => context.text('ok'));
    const answer = await app.request('/users', {}, { incoming: incoming({ Cookie: `service_session=${browser.id}` }) });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^service_csrf=/)]);
  });

  it('refuses to guess without the Node adapter', async () => {
    const { auth } = await startAuthWorld();
    const app = new Hono<{ Variables: AuthVariables }>();
    app.onError((error, context) => context.text(error.message, 500));
    app.get('/users', requires(auth, 'viewer', statusOf), (context) => context.text('ok'));
    expect(await (await app.request('/users')).text()).toContain('Node adapter');
  });
});
