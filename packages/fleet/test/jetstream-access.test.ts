import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator, nkeys } from '@nats-io/transport-node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type JetStreamLogOptions, openJetStreamLog } from '../src/jetstream/index.js';
import { openGate } from './gate.mjs';
import { makeCredentials } from './nats-login.js';
import { natsServer, startNatsServer } from './nats-server.js';

const title = natsServer
  ? 'access to the log on NATS JetStream'
  : 'access to the log on NATS JetStream (skipped: nats-server is not installed)';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const noOpenssl = hasOpenssl ? '' : ' (skipped: openssl is not installed)';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nats-access-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startWith(config: string, args: readonly string[] = []) {
  const file = join(makeFolder(), 'server.conf');
  writeFileSync(file, config);
  const server = await startNatsServer('-c', file, ...args);
  cleanups.push(server.dispose);
  return server;
}

type Login = Partial<JetStreamLogOptions['connection']>;

const open = (servers: string, login: Login, more: Partial<JetStreamLogOptions> = {}) =>
  openJetStreamLog({ connection: { servers, ...login }, name: 'events', owner: 'house', retryMs: 20, ...more });

/** All that a log is for. */
async function expectToWork(servers: string, login: Login, more: Partial<JetStreamLogOptions> = {}) {
  const log = await open(servers, login, more);
  try {
    const writer = await log.openWriter('home');
    const { lastSeq: start } = await log.state();
    expect(await writer.append([{ id: '1', topic: 'a', text: '{}', key: 'a' }])).toEqual({
      outcome: 'appended',
      seqs: [start + 1],
    });
    expect((await log.page({ since: 0, limit: 5 })).records.map(({ id }) => id)).toEqual(['1']);
    const kinds: string[] = [];
    for await (const { kind } of log.follow({ since: start })) {
      kinds.push(kind);
      if (kind === 'live') break;
    }
    expect(kinds).toEqual(['record', 'live']);
  } finally {
    await log.close();
  }
}

const notLetIn = {
  code: 'shared_log_refused',
  reason: expect.stringMatching(/does not let this login in \(Authorization Violation\)/),
  remedy: expect.stringMatching(/password, the token, the credentials or the certificate/),
};

const withPermissions = (permissions: string) =>
  `authorization: { users: [{ user: gateway, password: secret, permissions: { ${permissions} } }] }`;
const gateway = { user: 'gateway', pass: 'secret' };

