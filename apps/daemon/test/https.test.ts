import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestPlain } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type Gateway, startGateway } from '../src/compose/start-gateway.js';
import { ConfigError, loadConfig } from '../src/config/index.js';
import { makeCertificate } from '../src/tls/make-certificate.js';

const DAY_MS = 24 * 3_600_000;

let dir: string;
let lines: string[];
let gateway: Gateway | undefined;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'https-'));
  lines = [];
});
afterEach(async () => {
  await gateway?.stop('test');
  gateway = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function start(tls: Readonly<Record<string, unknown>>, rest: Readonly<Record<string, unknown>> = {}) {
  const file = join(dir, 'config.yaml');
  const config = {
    north: { rest: { listen: '127.0.0.1:0', auth: { users: { anna: 'long enough' } }, tls, ...rest } },
    callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
  };
  writeFileSync(file, stringify(config), { mode: 0o600 });
  gateway = await startGateway({
    loaded: loadConfig({ argv: ['--config', file, '--data-dir', join(dir, 'data')], env: {}, cwd: dir }),
    environment: () => undefined,
    out: { write: (line) => void lines.push(line) },
  });
  return gateway;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
  readonly shown: string;
}

function ask(url: string, options: RequestOptions & { readonly json?: unknown } = {}): Promise<Answer> {
  const { json, headers, ...others } = options;
  const send = url.startsWith('https:') ? request : requestPlain;
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = send(url, { agent: false, headers: { ...type, ...headers }, ...others }, (response) => {
      const chunks: Buffer[] = [];
      const { socket } = response as unknown as { socket: { getPeerX509Certificate?(): { fingerprint256: string } } };
      const shown = socket.getPeerX509Certificate?.().fingerprint256.replaceAll(':', '').toLowerCase() ?? '';
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: String(Buffer.concat(chunks)), shown }),
      );
    });
    sent.once('error', reject);
    sent.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

const logged = () => lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
const own = () => readFileSync(join(dir, 'data', 'tls-self-signed.pem'), 'utf8');
const login = { method: 'POST', json: { username: 'anna', password: 'long enough' } };

