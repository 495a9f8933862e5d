import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Principal, Revocation } from '../src/index.js';
import {
  basic,
  bearer,
  createFakeClock,
  describeRequest,
  gatewayHost,
  passwords,
  type RequestInput,
} from '../src/testing/index.js';
import { cli, startWorld, type TestWorld } from './world.js';

const own = `http://${gatewayHost}`;
const upgrade = (headers: Readonly<Record<string, string>>, more: RequestInput = {}): RequestInput => ({
  target: '/api/v1/events',
  isUpgrade: true,
  headers: { Upgrade: 'websocket', ...headers },
  ...more,
});

/** Opens a socket with these headers; `closed` collects the codes it is closed with. */
async function open(world: TestWorld, headers: Readonly<Record<string, string>>) {
  const answer = await world.call(upgrade(headers));
  if (!answer.principal) throw new Error(answer.reason);
  const closed: number[] = [];
  const release = world.auth.watch(answer.principal, (code) => closed.push(code));
  return { principal: answer.principal, closed, release };
}
const cookieSocket = async (world: TestWorld, user: 'root' | 'op' | 'vi') => {
  const browser = await world.signIn(user);
  return { browser, ...(await open(world, { ...browser.headers, Origin: own })) };
};
const fingerprint = (token: string) => createHash('sha256').update(token).digest('hex');

describe('an upgrade', () => {
  it('needs a credential, before it is one [J01]', async () => {
    const world = await startWorld();
    expect((await world.call(upgrade({}))).status).toBe(401);
    expect((await world.call(upgrade({ Origin: own }))).status).toBe(401);
  });

  it('with a cookie needs the gateway as its origin, port included [J02] [J03]', async () => {
    const world = await startWorld();
    const { headers } = await world.signIn('vi');
    expect((await world.call(upgrade({ ...headers, Origin: own }))).status).toBe(200);
    for (const Origin of [
      'http://evil',
      'null',
      'http://gateway.lan:80',
      'http://gateway.lan:8120',
      'https://gateway.lan',
    ]) {
      expect([Origin, (await world.call(upgrade({ ...headers, Origin }))).reason]).toEqual([
        Origin,
        'origin_forbidden',
      ]);
    }
  });

  it('with a cookie and without an origin is taken from a program, never from a browser [J04]', async () => {
    const world = await startWorld();
    const { headers } = await world.signIn('vi');
    expect((await world.call(upgrade(headers))).status).toBe(200);
    for (const site of ['same-origin', 'none', 'same-site', 'cross-site', 'CROSS-SITE', 'anything']) {
      const answer = await world.call(upgrade({ ...headers, 'Sec-Fetch-Site': site }));
      expect([site, answer.reason]).toEqual([site, 'origin_forbidden']);
    }
  });

  it('with a header credential needs no origin [J04]', async () => {
    const world = await startWorld();
    expect((await world.call(upgrade({ Authorization: bearer(world.tokens.viewer) }))).status).toBe(200);
    expect((await world.call(upgrade({ Authorization: basic('vi', passwords.vi) }))).status).toBe(200);
  });

  it('with a token from another site is refused all the same [J05]', async () => {
    const world = await startWorld({ cors: ['https://panel.example'] });
    const Authorization = bearer(world.tokens.admin);
    expect((await world.call(upgrade({ Authorization, Origin: 'http://evil' }))).reason).toBe('origin_forbidden');
    expect((await world.call(upgrade({ Authorization, Origin: 'https://panel.example' }))).status).toBe(200);
  });

  it('finds no token in query or subprotocol [J06]', async () => {
    const world = await startWorld();
    const token = world.tokens.viewer;
    expect(
      (await world.call(upgrade({}, { target: `/api/v1/events?token=${token}&access_token=${token}` }))).status,
    ).toBe(401);
    expect((await world.call(upgrade({ 'Sec-WebSocket-Protocol': `bearer, ${token}` }))).status).toBe(401);
  });

  it('goes to one path in its plain form [J19]', async () => {
    const world = await startWorld();
    const headers = { Authorization: bearer(world.tokens.viewer) };
    expect((await world.call(upgrade(headers, { target: '//api/v1/events' }))).reason).toBe('path_invalid');
    expect((await world.call(upgrade(headers, { target: `http://${gatewayHost}/api/v1/events` }))).status).toBe(200);
  });

  it('through the trusted proxy needs its origin; from elsewhere the header means nothing [J20]', async () => {
    const world = await startWorld({ build: { supervised: true } });
    const ingress = { 'X-Ingress-Path': '/api/hassio_ingress/abcdefgh12', Host: 'ha.local:8123' };
    const through = (headers: Readonly<Record<string, string>>, peer = '172.30.32.2') =>
      world.call(upgrade({ ...ingress, ...headers }, { peer }));
    expect((await through({ Origin: 'http://ha.local:8123' })).status).toBe(200);
    expect((await through({})).reason).toBe('origin_forbidden');
    expect((await through({ Origin: 'http://evil' })).reason).toBe('origin_forbidden');
    expect((await through({ Origin: 'http://ha.local:8123' }, '192.168.1.50')).status).toBe(401);
  });
});

