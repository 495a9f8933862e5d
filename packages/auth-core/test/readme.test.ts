import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { basic } from '../src/testing/index.js';
import { clientId, makeSigningKey, startRogueProvider } from './rogue-provider.js';

const folder = join(import.meta.dirname, '..');

/** Starts the program below this heading of the README, the first one without a heading; resolves with its address. */
async function startProgram(heading?: string): Promise<string> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const from = heading === undefined ? 0 : readme.indexOf(`### ${heading}\n`);
  const program = /```js\n([\s\S]*?)```/.exec(readme.slice(from))?.[1];
  if (from < 0 || program === undefined) throw new Error(`the README has no program below ${heading}`);
  const file = join(import.meta.dirname, `.readme-${process.pid}-${Math.max(from, 0)}.mjs`);
  const own = program
    .replace("'@ccu-gateway/auth-core'", "'../src/index.js'")
    .replace("'@ccu-gateway/auth-core/hono'", "'../src/hono/index.js'");
  await writeFile(file, own);
  onTestFinished(() => rm(file));
  const { server } = (await import(file)) as { readonly server: Server };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const karl = { Authorization: basic('karl', 'a-long-password') };
const json = { 'Content-Type': 'application/json' };

/** The `Cookie` of an answer, and the value of its cookie for writes. */
function cookiesOf(answer: Response) {
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { cookie, csrf: /service_csrf=([^;]+)/.exec(cookie)?.[1] ?? '' };
}

it('the first program of the README guards a plain Node server', async () => {
  const url = `${await startProgram()}/devices`;
  const welcome = await fetch(url, { headers: karl });
  expect([welcome.status, await welcome.text()]).toEqual([200, 'Hello karl']);
  const refused = await fetch(url);
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toBe('Basic realm="service", charset="UTF-8"');
  expect(await refused.json()).toMatchObject({ code: 'unauthorized', reason: 'unauthenticated' });
  const wrong = await fetch(url, { method: 'POST', headers: { Authorization: basic('karl', 'wrong-password') } });
  expect(wrong.status).toBe(401);
});

it('the recipe for sessions signs in, asks writes for the token of the session, mints tokens and makes users', async () => {
  const url = await startProgram('Sign in, sessions, roles, tokens and users with `node:http`');
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${url}${path}`, { method, headers: { ...json, ...headers }, body: JSON.stringify(body) });
  expect((await post('/login', { username: 'karl', password: 'wrong-password' })).status).toBe(401);
  const signedIn = await post('/login', { username: 'karl', password: 'a-long-password' });
  expect(await signedIn.json()).toEqual({ name: 'karl', role: 'admin' });
  const { cookie, csrf } = cookiesOf(signedIn);
  expect(await (await fetch(`${url}/me`, { headers: { cookie } })).json()).toEqual({ name: 'karl', role: 'admin' });

  expect((await post('/lamp', { on: true }, { cookie }, 'PUT')).status).toBe(403);
  const written = await post('/lamp', { on: true }, { cookie, 'X-CSRF-Token': csrf }, 'PUT');
  expect(await written.json()).toEqual({ on: true });

  const asAdmin = { cookie, 'X-CSRF-Token': csrf };
  const minted = (await (await post('/tokens', { subject: 'panel', role: 'viewer' }, asAdmin)).json()) as {
    token: string;
  };
  const bearer = { Authorization: `Bearer ${minted.token}` };
  expect(await (await fetch(`${url}/me`, { headers: bearer })).json()).toEqual({ name: 'panel', role: 'viewer' });
  expect((await post('/lamp', { on: true }, bearer, 'PUT')).status).toBe(403);
  expect((await post('/tokens', { subject: 'panel', role: 'king' }, asAdmin)).status).toBe(422);

  const anna = { username: 'anna', password: 'correct horse battery', role: 'operator' };
  expect((await post('/users', anna, asAdmin)).status).toBe(200);
  expect((await post('/users', { ...anna, role: 'king' }, asAdmin)).status).toBe(422);
  expect(await (await post('/login', anna)).json()).toEqual({ name: 'anna', role: 'operator' });

  expect((await fetch(`${url}/nothing`, { headers: karl })).status).toBe(404);
  expect((await post('/login', { padding: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await post('/logout', {}, asAdmin)).status).toBe(200);
  expect((await fetch(`${url}/me`, { headers: { cookie } })).status).toBe(401);
});

for (const framework of ['express', 'fastify', 'hono']) {
  it(`the recipe for ${framework} lets each role as far as its routes`, async () => {
    const url = await startProgram(`Roles with ${framework}`);
    const refused = await fetch(`${url}/me`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('Basic realm="service"');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await refused.json()).toMatchObject({ code: 'unauthorized', reason: 'unauthenticated' });
    expect(await (await fetch(`${url}/me`, { headers: karl })).json()).toEqual({ name: 'karl' });
    const removed = await fetch(`${url}/lamp`, { method: 'DELETE', headers: karl });
    expect([removed.status, await removed.json()]).toEqual([200, { removed: true }]);
    const foreign = { ...karl, Origin: 'http://elsewhere.example' };
    expect((await fetch(`${url}/lamp`, { method: 'DELETE', headers: foreign })).status).toBe(403);
  });
}

it('the recipe for a provider leads there, and back into a session', async () => {
  const provider = await startRogueProvider(makeSigningKey('readme'), Date.now);
  vi.stubEnv('OIDC_ISSUER', provider.issuer);
  vi.stubEnv('OIDC_CLIENT', clientId);
  vi.stubEnv('PUBLIC_URL', 'http://gateway.lan:8119');
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = await startProgram('Sign in at an OpenID Connect provider');
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' });
  expect((await get('/me')).headers.get('location')).toBe('/oidc/start');
  const start = await get('/oidc/start');
  const there = new URL(start.headers.get('location') ?? '');
  expect(there.origin).toBe(new URL(provider.issuer).origin);
  provider.nonce = there.searchParams.get('nonce') ?? '';
  const query = new URLSearchParams({ state: there.searchParams.get('state') ?? '', code: 'the-code' });
  const back = await get(`/oidc/callback?${query}`, { cookie: cookiesOf(start).cookie });
  expect(back.headers.get('location')).toBe('/me');
  const shown = await (await get('/me', { cookie: cookiesOf(back).cookie })).text();
  expect(shown).toMatch(/ is (viewer|operator|admin)$/);
});
