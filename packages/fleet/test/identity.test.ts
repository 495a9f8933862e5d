import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join as joinPath } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { claimCentral, claimFleet, openLeaseTable, openPresence, openSnapshots } from '../src/nats/index.js';
import { openGate } from './gate.mjs';
import { join as joinAt } from './join.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(...args: readonly string[]): Promise<NatsServer> {
  const server = await startNatsServer(...args);
  cleanups.push(server.dispose);
  return server;
}

async function join({ url }: NatsServer, login: object = {}) {
  const fleet = await joinAt(url, { connection: { servers: url, reconnectTimeWait: 20, ...login } });
  cleanups.push(fleet.close);
  return fleet;
}

describe.skipIf(!natsServer)(`the identity of a fleet${note}`, () => {
  it('is that of the first process, and another one is refused with the remedy, also after a crash of the broker', async () => {
    const server = await start();
    const [one, other] = [await join(server), await join(server)];
    const answers = await Promise.allSettled([claimFleet(one, 'a'), claimFleet(other, 'b')]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [first, second] = answers[0].status === 'fulfilled' ? ['a', 'b'] : ['b', 'a'];
    await server.kill();
    await server.start();
    const later = await join(server);
    await claimFleet(later, first);
    await expect(claimFleet(later, second)).rejects.toMatchObject({
      code: 'fleet_refused',
      reason: 'another fleet is called "fleet" on this broker: it shares another database',
      remedy: expect.stringMatching(/^give this one another fleet\.name; .*remove the bucket "fleet-identity"$/),
    });
    await claimFleet(later, first);
    // As in the remedy.
    await (await jetstreamManager(later.nats)).streams.delete('KV_fleet-identity');
    await claimFleet(later, second);
    await expect(claimFleet(later, first)).rejects.toThrow(/another fleet/);
  });

  it('is by CCU where there is nothing else: the first one of a name, whatever its name is', async () => {
    const server = await start();
    const [one, other] = [await join(server), await join(server)];
    for (const name of ['home', 'Zuhause *> ü.1']) {
      const answers = await Promise.all([claimCentral(one, name, 'A'), claimCentral(other, name, 'B')]);
      expect([...answers].sort()).toEqual([false, true]);
      const first = answers[0] ? 'A' : 'B';
      expect(await claimCentral(other, name, first)).toBe(true);
      expect(await claimCentral(one, name, 'C')).toBe(false);
    }
    await claimFleet(one, 'a');
  });

  it('is not noted by who knows only what it was earlier, and another one is refused to it', async () => {
    const fleet = await join(await start());
    await claimFleet(fleet, 'old', { isOld: true });
    await claimFleet(fleet, 'new');
    await expect(claimFleet(fleet, 'old', { isOld: true })).rejects.toThrow(/another fleet/);
    await claimFleet(fleet, 'new', { isOld: true });
  });
});

const member = { id: 'a', name: 'a', roles: [], version: '1', protocol: 1, since: '', urls: [] };
const login = { user: 'gateway', pass: 'secret' };

describe.skipIf(!natsServer)(`access of a fleet${note}`, () => {
  async function startWith(permissions: string): Promise<NatsServer> {
    const folder = mkdtempSync(joinPath(tmpdir(), 'fleet-access-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const file = joinPath(folder, 'server.conf');
    const user = `{ user: gateway, password: secret, permissions: { ${permissions} } }`;
    writeFileSync(file, `authorization: { users: [${user}] }`);
    return await start('-c', file);
  }

  it('is refused where its buckets would have copies at servers before 2.10', async () => {
    const server = await start();
    const joined = joinAt(server.url, { replicas: 3 });
    const version = execFileSync(natsServer ?? '', ['--version'], { encoding: 'utf8' });
    if (!/v2\.\d\./.test(version)) return await (await joined).close();
    await expect(joined).rejects.toMatchObject({
      reason: expect.stringMatching(/do not keep 3 copies of a bucket safely/),
      remedy: 'run 2.10.23 or newer, or one server and one replica',
    });
  });

  it('is there again after servers that refused its login many times', async () => {
    const file = joinPath(mkdtempSync(joinPath(tmpdir(), 'fleet-access-')), 'server.conf');
    cleanups.push(() => rmSync(dirname(file), { recursive: true, force: true }));
    const knowOnly = (user: string) => writeFileSync(file, `authorization { user: ${user}, password: secret }`);
    knowOnly('gateway');
    const server = await start('-c', file);
    let dials = 0;
    const gate = await openGate(() => {
      dials += 1;
      return server.port;
    });
    cleanups.push(gate.close);
    const servers = `nats://127.0.0.1:${gate.port}`;
    const fleet = await joinAt(servers, {
      connection: { servers, reconnectTimeWait: 20, reconnectJitter: 0, ...login },
    });
    cleanups.push(fleet.close);
    await server.kill();
    knowOnly('somebody-else');
    await server.start();
    const before = dials;
    await vi.waitFor(() => expect(dials).toBeGreaterThan(before + 3), { timeout: 20_000 });
    await server.kill();
    knowOnly('gateway');
    await server.start();
    await vi.waitFor(() => expect(fleet.health).toEqual({ state: 'connected' }), { timeout: 20_000 });
  });

  it('is refused to who signs in wrongly', async () => {
    const server = await startWith('');
    await expect(join(server, { ...login, pass: 'wrong' })).rejects.toMatchObject({
      reason: 'the broker does not let this login in (Authorization Violation)',
      remedy: expect.stringMatching(/check the user and password/),
    });
  });

  it.each(['$KV.fleet-leases.>', '$JS.API.STREAM.CREATE.>', '$JS.API.>'])(
    'is refused to a login that may not publish to %s, with what it needs',
    async (subject) => {
      const fleet = await join(await startWith(`publish: { deny: ["${subject}"] }`), login);
      await expect(openLeaseTable(fleet)).rejects.toMatchObject({
        reason: expect.stringMatching(/lacks rights at the broker that a fleet needs \(Permissions Violation/),
        remedy: expect.stringMatching(/^let it publish to "\$JS\.API\.>", "\$KV\.fleet-leases\.>", /),
      });
    },
  );

  it.each(['publish: { deny: ["fleet.>"] }', 'subscribe: { deny: ["fleet.>"] }', 'subscribe: { deny: ["_INBOX.>"] }'])(
    'is refused to a login that cannot take part in calls, by %s, with what it needs',
    async (permissions) => {
      const server = await startWith(permissions);
      await expect(join(server, login)).rejects.toMatchObject({
        code: 'fleet_refused',
        reason: expect.stringMatching(/lacks rights at the broker that a fleet needs \(Permissions Violation/),
        remedy: expect.stringMatching(/"fleet\.>", and subscribe to "fleet\.>" and "_INBOX\.>"$/),
      });
    },
  );

  it('needs no more than the rights of the remedy', async () => {
    const buckets = ['leases', 'members', 'identity'].map((bucket) => `"$KV.fleet-${bucket}.>"`);
    const publish = ['"$JS.API.>"', ...buckets, '"$O.fleet-snapshots.>"', '"fleet.>"'];
    const server = await startWith(`publish: [${publish}], subscribe: ["fleet.>", "_INBOX.>"]`);
    const fleet = await join(server, login);
    await claimFleet(fleet, 'a');
    const table = await openLeaseTable(fleet);
    expect(await table.read('home')).toMatchObject({ state: 'gone' });
    const presence = await openPresence(fleet, { self: member });
    expect(await presence.members()).toHaveLength(1);
    const snapshots = await openSnapshots(fleet);
    expect(await snapshots.put('home', { epoch: 'e', seq: 1, bytes: new Uint8Array(9) })).toBe('put');
    expect(await snapshots.get('home')).toMatchObject({ seq: 1 });
    snapshots.close();
    await presence.close();
    await table.close();
  });
});
