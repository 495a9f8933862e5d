import { describe, expect, it } from 'vitest';
import { isJsonContentType, parseJsonBody } from '../src/index.js';
import { basic, bearer, describeRequest, passwords } from '../src/testing/index.js';
import { statusOf } from './statuses.js';
import { startWorld } from './world.js';

const put = { method: 'PUT', target: '/api/v1/devices/A/channels/1/data-points/STATE/value' };
const session = (id: string, csrf?: string) =>
  `service_session=${id}${csrf === undefined ? '' : `; service_csrf=${csrf}`}`;

describe('a change made with a session cookie', () => {
  it('needs the CSRF token, and without it gets a usable cookie back [D01]', async () => {
    const world = await startWorld();
    const { headers, id } = await world.signIn('op');
    const refused = await world.call({ ...put, headers }, 'operator');
    expect([refused.status, refused.reason, refused.cookies]).toEqual([403, 'csrf_invalid', []]);
    const bare = await world.call({ ...put, headers: { Cookie: session(id) } }, 'operator');
    expect(bare.status).toBe(403);
    const token = bare.cookies[0]?.split(/[=;]/)[1] ?? '';
    const retried = { Cookie: session(id, token), 'X-CSRF-Token': token };
    expect((await world.call({ ...put, headers: retried }, 'operator')).status).toBe(200);
  });

  it('passes when header and cookie are the token of this session [D02]', async () => {
    const world = await startWorld();
    const { unsafe } = await world.signIn('op');
    expect((await world.call({ ...put, headers: unsafe }, 'operator')).status).toBe(200);
  });

  it('may bring the token as a form field where the route reads forms, and only there [D03]', async () => {
    const world = await startWorld();
    const { headers, csrf } = await world.signIn('op');
    const form = { formToken: async () => csrf };
    expect((await world.call({ ...put, method: 'POST', headers }, 'operator', form)).status).toBe(200);
    expect((await world.call({ ...put, method: 'POST', headers }, 'operator')).status).toBe(403);
    expect(
      (await world.call({ ...put, method: 'POST', headers }, 'operator', { formToken: async () => undefined })).status,
    ).toBe(403);
  });

  it('needs header and cookie both, and equal [D04]', async () => {
    const world = await startWorld();
    const { id, csrf } = await world.signIn('op');
    const other = world.auth.csrf.issueAnonymous(describeRequest()).token;
    const attempts: readonly Readonly<Record<string, string>>[] = [
      { Cookie: session(id, csrf), 'X-CSRF-Token': other },
      { Cookie: session(id), 'X-CSRF-Token': csrf },
      { Cookie: session(id, csrf) },
      { Cookie: session(id, other), 'X-CSRF-Token': csrf },
    ];
    for (const headers of attempts) {
      expect((await world.call({ ...put, headers }, 'operator')).reason).toBe('csrf_invalid');
    }
  });

  it('is not made right by a pair that belongs to another session [D05]', async () => {
    const world = await startWorld();
    const [victim, attacker] = [await world.signIn('op'), await world.signIn('vi')];
    const tossed = { Cookie: session(victim.id, attacker.csrf), 'X-CSRF-Token': attacker.csrf };
    expect((await world.call({ ...put, headers: tossed }, 'operator')).reason).toBe('csrf_invalid');
    const beside = `${session(victim.id, attacker.csrf)}; service_csrf=${victim.csrf}`;
    expect(
      (await world.call({ ...put, headers: { Cookie: beside, 'X-CSRF-Token': attacker.csrf } }, 'operator')).status,
    ).toBe(403);
    expect(
      (await world.call({ ...put, headers: { Cookie: beside, 'X-CSRF-Token': victim.csrf } }, 'operator')).status,
    ).toBe(200);
  });

  it('is not made right by the token of an earlier session [D06]', async () => {
    const world = await startWorld();
    const before = await world.signIn('op');
    const after = await world.signIn('op');
    const headers = { Cookie: session(after.id, before.csrf), 'X-CSRF-Token': before.csrf };
    expect((await world.call({ ...put, headers }, 'operator')).reason).toBe('csrf_invalid');
  });

  it('is not made right by a token of any other form [D07]', async () => {
    const world = await startWorld();
    const { id, csrf } = await world.signIn('op');
    const [nonce = '', mac = ''] = csrf.split('.');
    for (const token of [
      csrf.slice(0, -1),
      `${csrf}=`,
      `${csrf}A`,
      nonce + mac,
      `.${mac}`,
      `${nonce}.`,
      'x'.repeat(10_240),
      'ü.ü',
      '',
    ]) {
      const headers = { Cookie: session(id, token), 'X-CSRF-Token': token };
      expect((await world.call({ ...put, headers }, 'operator')).reason).toBe('csrf_invalid');
    }
  });

  it('needs no token while the protection is off; the origin still counts [D17]', async () => {
    const world = await startWorld({ csrf: { enabled: false } });
    const { headers } = await world.signIn('op');
    expect((await world.call({ ...put, headers }, 'operator')).status).toBe(200);
    const foreign = await world.call({ ...put, headers: { ...headers, Origin: 'http://evil' } }, 'operator');
    expect(foreign.reason).toBe('origin_forbidden');
  });
});