describe('the gateway with a certificate that it has made itself', () => {
  it('is trusted by clients with the certificate, and names it in the log and on /info', async () => {
    const { url, certificate } = await start({ mode: 'self-signed' });
    expect(url).toMatch(/^https:/);
    const { shown, body } = await ask(`${url}/api/v1/info`, { ca: own() });
    expect(JSON.parse(body).certificate).toEqual({
      fingerprint: shown,
      self_signed: true,
      expires_at: new Date(certificate?.notAfter ?? 0).toISOString(),
    });
    expect(logged()).toContainEqual(expect.objectContaining({ msg: 'tls.self_signed', fingerprint: shown }));
    expect(lines.join('')).not.toContain('PRIVATE KEY');
    await expect(ask(`${url}/api/v1/info`)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('gives cookies that no plain connection carries, and asks browsers to remember HTTPS only when configured [M05]', async () => {
    const { url } = await start({ mode: 'self-signed' });
    const { status, headers } = await ask(`${url}/api/v1/auth/login`, { ...login, ca: own() });
    expect(status).toBe(200);
    expect(headers['set-cookie']).toHaveLength(2);
    for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; Secure$/);
    expect(headers['strict-transport-security']).toBeUndefined();
    await gateway?.stop('test');
    const again = await start({ mode: 'self-signed', hsts: true });
    const answer = await ask(`${again.url}/api/v1/info`, { ca: own() });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('takes pages of its own address for its own only when they came over HTTPS [M06]', async () => {
    const { url } = await start({ mode: 'self-signed' });
    const from = async (origin: string) =>
      (await ask(`${url}/api/v1/auth/login`, { ...login, headers: { origin }, ca: own() })).status;
    expect(await from(url)).toBe(200);
    expect(await from(url.replace('https:', 'http:'))).toBe(403);
    expect(await from('https://evil.example')).toBe(403);
  });

  it('leads plain requests to itself under its own names, and nowhere else [M04]', async () => {
    const { url } = await start(
      { mode: 'self-signed', redirect_listen: '127.0.0.1:0' },
      { public_url: 'https://house.example' },
    );
    const { port } = logged().find(({ msg }) => msg === 'redirecting') ?? {};
    const led = async (host: string) => {
      const { status, headers } = await ask(`http://127.0.0.1:${port}/devices?x=1`, { headers: { host } });
      return [status, headers.location];
    };
    expect(await led(`127.0.0.1:${port}`)).toEqual([308, `${url}/devices?x=1`]);
    expect(await led('localhost')).toEqual([308, `${url.replace('127.0.0.1', 'localhost')}/devices?x=1`]);
    expect(await led('house.example')).toEqual([308, 'https://house.example/devices?x=1']);
    expect(await led('evil.example')).toEqual([421, undefined]);
  });
});

describe('the gateway with certificate files', () => {
  const place = { cert_file: '', key_file: '' };
  async function write(days = 60) {
    place.cert_file = join(dir, 'cert.pem');
    place.key_file = join(dir, 'key.pem');
    const made = await makeCertificate({
      names: ['127.0.0.1'],
      notBefore: Date.now() - 100 * DAY_MS,
      notAfter: Date.now() + days * DAY_MS,
      serial: Buffer.alloc(16, 9),
    });
    writeFileSync(place.cert_file, made.cert);
    writeFileSync(place.key_file, made.key);
    return made.cert;
  }
  const tlsHealth = (body: string) =>
    (JSON.parse(body) as { components: { name: string }[] }).components.find(({ name }) => name === 'tls');

  it('shows the given certificate, takes another pair without a restart, and keeps its own when that is broken [M07]', async () => {
    const first = await write();
    const { url, reload } = await start({ mode: 'files', ...place });
    const before = await ask(`${url}/api/v1/health`, { ca: first });
    expect(tlsHealth(before.body)).toMatchObject({ status: 'healthy' });
    const second = await write();
    await reload();
    const after = await ask(`${url}/api/v1/info`, { ca: second });
    expect(after.shown).not.toBe(before.shown);
    expect(JSON.parse(after.body).certificate).toMatchObject({ fingerprint: after.shown, self_signed: false });
    writeFileSync(place.key_file, 'nothing');
    await reload();
    const { body, shown, status } = await ask(`${url}/api/v1/health`, { ca: second });
    expect(shown).toBe(after.shown);
    expect(status).toBe(200);
    expect(tlsHealth(body)).toMatchObject({ status: 'degraded', reason: 'key_missing' });
    expect(existsSync(join(dir, 'data', 'tls-self-signed.pem'))).toBe(false);
  });

  it('serves with an expired certificate, and reports that, because an installation must stay reachable', async () => {
    const ended = await write(-1);
    const { url } = await start({ mode: 'files', ...place });
    const { body } = await ask(`${url}/api/v1/health`, { ca: ended, rejectUnauthorized: false });
    expect(tlsHealth(body)).toMatchObject({ status: 'degraded', reason: 'certificate_expired' });
  });

  it.each([
    [
      'a key of another certificate',
      async () => writeFileSync(place.key_file, (await makeOther()).key),
      'key_file',
      'not that of',
    ],
    ['no certificate', () => rmSync(place.cert_file), 'cert_file', 'there is no file'],
  ])('does not start with %s, and names the setting and its line', async (_what, spoil, setting, message) => {
    await write();
    await spoil();
    const error = await start({ mode: 'files', ...place }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    const [issue] = (error as ConfigError).issues;
    expect(issue).toMatchObject({ path: `north.rest.tls.${setting}`, line: expect.any(Number) });
    expect(issue?.message).toContain(message);
  });

  it('does not start where the port of the redirect is taken, and names its setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const tls = { mode: 'self-signed', redirect_listen: `127.0.0.1:${port}` };
    const error = await start(tls).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'address_unavailable',
      issues: [{ path: 'north.rest.tls.redirect_listen', code: 'EADDRINUSE', line: expect.any(Number) }],
    });
    taken.close();
  });
});

const makeOther = () =>
  makeCertificate({ names: ['x'], notBefore: 0, notAfter: Date.now() + DAY_MS, serial: Buffer.alloc(16, 3) });

it.each([
  [{ mode: 'files' }, 'cert_file', 'required with mode "files"'],
  [{ mode: 'files', cert_file: '/x.pem' }, 'key_file', 'required with mode "files"'],
  [{ cert_file: '/x.pem' }, 'cert_file', 'set mode to "files"'],
  [{ mode: 'self-signed', key_file: '/x.pem' }, 'key_file', 'set mode to "files"'],
  [{ redirect_listen: ':80' }, 'redirect_listen', 'leads to HTTPS'],
  [{ hsts: true }, 'hsts', 'needs HTTPS'],
  [{ mode: 'yes' }, 'mode', 'self-signed'],
  [{ mode: 'self-signed', redirect_listen: '80' }, 'redirect_listen', 'HOST:PORT'],
])('settings of HTTPS that contradict each other are refused: %j', async (tls, key, message) => {
  const error = await start(tls).catch((thrown: unknown) => thrown);
  const issue = (error as ConfigError).issues.find(({ path }) => path === `north.rest.tls.${key}`);
  expect(issue?.message).toContain(message);
});
