import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from '@ccu-gateway/ccu-client/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { cli, valueChanged } from '../../test/fixture.js';

const TOKEN = 'T'.repeat(43);
const certificate = selfSigned('localhost');
const other = selfSigned('localhost');

let server: Server;
let url: string;
let dir: string;
/** Credentials that came through. */
const heard: (string | undefined)[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'trust-'));
  writeFileSync(join(dir, 'own.pem'), certificate.cert);
  writeFileSync(join(dir, 'other.pem'), other.cert);
  writeFileSync(join(dir, 'key.pem'), certificate.key);
  server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    heard.push(request.headers.authorization);
    response.setHeader('content-type', 'application/json').end('[]');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    heard.push(request.headers.authorization);
    socket.on('message', () => {
      socket.send(JSON.stringify({ op: 'subscribed', topics: ['*'], seq: 100, oldest_seq: 50, epoch: 'e' }));
      socket.send(JSON.stringify(valueChanged(101, 0.4, 0)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  heard.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

const list = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  cli(['token', 'list', '--url', url, ...args], { env: { CCU_GATEWAY_TOKEN: TOKEN, ...env }, cwd: dir });
const colons = (fingerprint: string) => (fingerprint.toUpperCase().match(/../g) ?? []).join(':');

describe('a gateway with a certificate of no known authority', () => {
  it('is not spoken to, and the fix names the ways to trust it', async () => {
    const ran = await list([]);
    expect(ran).toMatchObject({ code: 5, err: expect.stringContaining('is of no known authority') });
    expect(ran.err).toMatch(/fix: --fingerprint SHA256 .*\/api\/v1\/info.* or --ca FILE/);
    expect(heard).toEqual([]);
  });

  it.each([
    ['its fingerprint', () => ['--fingerprint', certificate.fingerprint], {}],
    ['its fingerprint as browsers show it', () => ['--fingerprint', colons(certificate.fingerprint)], {}],
    ['its certificate', () => ['--ca', 'own.pem'], {}],
    ['its fingerprint in the environment', () => [], { CCU_GATEWAY_FINGERPRINT: certificate.fingerprint }],
    ['its certificate in the environment', () => [], { CCU_GATEWAY_CA: 'own.pem' }],
  ])('is trusted by %s', async (_what, args, env) => {
    expect(await list(args(), env)).toMatchObject({ code: 0, err: '' });
    expect(heard).toEqual([`Bearer ${TOKEN}`]);
  });

  it.each([
    ['another fingerprint', () => ['--fingerprint', other.fingerprint], 'is not the one of --fingerprint'],
    ['another authority', () => ['--ca', 'other.pem'], 'is of no known authority'],
  ])('receives no token with trust in %s [M09]', async (_what, args, message) => {
    const ran = await list([...args(), '--json']);
    expect(ran.code).toBe(5);
    expect(ran.json().error).toMatchObject({ code: 'tls_untrusted', message: expect.stringContaining(message) });
    expect(heard).toEqual([]);
  });

  it('is called with --insecure, which warns also with --quiet and --json', async () => {
    const ran = await list(['--insecure', '--quiet']);
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('warning: --insecure') });
    expect((await list(['--insecure', '--json'])).err).toContain('warning: --insecure');
  });

  it.each([
    ['its fingerprint', () => ['--fingerprint', certificate.fingerprint], 0],
    ['another fingerprint', () => ['--fingerprint', other.fingerprint], 5],
    ['its certificate', () => ['--ca', 'own.pem'], 0],
  ])('sends events with trust in %s, and in no other case', async (_what, args, code) => {
    const tail = ['events', 'tail', '--count', '1', '--url', url, ...args()];
    const ran = await cli(tail, { env: { CCU_GATEWAY_TOKEN: TOKEN }, cwd: dir });
    expect(ran.code).toBe(code);
    expect(heard).toEqual(code === 0 ? [`Bearer ${TOKEN}`] : []);
  });

  it.each([
    [['--fingerprint', 'abc'], '64 hex digits'],
    [['--ca', 'none.pem'], 'cannot be read (ENOENT)'],
    [['--ca', 'key.pem'], 'holds no certificate'],
    [['--ca', 'own.pem', '--insecure'], '--ca and --insecure contradict each other'],
    [['--insecure', '--url', 'http://localhost:1'], 'needs an address that begins with https://'],
  ])('is not asked at all with %j', async (args, message) => {
    const ran = await list(args);
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(heard).toEqual([]);
  });
});