describe('a socket that is open', () => {
  it('is closed when its token is revoked, and others are not [J07]', async () => {
    const world = await startWorld();
    const mine = await open(world, { Authorization: bearer(world.tokens.operator) });
    const other = await open(world, { Authorization: bearer(world.tokens.viewer) });
    await world.auth.tokens.revoke(fingerprint(world.tokens.operator), cli);
    expect([mine.closed, other.closed]).toEqual([[4401], []]);
    expect(await world.auth.currentRole(mine.principal)).toBeNull();
    expect(await world.auth.currentRole(other.principal)).toBe('viewer');
  });

  it('is closed by the logout in another tab [J08]', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'vi');
    await world.auth.logout(describeRequest({ method: 'POST', headers: socket.browser.unsafe }));
    expect(socket.closed).toEqual([4401]);
    expect(await world.auth.currentRole(socket.principal)).toBeNull();
  });

  it('is closed when its session reaches twelve hours, without waiting for a frame [J09]', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'vi');
    world.clock.advance(12 * 3_600_000 - 1);
    expect(socket.closed).toEqual([]);
    world.clock.advance(1);
    expect(socket.closed).toEqual([4401]);
  });

  it('is closed when its token expires, also after months', async () => {
    const world = await startWorld();
    const created = await world.auth.tokens.create({ subject: 'ha', role: 'viewer', expires_in_days: 90 }, cli);
    const socket = await open(world, { Authorization: bearer(created.ok ? created.value.token : '') });
    world.clock.advance(90 * 86_400_000 - 1);
    expect(socket.closed).toEqual([]);
    world.clock.advance(1);
    expect(socket.closed).toEqual([4401]);
  });

  it('is closed when its account is deleted or its password changes [J10]', async () => {
    const world = await startWorld();
    const [op, vi, viBasic] = [
      await cookieSocket(world, 'op'),
      await cookieSocket(world, 'vi'),
      await open(world, { Authorization: basic('vi', passwords.vi) }),
    ];
    await world.auth.users.delete('op', cli);
    const request = describeRequest({ method: 'PATCH', headers: vi.browser.unsafe });
    await world.auth.changePassword(request, vi.principal, {
      current_password: passwords.vi,
      new_password: 'a-new-password',
    });
    expect([op.closed, vi.closed, viBasic.closed]).toEqual([[4401], [4401], [4401]]);
    const again = await open(world, { Authorization: basic('vi', 'a-new-password') });
    await world.auth.users.update('vi', { disabled: true }, cli);
    expect(again.closed).toEqual([4401]);
    expect(await world.auth.currentRole(viBasic.principal)).toBeNull();
  });

  it('is closed when its account loses the role it had, and may not act in between [J11]', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'op');
    await world.auth.users.update('op', { role: 'viewer' }, cli);
    expect(socket.closed).toEqual([4403]);
    expect(await world.auth.currentRole(socket.principal)).toBe('viewer');
  });

  it('stays open when its account gains a role, and has it at once', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'vi');
    await world.auth.users.update('vi', { role: 'operator' }, cli);
    expect(socket.closed).toEqual([]);
    expect(await world.auth.currentRole(socket.principal)).toBe('operator');
  });

  it('reports the present role for every command [J12]', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'root');
    const admin = await open(world, { Authorization: bearer(world.tokens.admin) });
    await world.auth.users.create({ username: 'second', password: 'second-Passwort', role: 'admin' }, cli);
    await world.auth.users.update('root', { role: 'viewer' }, cli);
    expect(await world.auth.currentRole(socket.principal)).toBe('viewer');
    expect(await world.auth.currentRole(admin.principal)).toBe('admin');
  });

  it('that was released is not closed again', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'vi');
    socket.release();
    await world.auth.users.delete('vi', cli);
    world.clock.advance(13 * 3_600_000);
    expect(socket.closed).toEqual([]);
  });

  it('knows nothing of a role while the store cannot be asked', async () => {
    const world = await startWorld();
    const socket = await cookieSocket(world, 'root');
    const failing = { ...world.stores.sessions, find: () => Promise.reject(new Error('gone')) };
    const broken = world.another({ stores: { ...world.stores, sessions: failing } });
    expect(await broken.currentRole(socket.principal)).toBeNull();
  });
});