describe.skipIf(!natsServer)(title, () => {
  it('is in an outage while the servers answer and have no room, and is there again when they have', async () => {
    const { url } = await startWith('jetstream { max_file_store: 1MB }');
    const log = await open(url, {}, { lookMs: 100, shape: { maxBytes: -1 } });
    cleanups.push(log.close);
    let writer = await log.openWriter('home');
    let id = 0;
    const text = 'x'.repeat(50_000);
    const append = async () => (await writer.append([{ id: String(id), topic: 'a', text }])).outcome;
    while ((await append()) === 'appended') id += 1;
    await vi.waitFor(
      async () => {
        expect(await append()).toBe('unknown');
        expect(log.health).toMatchObject({ state: 'outage', reason: expect.stringContaining('cannot be kept') });
      },
      { timeout: 20_000, interval: 100 },
    );
    const connection = await connect({ servers: url });
    await (await jetstreamManager(connection)).streams.purge('events');
    await connection.close();
    // All that there was of the source is gone: a publisher opens a writer anew then.
    await vi.waitFor(async () => expect(await append()).toBe('conflict'), { timeout: 20_000 });
    writer = await log.openWriter('home');
    await vi.waitFor(async () => expect(await append()).toBe('appended'), { timeout: 20_000 });
    await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), { timeout: 20_000 });
  });

  it('is there again after servers that refused its login many times', async () => {
    const file = join(makeFolder(), 'server.conf');
    const knowOnly = (user: string) => writeFileSync(file, `authorization { user: ${user}, password: secret }`);
    knowOnly('gateway');
    const server = await startNatsServer('-c', file);
    cleanups.push(server.dispose);
    let dials = 0;
    const gate = await openGate(() => {
      dials += 1;
      return server.port;
    });
    cleanups.push(gate.close);
    const login = { user: 'gateway', pass: 'secret', reconnectTimeWait: 20, reconnectJitter: 0 };
    const log = await open(`nats://127.0.0.1:${gate.port}`, login);
    cleanups.push(log.close);
    await server.kill();
    knowOnly('somebody-else');
    await server.start();
    const before = dials;
    await vi.waitFor(() => expect(dials).toBeGreaterThan(before + 3), { timeout: 20_000 });
    await server.kill();
    knowOnly('gateway');
    await server.start();
    await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), { timeout: 20_000 });
  });

  it('is had with a token, and not with another one', async () => {
    const { url } = await startWith('authorization: { token: right }');
    await expectToWork(url, { token: 'right' });
    await expect(open(url, { token: 'wrong' })).rejects.toMatchObject(notLetIn);
  });

  it('is had with an nkey, and not with another one', async () => {
    const [known, stranger] = [nkeys.createUser(), nkeys.createUser()];
    const { url } = await startWith(`authorization: { users: [{ nkey: ${known.getPublicKey()} }] }`);
    await expectToWork(url, { authenticator: nkeyAuthenticator(known.getSeed()) });
    await expect(open(url, { authenticator: nkeyAuthenticator(stranger.getSeed()) })).rejects.toMatchObject(notLetIn);
  });

  it('is had with a credentials file, and not with one whose seed is of somebody else', async () => {
    const { config, credentials, strangers } = makeCredentials();
    const { url } = await startWith(config);
    await expectToWork(url, {}, { credentials });
    await expect(open(url, {}, { credentials: strangers })).rejects.toMatchObject(notLetIn);
  });

  it.skipIf(!hasOpenssl)(`is had with the certificate of a client, and not without one${noOpenssl}`, async () => {
    const files = makeCertificates(makeFolder());
    const { port } = await startWith('', [
      '--tlsverify',
      '--tlscert',
      files.cert,
      '--tlskey',
      files.key,
      '--tlscacert',
      files.ca,
    ]);
    const servers = `tls://localhost:${port}`;
    const [ca, cert, key] = [files.ca, files.cert, files.key].map((file) => readFileSync(file, 'utf8'));
    await expectToWork(servers, { tls: { ca, cert, key } });
    await expect(open(servers, { tls: { ca }, timeout: 2_000 })).rejects.toMatchObject({
      remedy: 'check its address, and whether it wants a certificate of the client',
    });
    await expect(open(servers, { tls: { cert, key } })).rejects.toThrow(/certificate/i);
  });

  it('is refused where JetStream is off, of the server or of the account', async () => {
    for (const config of [
      'accounts: { A: { users: [{ user: gateway, password: secret }] } }',
      'accounts: { A: { jetstream: disabled, users: [{ user: gateway, password: secret }] } }',
    ]) {
      const { url } = await startWith(config);
      await expect(open(url, gateway)).rejects.toMatchObject({
        reason: 'the broker has no JetStream',
        remedy: expect.stringMatching(/nats-server -js.*jetstream: enabled/),
      });
    }
  });

  it.each([
    'events.>',
    '$JS.API.>',
    '$JS.API.STREAM.CREATE.>',
    '$JS.API.STREAM.INFO.>',
    '$JS.API.STREAM.PURGE.>',
    '$JS.API.STREAM.MSG.GET.>',
    '$JS.API.CONSUMER.CREATE.>',
  ])('is refused to a login that may not publish to %s, with what it needs', async (subject) => {
    const { url } = await startWith(withPermissions(`publish: { deny: ["${subject}"] }`));
    await expect(open(url, gateway)).rejects.toMatchObject({
      reason: expect.stringMatching(
        /this login lacks rights at the broker that the log needs \(Permissions Violation for Publish/,
      ),
      remedy: 'let it publish to "events.>" and "$JS.API.>", and subscribe to "_INBOX.>"',
    });
  });

  it('is refused to a login that may not receive answers', async () => {
    const { url } = await startWith(withPermissions('subscribe: { deny: [">"] }'));
    await expect(open(url, gateway)).rejects.toMatchObject({
      reason: expect.stringMatching(/Permissions Violation for Subscription/),
      remedy: expect.stringMatching(/subscribe to "_INBOX\.>"/),
    });
  });

  it('needs no more than the rights of the remedy', async () => {
    const permissions = 'publish: ["events.>", "$JS.API.>"], subscribe: ["_INBOX.>"]';
    const { url } = await startWith(withPermissions(permissions));
    await expectToWork(url, gateway);
  });

  it('is refused where the broker has no room for its bound', async () => {
    const { url } = await startWith(
      'accounts: { A: { jetstream: { max_file: 1Mb }, users: [{ user: gateway, password: secret }] } }',
    );
    await expect(open(url, gateway)).rejects.toMatchObject({
      reason: expect.stringMatching(/no room for the log/),
      remedy: expect.stringMatching(/max_file/),
    });
    await expectToWork(url, gateway, { shape: { maxBytes: 1024 * 512 } });
  });

  it('is refused on a server that has too few others for its replicas, or numbers copies differently', async () => {
    const { url } = await startWith('');
    const version = execFileSync(natsServer ?? '', ['--version'], { encoding: 'utf8' });
    const [reason, remedy] = /v2\.\d\./.test(version)
      ? [/do not keep 3 copies of a stream with the same numbers/, /2\.10\.23 or newer, or one server/]
      : [/not as many servers as there are replicas/, /fewer replicas/];
    await expect(open(url, {}, { shape: { replicas: 3, maxBytes: 1024 } })).rejects.toMatchObject({
      reason: expect.stringMatching(reason),
      remedy: expect.stringMatching(remedy),
    });
    await expectToWork(url, {}, { shape: { maxBytes: 1024 * 512 } });
  });
});

/** One authority, and a certificate of it for both sides. */
function makeCertificates(folder: string) {
  const path = (name: string) => join(folder, name);
  const files = { ca: path('ca.pem'), cert: path('cert.pem'), key: path('key.pem') };
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    path('ca.key'),
    '-out',
    files.ca,
  );
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', files.key, '-out', path('request'));
  writeFileSync(path('names'), 'subjectAltName=DNS:localhost\n');
  const signing = [
    '-CA',
    files.ca,
    '-CAkey',
    path('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    path('names'),
  ];
  openssl('x509', '-req', '-in', path('request'), ...signing, '-out', files.cert);
  return files;
}
