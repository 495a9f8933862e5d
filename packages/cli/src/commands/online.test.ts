import { afterEach, describe, expect, it } from 'vitest';
import { cli, NOW, startServer } from '../../test/fixture.js';

type Server = Awaited<ReturnType<typeof startServer>>;

const fingerprint = (digit: string) => digit.repeat(64);
const tokens = ['a', 'b'].map((digit) => ({
  fingerprint: fingerprint(digit),
  subject: `s${digit}`,
  role: 'viewer',
  created_at: new Date(NOW - 86_400_000).toISOString(),
  expires_at: digit === 'a' ? new Date(NOW + 5 * 86_400_000).toISOString() : null,
  last_seen_at: new Date(NOW - 300_000).toISOString(),
}));

describe('commands on a running gateway', () => {
  let server: Server;
  afterEach(() => server.close());

  it('lists tokens over REST with the token of the environment, never showing it', async () => {
    server = await startServer(() => ({ body: tokens }));
    const ran = await cli(['token', 'list'], { env: server.env });
    expect(ran.out).toBe(
      'aaaaaaaaaaaa\tsa\tviewer\tin 5 d  !\t5 min ago\nbbbbbbbbbbbb\tsb\tviewer\tnever\t5 min ago\n',
    );
    expect(server.seen[0]).toMatchObject({ path: '/api/v1/auth/tokens/v2', authorization: `Bearer ${'T'.repeat(43)}` });
    expect(ran.out + ran.err).not.toContain('TTTT');
  });

  it('revokes the one token that a prefix names, and none when it names two', async () => {
    server = await startServer(({ method }) =>
      method === 'DELETE'
        ? { status: 204 }
        : { body: [...tokens, { ...tokens[0], fingerprint: `${'a'.repeat(20)}${'c'.repeat(44)}` }] },
    );
    expect((await cli(['token', 'revoke', 'bbbbbbbb'], { env: server.env })).code).toBe(0);
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/v1/auth/tokens/v2/${fingerprint('b')}` });
    const before = server.seen.filter((entry) => entry.method === 'DELETE').length;
    expect((await cli(['token', 'revoke', 'aaaaaaaa'], { env: server.env })).code).toBe(6);
    expect((await cli(['token', 'revoke', 'cccccccc'], { env: server.env })).code).toBe(3);
    expect((await cli(['token', 'revoke', 'aaaa'], { env: server.env })).code).toBe(2);
    expect(server.seen.filter((entry) => entry.method === 'DELETE')).toHaveLength(before);
  });

  it('mints a token for 90 days by default', async () => {
    server = await startServer(() => ({
      status: 201,
      body: { token: 'x'.repeat(43), fingerprint: fingerprint('d'), expires_at: null },
    }));
    const ran = await cli(['token', 'mint', 'ha', '--role', 'operator'], { env: server.env });
    expect(ran).toMatchObject({ code: 0, out: `${'x'.repeat(43)}\n` });
    expect(server.seen[0]?.body).toEqual({ subject: 'ha', role: 'operator', expires_in_days: 90 });
    await cli(['token', 'mint', 'ha', '--expires', 'never'], { env: server.env });
    expect(server.seen[1]?.body).toEqual({ subject: 'ha', role: 'viewer' });
  });

  it('administers users', async () => {
    server = await startServer(({ method }) => (method === 'GET' ? { body: [] } : { status: 204 }));
    await cli(['user', 'add', 'a/b', '--role', 'operator', '--password-stdin'], {
      env: server.env,
      stdin: 'long enough',
    });
    await cli(['user', 'passwd', 'a/b', '--password-stdin'], { env: server.env, stdin: 'long enough' });
    await cli(['user', 'role', 'a/b', 'viewer'], { env: server.env });
    await cli(['user', 'delete', 'a/b', '--yes'], { env: server.env });
    expect(server.seen).toMatchObject([
      { method: 'POST', path: '/api/v1/users', body: { username: 'a/b', password: 'long enough', role: 'operator' } },
      { method: 'PATCH', path: '/api/v1/users/a%2Fb', body: { password: 'long enough' } },
      { method: 'PATCH', path: '/api/v1/users/a%2Fb', body: { role: 'viewer' } },
      { method: 'DELETE', path: '/api/v1/users/a%2Fb', body: undefined },
    ]);
    expect((await cli(['user', 'list', '--json'], { env: server.env })).json()).toEqual({ ok: true, data: [] });
  });

  it('takes the token from standard input', async () => {
    server = await startServer(() => ({ body: [] }));
    await cli(['token', 'list', '--token-stdin', '--url', server.url], { stdin: 'from-stdin\n' });
    expect(server.seen[0]?.authorization).toBe('Bearer from-stdin');
  });

  it('asks the gateway about setup without a token', async () => {
    server = await startServer(() => ({ body: { required: true } }));
    const ran = await cli(['setup', 'status'], { env: { CCU_GATEWAY_URL: server.url } });
    expect(ran.out).toBe('setup is open\n');
    expect(server.seen[0]).toMatchObject({ path: '/api/v1/setup/status', authorization: undefined });
  });

  it.each([
    [400, 2],
    [401, 4],
    [403, 4],
    [404, 3],
    [409, 6],
    [422, 2],
    [423, 6],
    [429, 75],
    [500, 1],
    [502, 1],
    [503, 75],
  ])('turns status %i into exit %i, with the code and request id of the problem', async (status, code) => {
    server = await startServer(() => ({
      status,
      body: { code: 'some_code', reason: 'finer', detail: 'what\u001b[2J happened', request_id: 'r-1', errors: [] },
    }));
    const ran = await cli(['token', 'list'], { env: server.env });
    expect(ran.code).toBe(code);
    const gateway = code === 4 ? `the gateway at ${server.url} refuses this: ` : '';
    expect(ran.err).toContain(`error: ${gateway}what\uFFFD[2J happened\nrequest: r-1\n`);
    const asJson = await cli(['token', 'list', '--json'], { env: server.env });
    expect(asJson.json()).toMatchObject({ ok: false, error: { code: 'finer', request_id: 'r-1' } });
  });

  it('names the fields that the gateway refused', async () => {
    server = await startServer(() => ({
      status: 400,
      body: { detail: 'no', errors: [{ field: 'value', reason: 'above max' }] },
    }));
    expect((await cli(['token', 'list'], { env: server.env })).err).toContain('error: no (value: above max)');
  });

  it('answers exit 5 when nothing listens there', async () => {
    server = await startServer(() => ({}));
    await server.close();
    const ran = await cli(['token', 'list', '--json'], { env: server.env });
    expect(ran.code).toBe(5);
    expect(ran.json().error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ECONNREFUSED') });
  });

  it('reports an unknown outcome for a change that may have arrived, and sends it once', async () => {
    server = await startServer(() => ({ status: 504 }));
    const ran = await cli(['token', 'mint', 'ha', '--json'], { env: server.env });
    expect(ran.code).toBe(5);
    expect(ran.json().error).toMatchObject({
      code: 'outcome_unknown',
      fix: expect.stringContaining('before you repeat'),
    });
    expect(server.seen).toHaveLength(1);
  });

  it('asks the next gateway of a fleet where nothing can have reached the one before', async () => {
    const dead = await startServer(() => ({}));
    await dead.close();
    server = await startServer(() => ({ body: tokens }));
    const url = `${dead.env.CCU_GATEWAY_URL}, ${server.env.CCU_GATEWAY_URL}`;
    const env = { ...server.env, CCU_GATEWAY_URL: url };
    expect(await cli(['token', 'list'], { env })).toMatchObject({ code: 0, out: expect.stringContaining('sa') });
    await cli(['token', 'mint', 'ha'], { env });
    expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'POST']);
    const lost = await startServer(() => ({ status: 504 }));
    const half = { ...env, CCU_GATEWAY_URL: `${lost.env.CCU_GATEWAY_URL},${server.env.CCU_GATEWAY_URL}` };
    expect((await cli(['token', 'mint', 'ha', '--json'], { env: half })).json().error.code).toBe('outcome_unknown');
    await lost.close();
    expect([lost.seen.length, server.seen.length]).toEqual([1, 2]);
    const none = `${dead.env.CCU_GATEWAY_URL},${lost.env.CCU_GATEWAY_URL}`;
    for (const argv of [
      ['token', 'list'],
      ['token', 'mint', 'ha'],
    ]) {
      expect((await cli([...argv, '--url', none, '--json'], { env: server.env })).json().error.code).toBe(
        'unreachable',
      );
    }
    const mixed = await cli(['token', 'list', '--url', `${url},https://a.example`], { env: server.env });
    expect([mixed.code, mixed.err]).toEqual([2, expect.stringContaining('all begin with https://')]);
    expect((await cli(['token', 'list', '--url', `${url},`], { env: server.env })).code).toBe(2);
  });

  it('never follows a redirect with the token', async () => {
    server = await startServer(({ path }) =>
      path === '/stolen' ? { body: [] } : { status: 302, headers: { location: '/stolen' } },
    );
    const ran = await cli(['token', 'list'], { env: server.env });
    expect(ran.code).toBe(5);
    expect(ran.err).toContain('cannot be reached (it redirects elsewhere)');
    expect(server.seen.map((entry) => entry.path)).not.toContain('/stolen');
  });

  it.each([{ body: 'text' }, { body: [{}] }, { body: [null] }, { status: 204 }])(
    'reports an answer that is not from a gateway: %j',
    async (answer) => {
      server = await startServer(() => answer);
      expect((await cli(['token', 'list', '--json'], { env: server.env })).json().error.code).toBe('unexpected_answer');
    },
  );

  it('sets a gateway up from the environment, with its first CCU, and refuses where that was done', async () => {
    let required = true;
    server = await startServer(({ method, path }) => {
      if (path.endsWith('/setup/status')) return { body: { required } };
      return method === 'POST' ? { status: 204 } : { status: 404 };
    });
    const env = {
      CCU_GATEWAY_URL: server.url,
      CCU_GATEWAY_USERNAME: 'anna',
      CCU_GATEWAY_PASSWORD: 'correct horse',
      CCU_GATEWAY_CCU_HOST: 'ccu.lan',
      CCU_GATEWAY_CCU_INTERFACES: 'HmIP-RF, BidCos-RF',
      CCU_GATEWAY_CCU_PASSWORD: 'of the ccu',
      CCU_GATEWAY_CCU_USERNAME: 'Admin',
    };
    const ran = await cli(['setup', 'create', '--from-env'], { env });
    expect(ran).toMatchObject({
      code: 0,
      out: expect.stringMatching(/created the administrator anna\nconnecting to ccu.lan/),
    });
    expect(ran.out + ran.err).not.toMatch(/correct horse|of the ccu/);
    expect(server.seen.find(({ method }) => method === 'POST')?.body).toEqual({
      admin: { username: 'anna', password: 'correct horse' },
      ccu: {
        name: 'home',
        host: 'ccu.lan',
        interfaces: ['HmIP-RF', 'BidCos-RF'],
        username: 'Admin',
        password: 'of the ccu',
      },
    });
    required = false;
    expect((await cli(['setup', 'create', '--from-env'], { env })).code).toBe(6);
  });

  it('prints the catalogue of the WebSocket', async () => {
    server = await startServer(({ path }) =>
      path.endsWith('/ws-catalogue.json') ? { body: { commands: [] } } : { status: 404 },
    );
    expect((await cli(['openapi', '--ws', '--json'], { env: server.env })).json().data).toEqual({ commands: [] });
  });
});