describe('a change of another process', () => {
  const startTwo = async () => {
    const world = await startWorld();
    const command = world.another();
    await world.auth.start();
    const heard: Revocation[] = [];
    world.auth.onRevoked((revocation) => heard.push(revocation));
    return { world, command, heard };
  };

  it('closes the sockets of a token it revoked at the next look', async () => {
    const { world, command } = await startTwo();
    const socket = await open(world, { Authorization: bearer(world.tokens.operator) });
    await command.tokens.revoke(fingerprint(world.tokens.operator), cli);
    expect(socket.closed).toEqual([]);
    await world.auth.detectChanges();
    expect(socket.closed).toEqual([4401]);
  });

  it('closes the sockets of sessions, deleted users and changed passwords', async () => {
    const { world, command } = await startTwo();
    const sockets = [await cookieSocket(world, 'op'), await open(world, { Authorization: basic('vi', passwords.vi) })];
    await world.auth.detectChanges();
    await command.users.delete('op', cli);
    await command.users.update('vi', { password: 'a-new-password' }, cli);
    await world.auth.detectChanges();
    expect(sockets.map(({ closed }) => closed)).toEqual([[4401], [4401]]);
    expect((await world.call({ headers: { Authorization: basic('vi', passwords.vi) } })).status).toBe(401);
  });

  it('closes the sockets of an account that was disabled, also where it is enabled before the look', async () => {
    const { world, command } = await startTwo();
    const [basicSocket, session] = [
      await open(world, { Authorization: basic('vi', passwords.vi) }),
      await cookieSocket(world, 'op'),
    ];
    for (const name of ['vi', 'op']) {
      await command.users.update(name, { disabled: true }, cli);
      await command.users.update(name, { disabled: false }, cli);
    }
    await world.auth.detectChanges();
    expect([basicSocket.closed, session.closed]).toEqual([[4401], [4401]]);
  });

  it('closes the sockets of an account that was deleted and created anew under its name', async () => {
    const { world, command } = await startTwo();
    const socket = await open(world, { Authorization: basic('vi', passwords.vi) });
    await command.users.delete('vi', cli);
    world.clock.advance(1);
    await command.users.create({ username: 'vi', password: passwords.vi, role: 'viewer' }, cli);
    await world.auth.detectChanges();
    expect(socket.closed).toEqual([4401]);
  });

  it('closes with the other code when an account was demoted', async () => {
    const { world, command } = await startTwo();
    const socket = await open(world, { Authorization: basic('op', passwords.op) });
    await command.users.update('op', { role: 'viewer' }, cli);
    await world.auth.detectChanges();
    expect(socket.closed).toEqual([4403]);
  });

  it('closes the sockets of a session that began and ended between two looks', async () => {
    const { world, command } = await startTwo();
    const socket = await cookieSocket(world, 'vi');
    await command.logout(describeRequest({ method: 'POST', headers: socket.browser.headers }));
    await command.users.delete('vi', cli);
    await world.auth.detectChanges();
    expect(socket.closed).toEqual([4401]);
  });

  it('is noticed also for a credential that ended between its check and the start of watching', async () => {
    const world = await startWorld();
    const { principal } = await world.call(upgrade({ Authorization: bearer(world.tokens.viewer) }));
    await world.auth.tokens.revoke(fingerprint(world.tokens.viewer), cli);
    const closed: number[] = [];
    world.auth.watch(principal as Principal, (code) => closed.push(code));
    await world.auth.detectChanges();
    expect(closed).toEqual([4401]);
  });

  it('closes nothing while the store cannot be asked, and catches up afterwards', async () => {
    const world = await startWorld();
    let broken = false;
    const find = (fp: string) => (broken ? Promise.reject(new Error('busy')) : world.stores.tokens.find(fp));
    const auth = world.another({ stores: { ...world.stores, tokens: { ...world.stores.tokens, find } } });
    const verdict = await auth.check(
      describeRequest({ headers: { Authorization: bearer(world.tokens.viewer) } }),
      'viewer',
    );
    const closed: number[] = [];
    if (verdict.ok && verdict.principal) auth.watch(verdict.principal, (code) => closed.push(code));
    broken = true;
    await world.auth.tokens.revoke(fingerprint(world.tokens.viewer), cli);
    await expect(auth.detectChanges()).rejects.toMatchObject({ code: 'auth_store_unavailable' });
    expect(closed).toEqual([]);
    broken = false;
    await auth.detectChanges();
    expect(closed).toEqual([4401]);
  });

  it('closes sockets at once if the stores notify, and never after its close', async () => {
    const world = await startWorld();
    const listeners = new Set<() => void>();
    const onChange = (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const stores = { ...world.stores, changes: { ...world.stores.changes, onChange } };
    const auth = world.another({ stores });
    const token = bearer(world.tokens.viewer);
    const answer = await auth.check(describeRequest({ headers: { Authorization: token } }), 'viewer');
    const closed: number[] = [];
    if (answer.ok && answer.principal) auth.watch(answer.principal, (code) => closed.push(code));
    await auth.detectChanges();
    await world.stores.tokens.revoke(fingerprint(world.tokens.viewer), 1);
    expect(closed).toEqual([]);
    for (const listener of listeners) listener();
    await expect.poll(() => closed).toEqual([4401]);
    auth.close();
    expect(listeners.size).toBe(0);
  });

  it('reports nothing while nothing changed', async () => {
    const { world, heard } = await startTwo();
    await world.auth.detectChanges();
    const socket = await cookieSocket(world, 'op');
    await world.auth.detectChanges();
    expect([heard, socket.closed]).toEqual([[], []]);
  });
});

it('a listener that fails does not keep the sockets of others open', async () => {
  const world = await startWorld();
  world.auth.onRevoked(() => {
    throw new Error('broken listener');
  });
  const socket = await open(world, { Authorization: bearer(world.tokens.viewer) });
  await world.auth.tokens.revoke(fingerprint(world.tokens.viewer), cli);
  expect(socket.closed).toEqual([4401]);
});

it('a watched principal without an end needs no timer', async () => {
  const clock = createFakeClock();
  const world = await startWorld({ clock });
  const answer = await world.call(upgrade({ Authorization: bearer(world.tokens.viewer) }));
  const closed: number[] = [];
  world.auth.watch(answer.principal as Principal, (code) => closed.push(code));
  clock.advance(400 * 86_400_000);
  expect(closed).toEqual([]);
});