describe('methods', () => {
  it('that only read need no token [D08]', async () => {
    const world = await startWorld();
    const { headers } = await world.signIn('op');
    for (const method of ['GET', 'HEAD', 'OPTIONS']) expect((await world.call({ method, headers })).status).toBe(200);
    for (const method of ['TRACE', 'get', 'PROPFIND', 'post']) {
      expect((await world.call({ method, headers }, 'operator')).reason).toBe('csrf_invalid');
    }
  });

  it('are those of the request line and nothing else [D09]', async () => {
    const world = await startWorld();
    const { headers } = await world.signIn('op');
    const disguised = { ...headers, 'X-HTTP-Method-Override': 'GET', 'X-Method-Override': 'GET' };
    expect(
      (await world.call({ method: 'POST', target: '/api/v1/x?_method=GET', headers: disguised }, 'operator')).reason,
    ).toBe('csrf_invalid');
    const read = await world.call({ method: 'GET', headers: { ...headers, 'X-HTTP-Method-Override': 'DELETE' } });
    expect(read.status).toBe(200);
  });
});

describe('the origin of a change', () => {
  const origin = async (headers: Readonly<Record<string, string>>, cors: readonly string[] = [], ownTls = false) => {
    const world = await startWorld({ cors, csrf: { ownTls } });
    const { unsafe } = await world.signIn('op');
    const answer = await world.call({ ...put, headers: { ...unsafe, ...headers } }, 'operator');
    return answer.reason || answer.status;
  };

  it('must be the gateway, host and port [D10]', async () => {
    for (const Origin of [
      'null',
      'http://evil',
      'http://gateway.lan:80',
      'http://gateway.lan',
      'http://gateway.lan.evil:8119',
      'http://gateway.lan:8119.evil',
      'http://evil@gateway.lan:8119',
      'gateway.lan:8119',
      'file://',
      '',
    ]) {
      expect([Origin, await origin({ Origin })]).toEqual([Origin, 'origin_forbidden']);
    }
  });

  it('is compared without letter case and without default ports [D11]', async () => {
    expect(await origin({ Origin: 'http://GATEWAY.LAN:8119' })).toBe(200);
    expect(await origin({ Origin: 'https://gw.example', Host: 'gw.example' })).toBe(200);
    expect(await origin({ Origin: 'https://gw.example', Host: 'gw.example:443' })).toBe(200);
    expect(await origin({ Origin: 'http://[FD00::1]:8119', Host: '[fd00::1]:8119' })).toBe(200);
    expect(await origin({ Origin: 'http://gw.example', Host: 'gw.example:443' })).toBe('origin_forbidden');
  });

  it('is foreign when it came over plain HTTP to a gateway that speaks TLS, unless it is listed [M06]', async () => {
    const tls = (Origin: string, cors: readonly string[] = []) =>
      origin({ Origin, Host: 'gateway.lan:8119' }, cors, true);
    expect(await tls('https://gateway.lan:8119')).toBe(200);
    expect(await tls('http://gateway.lan:8119')).toBe('origin_forbidden');
    expect(await tls('http://gateway.lan:8119', ['http://gateway.lan:8119'])).toBe(200);
  });

  it('is foreign when the browser reports it, independent of all else [D12]', async () => {
    expect(await origin({ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://gateway.lan:8119' })).toBe(
      'origin_forbidden',
    );
    expect(await origin({ 'Sec-Fetch-Site': 'cross-site' })).toBe('origin_forbidden');
  });

  it('may be same-origin or none, not same-site; words of the future leave it to Origin [D13]', async () => {
    expect(await origin({ 'Sec-Fetch-Site': 'same-site' })).toBe('origin_forbidden');
    expect(await origin({ 'Sec-Fetch-Site': 'none' })).toBe(200);
    expect(await origin({ 'Sec-Fetch-Site': 'same-origin', Origin: 'https://rewritten.example' })).toBe(200);
    expect(await origin({ 'Sec-Fetch-Site': 'future-value', Origin: 'http://evil' })).toBe('origin_forbidden');
    expect(await origin({ 'Sec-Fetch-Site': 'future-value', Origin: 'http://gateway.lan:8119' })).toBe(200);
  });

  it('counts for Basic too, which browsers remember and send by themselves [D14]', async () => {
    const world = await startWorld();
    const headers = {
      Authorization: basic('root', passwords.root),
      Origin: 'http://evil',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    expect((await world.call({ method: 'POST', headers }, 'operator')).reason).toBe('origin_forbidden');
  });

  it('counts for the login, before the password is compared [D15]', async () => {
    const world = await startWorld();
    const answer = await world.login('root', passwords.root, { headers: { Origin: 'http://evil' } });
    expect([answer.status, answer.reason, answer.cookies]).toEqual([403, 'origin_forbidden', []]);
    expect(world.audit.some(({ action }) => action === 'auth.login')).toBe(false);
  });

  it('may be one the operator listed', async () => {
    const cors = ['https://panel.example', 'http://panel.lan:3000'];
    expect(await origin({ Origin: 'https://panel.example' }, cors)).toBe(200);
    expect(await origin({ Origin: 'http://panel.lan:3000' }, cors)).toBe(200);
    expect(await origin({ Origin: 'https://panel.example', 'Sec-Fetch-Site': 'cross-site' }, cors)).toBe(200);
    expect(await origin({ Origin: 'http://panel.example' }, cors)).toBe('origin_forbidden');
    await expect(origin({}, ['*'])).rejects.toThrow('cors');
    await expect(origin({}, ['panel.example'])).rejects.toThrow('cors');
  });

  it('gets no permission from any answer [D18]', async () => {
    const world = await startWorld();
    const preflight = { method: 'OPTIONS', headers: { Origin: 'http://evil', 'Access-Control-Request-Method': 'PUT' } };
    const answer = await world.call(preflight, 'operator');
    const names = [...answer.headers, ...world.auth.staticHeaders(null)].map(([name]) => name.toLowerCase());
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('bodies of authentication routes', () => {
  const parse = (text: string, type?: string) => {
    const result = parseJsonBody(Buffer.from(text), type);
    return result.ok ? result.value : `${statusOf(result.problem)} ${result.problem.reason}`;
  };

  it('are declared JSON, never a form that another site can send [D16]', () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
      undefined,
    ]) {
      expect(parse('{"username":"root"}', type)).toBe('415 unsupported_media_type');
    }
    expect(parse('{"username":"root"}', 'application/json')).toEqual({ username: 'root' });
    expect(isJsonContentType('Application/JSON; charset=utf-8')).toBe(true);
    expect(isJsonContentType('application/json; charset=latin1')).toBe(false);
  });

  it('are bounded in size and depth and cannot reach a prototype', () => {
    const json = 'application/json';
    expect(parse(`"${'x'.repeat(65_536)}"`, json)).toBe('413 payload_too_large');
    expect(parse('['.repeat(16) + ']'.repeat(16), json)).not.toBe('400 invalid_json');
    expect(parse('['.repeat(17) + ']'.repeat(17), json)).toBe('400 invalid_json');
    expect(parse('['.repeat(30_000), json)).toBe('400 invalid_json');
    expect(parse('{"a":{"__proto__":{"role":"admin"}}}', json)).toBe('400 invalid_json');
    expect(parse('{"constructor":1}', json)).toBe('400 invalid_json');
    expect(parse('{"a":"[[[[[[[[[[[[[[[[[[[[[[\\"[["}', json)).toEqual({ a: '[[[[[[[[[[[[[[[[[[[[[["[[' });
    expect(parse('{', json)).toBe('400 invalid_json');
  });

  it('never carry a token for signing in [B16]', async () => {
    const world = await startWorld();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = { formToken: async () => world.tokens.admin };
    expect((await world.call({ method: 'POST', headers }, 'viewer', form)).status).toBe(401);
  });
});

describe('a form shown before sign-in', () => {
  it('carries a token that fits its cookie and no session', async () => {
    const world = await startWorld();
    const { token, cookies } = world.auth.csrf.issueAnonymous(describeRequest({ target: '/login' }));
    const Cookie = cookies[0]?.split(';')[0] ?? '';
    const post = (headers: Readonly<Record<string, string>>) =>
      describeRequest({ method: 'POST', target: '/login', headers });
    expect(world.auth.csrf.verifyAnonymous(post({ Cookie }), token)).toBeNull();
    expect(world.auth.csrf.verifyAnonymous(post({}), token)?.reason).toBe('csrf_invalid');
    expect(world.auth.csrf.verifyAnonymous(post({ Cookie }), undefined)?.reason).toBe('csrf_invalid');
    const { id } = await world.signIn('op');
    const headers = { Cookie: session(id, token), 'X-CSRF-Token': token };
    expect((await world.call({ ...put, headers }, 'operator')).reason).toBe('csrf_invalid');
  });

  it('shown to a signed-in caller carries the token of their session', async () => {
    const world = await startWorld();
    const { id, headers } = await world.signIn('op');
    const request = describeRequest({ headers });
    const verdict = await world.auth.check(request, 'viewer');
    const issued = verdict.ok && verdict.principal ? world.auth.csrf.issue(verdict.principal, request) : null;
    const unsafe = { Cookie: session(id, issued?.token), 'X-CSRF-Token': issued?.token ?? '' };
    expect((await world.call({ ...put, headers: unsafe }, 'operator')).status).toBe(200);
    const api = await world.auth.check(
      describeRequest({ headers: { Authorization: bearer(world.tokens.viewer) } }),
      'viewer',
    );
    expect(api.ok && api.principal && world.auth.csrf.issue(api.principal, request)).toBeNull();
  });
});

it('a session in a browser without the token gets a new one with its next read', async () => {
  const world = await startWorld();
  const { id, headers } = await world.signIn('op');
  expect((await world.call({ headers })).cookies).toEqual([]);
  const { cookies } = await world.call({ headers: { Cookie: session(id) } });
  const token = cookies[0]?.split(/[=;]/)[1] ?? '';
  const unsafe = { Cookie: session(id, token), 'X-CSRF-Token': token };
  expect((await world.call({ ...put, headers: unsafe }, 'operator')).status).toBe(200);
});
