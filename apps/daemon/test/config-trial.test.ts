import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startAedes } from '../../../packages/mqtt-bridge/test/brokers.js';
import { startReceiver } from '../../../packages/webhook-bridge/test/receiver.js';
import { startWebdav, TARGET_PASSWORD, TARGET_USER } from './backup-target.js';
import { startWorld, type World } from './world.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let world: World;
beforeAll(async () => {
  world = await startWorld({ only: ['00F1C0DE000001'] });
});
afterAll(() => world?.close());

const tryOut = (section: string, settings: object, name?: string) =>
  world.call('POST', `/api/v1/config/sections/${section}/test`, { body: { settings, name } });
const stored = async (section: string) => (await world.call('GET', `/api/v1/config/sections/${section}`)).json;

it('connects to a broker of settings that are not saved, and names the fault of another one', async () => {
  const broker = await startAedes();
  onTestFinished(() => broker.remove());
  const brokers = { house: { url: broker.url }, lost: { url: 'mqtt://127.0.0.1:1' } };
  const answer = await tryOut('mqtt', { brokers }, 'house');
  expect(answer.json, answer.text).toEqual({
    ok: true,
    message: `${broker.url} accepts the connection (MQTT 3.1.1)`,
  });
  expect((await tryOut('mqtt', { brokers }, 'lost')).json).toMatchObject({
    ok: false,
    kind: 'unreachable',
    message: expect.stringContaining('nothing listens there'),
  });
  expect(await stored('mqtt')).toEqual({ brokers: {} });
});

it('sends one test event to a receiver, which the address rules of webhooks guard', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const endpoint = { url: receiver.url, secret: SECRET, allow_networks: ['127.0.0.0/8'] };
  expect((await tryOut('webhooks', { endpoints: { one: endpoint } }, 'one')).json).toMatchObject({ ok: true });
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['test']);
  const shut = { ...endpoint, allow_networks: [] };
  expect((await tryOut('webhooks', { endpoints: { one: shut } }, 'one')).json).toMatchObject({
    ok: false,
    kind: 'forbidden',
  });
  expect(receiver.received).toHaveLength(1);
  expect(await stored('webhooks')).toEqual({ endpoints: {} });
});

it('reads the metadata of an identity provider, and sends it no secret', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) => [name, `${issuer}/x`]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ issuer, ...Object.fromEntries(endpoints) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const oidc = {
    ...{ enabled: false, issuer, client_id: 'gateway', client_secret: 'secret' },
    redirect_url: 'https://gateway.example/api/v1/auth/oidc/callback',
  };
  const answer = await tryOut('north.rest.auth.oidc', oidc);
  expect(answer.json, answer.text).toMatchObject({ ok: true });
  expect(seen).toEqual(['GET /.well-known/openid-configuration']);
  await new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
  expect((await tryOut('north.rest.auth.oidc', oidc)).json).toEqual({
    ok: false,
    kind: 'unusable',
    message: 'the identity provider: it cannot be reached (ECONNREFUSED)',
  });
  expect((await tryOut('north.rest.auth.oidc', { ...oidc, issuer: 'ftp://x' })).json).toMatchObject({
    errors: [{ field: 'north.rest.auth.oidc.issuer' }],
  });
});

it('stores a file at the target of backups, and deletes it again', async () => {
  const target = await startWebdav();
  onTestFinished(() => target.close());
  const backup = await stored('backup');
  const withTarget = (password: string) => ({
    ...backup,
    own: {
      ...backup.own,
      target: { ...backup.own.target, kind: 'webdav', url: target.url, username: TARGET_USER, password },
    },
  });
  const answer = await tryOut('backup', withTarget(TARGET_PASSWORD));
  expect(answer.json, answer.text).toMatchObject({ ok: true });
  expect(target.seen.some((line) => line.startsWith('PUT '))).toBe(true);
  expect([...target.files.keys()]).toEqual([]);
  expect((await tryOut('backup', withTarget('another'))).json).toMatchObject({
    ok: false,
    message: expect.stringContaining('does not take the user name or the password'),
  });
  expect((await tryOut('backup', backup)).json).toMatchObject({ errors: [{ field: 'backup.own.target.kind' }] });
});

it('sends a stored secret to no other destination than the one it was stored for', async () => {
  const broker = await startAedes();
  const other = await startAedes();
  onTestFinished(() => broker.remove());
  onTestFinished(() => other.remove());
  const house = { url: broker.url, username: 'gw', password: 'canary-4711', enabled: false };
  await world.call('PUT', '/api/v1/config/sections/mqtt', { body: { brokers: { house } } });
  const kept = (await stored('mqtt')).brokers;
  expect((await tryOut('mqtt', { brokers: kept }, 'house')).json).toMatchObject({ ok: true });
  const moved = await tryOut('mqtt', { brokers: { house: { ...kept.house, url: other.url } } }, 'house');
  expect([moved.status, moved.json.errors]).toEqual([
    400,
    [{ field: 'mqtt.brokers.house.password', reason: 'must be entered again: it was stored for another url' }],
  ]);
  await world.call('DELETE', '/api/v1/config/sections/mqtt');
});

it('refuses other roles, unknown names, sections without a destination, and settings that are not acceptable', async () => {
  const statusOf = async (section: string, settings: object, name?: string) =>
    (await tryOut(section, settings, name)).status;
  expect(await statusOf('locale', { locale: 'de' })).toBe(400);
  expect(await statusOf('nothing', {})).toBe(400);
  expect(await statusOf('constructor', {})).toBe(400);
  expect(await statusOf('mqtt', { brokers: {} }, 'house')).toBe(404);
  expect(await statusOf('mqtt', { brokers: {} }, 'constructor')).toBe(404);
  expect(await statusOf('mqtt', { brokers: { house: { url: 'mqtt://127.0.0.1' } } })).toBe(400);
  expect(await statusOf('mqtt', { brokers: { house: { url: 'file:///etc/passwd' } } }, 'house')).toBe(400);
  const asViewer = await world.call('POST', '/api/v1/config/sections/mqtt/test', {
    as: 'viewer',
    body: { settings: { brokers: {} }, name: 'house' },
  });
  expect(asViewer.status).toBe(403);
});

it('is in the audit with its outcome', async () => {
  await tryOut('mqtt', { brokers: { lost: { url: 'mqtt://127.0.0.1:1' } } }, 'lost');
  const { json } = await world.call('GET', '/api/v1/audit?action=config_test');
  expect(JSON.stringify(json)).toContain('mqtt lost: unreachable');
});
