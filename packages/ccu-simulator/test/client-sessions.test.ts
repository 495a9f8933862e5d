import { describe, expect, it, onTestFinished } from 'vitest';
import { startSimulator } from '../src/index.js';
import { FAST, startClientWorld } from './client-world.js';

const USERS = [
  { name: 'Admin', password: 'secret', level: 8 },
  { name: 'Usr', password: 'secret', level: 2 },
  { name: 'Guest', password: 'guest', level: 1 },
] as const;

const calls = (
  world: { readonly simulator: { readonly received: { readonly jsonCalls: readonly { method: string }[] } } },
  method: string,
) => world.simulator.received.jsonCalls.filter((call) => call.method === method).length;

describe('a service account that is no administrator', () => {
  it('works by the methods it may call, and one login is enough for everything that is refused', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { users: [...USERS] },
      client: { username: 'Usr', regaPort: 0 },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    expect(world.ccu.readiness()).toMatchObject({ ready: true });
    expect(world.ccu.hubStatus()).toEqual({ session: 'open', scripts: 'refused', scriptPort: 'off' });
    expect((await world.ccu.hub.programs()).length).toBeGreaterThan(0);
    expect((await world.ccu.hub.setSysvar('Anwesenheit', true)).value).toBe(true);
    await expect(world.ccu.hub.rename('00F1C0DE000001', 'x')).rejects.toMatchObject({
      code: 'level_too_low',
      message: 'the configured CCU account needs the level ADMIN for Device.setName',
    });
    for (let again = 0; again < 5; again += 1) {
      await expect(world.ccu.hub.rename('00F1C0DE000001', 'x')).rejects.toMatchObject({ code: 'level_too_low' });
    }
    expect(calls(world, 'Session.login')).toBe(1);
    const info = await world.ccu.hub.systemInfo();
    expect(info.interfaces.length).toBeGreaterThan(0);
  });
});

describe('the session of the client', () => {
  it('is renewed by its age, however much it is used', async () => {
    let now = 1_700_000_000_000;
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { clock: () => now },
      simulator: { clock: () => now },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    for (let minute = 0; minute < 12; minute += 1) {
      now += 60_000;
      await world.ccu.hub.programs();
    }
    expect(calls(world, 'Session.login')).toBe(1);
    expect(calls(world, 'Session.renew')).toBeGreaterThanOrEqual(5);
  });

  it('is asked for before a backup, so that the backup never gets a login page', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    world.simulator.faults.expireSessions();
    const backup = await world.ccu.hub.createBackup();
    let bytes = 0;
    for await (const chunk of backup.content) bytes += chunk.length;
    expect(bytes).toBeGreaterThan(0);
  });

  it('that died with "Session expired" is opened again once, and its calls succeed', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const before = calls(world, 'Session.login');
    world.simulator.faults.expireSessions();
    for (let i = 0; i < 20; i += 1) expect((await world.ccu.hub.programs()).length).toBeGreaterThan(0);
    expect(calls(world, 'Session.login')).toBe(before + 1);
  });

  it('with failing calls only is opened again once, and then it is a finding', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const before = calls(world, 'Session.login');
    world.simulator.faults.mutilateScripts(true);
    // Without a script, the CCU has a list of programs, and none of users.
    for (let i = 0; i < 20; i += 1) await world.ccu.hub.users().catch(() => undefined);
    expect(calls(world, 'Session.login')).toBe(before + 1);
    expect(world.ccu.hubStatus().session).toBe('failing');
    world.simulator.faults.mutilateScripts(false);
    await world.ccu.hub.users();
    expect(world.ccu.hubStatus().session).toBe('open');
  });

  it('is closed when the client stops, with every session that a login opened', async () => {
    const world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { timings: { ...FAST, closeMs: 5_000 } } });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const login = world.ccu.verifyLogin('Guest', 'guest').catch(() => undefined);
    await world.ccu.close();
    await login;
    const opened = calls(world, 'Session.login');
    expect(calls(world, 'Session.logout')).toBe(opened);
    await world[Symbol.asyncDispose]();
  });
});

describe('the script port', () => {
  it('is never asked when the setting is 0', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { regaPort: 0 },
      prepare: ({ faults }) => faults.refuseCalls(true, 'x'),
    });
    await world.connected();
    expect(world.ccu.hubStatus().scriptPort).toBe('off');
  });

  it('of another CCU behind the same address gets only the request for its identity', async () => {
    const neighbour = await startSimulator({ seed: 2 });
    onTestFinished(() => neighbour.close());
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { users: [...USERS] },
      client: { username: 'Usr', regaPort: neighbour.ports.rega },
    });
    neighbour.faults.foreignScriptPort('OTHER00001');
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    await world.ccu.hub.reboot().catch(() => undefined);
    expect(neighbour.received.scripts).not.toContain('reboot');
    expect(new Set(neighbour.received.scripts)).toEqual(new Set(['system_serial']));
    expect(world.ccu.hubStatus().scriptPort).toBe('foreign');
  });

  it('of the same CCU runs scripts that JSON-RPC refuses, and is reported as used', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      simulator: { users: [...USERS] },
      client: { username: 'Usr' },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    expect((await world.ccu.hub.users()).length).toBe(3);
    expect(world.ccu.hubStatus()).toMatchObject({ scripts: 'granted', scriptPort: 'in_use' });
  });
});

describe('a CCU that was away for a moment', () => {
  it('leaves no finding behind once its session and its scripts work again', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { regaPort: undefined, timings: FAST },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const restarted = world.simulator.faults.restart({ downMs: 60 });
    await world.ccu.hub.programs().catch(() => undefined);
    await restarted;
    await expect
      .poll(() => [world.state('HmIP-RF'), world.ccu.hubStatus()])
      .toEqual(['connected', { session: 'open', scripts: 'granted', scriptPort: 'unused' }]);
  });
});
