import { isCcuError } from '@ccu-gateway/ccu-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const THERMOSTAT = '00F1C0DE000001:1';
const unsupported = { code: 'unsupported' };

describe('a CCU that refuses scripts', () => {
  let world: ClientWorld;
  const hub = () => world.ccu.hub;
  const truth = () => world.simulator.house;

  beforeAll(async () => {
    world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      // Far from the zone of any machine that runs this, so that a time taken for local shows.
      simulator: { timeZone: 'Pacific/Kiritimati' },
      client: { timeZone: 'Pacific/Kiritimati' },
      prepare: ({ faults }) => faults.refuseScripts(true),
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it('is ready all the same, and known for it', () => {
    expect(world.ccu.hubStatus().scripts).toBe('refused');
    expect(world.ccu.readiness()).toMatchObject({ ready: true });
    expect(world.simulator.received.scripts).toEqual([]);
  });

  it('is not asked again and again, and shares one list of devices for names, rooms and functions', () => {
    const calls = (method: string) =>
      world.simulator.received.jsonCalls.filter((call) => call.method === method).length;
    expect(calls('ReGa.runScript')).toBeLessThanOrEqual(2);
    expect(calls('Device.listAllDetail')).toBe(1);
    expect(calls('Session.login')).toBeLessThanOrEqual(2);
  });

  it('reports names, rooms and functions', async () => {
    const house = inventedHouse();
    const rooms = await hub().rooms.list();
    const known = new Set((await hub().names()).map(({ address }) => address));
    expect(rooms.map(({ name }) => name)).toEqual(house.rooms.map(({ name }) => name));
    for (const { name, channelAddresses } of house.rooms) {
      const expected = channelAddresses.filter((address) => known.has(address));
      expect(rooms.find((room) => room.name === name)?.channelAddresses).toEqual(expected);
    }
    expect((await hub().functions.list()).map(({ name }) => name)).toEqual(house.functions.map(({ name }) => name));
    for (const device of truth()
      .devices('HmIP-RF')
      .filter(({ ready }) => ready)) {
      expect(await hub().names()).toContainEqual(
        expect.objectContaining({ address: device.description.ADDRESS, name: device.name }),
      );
    }
    await hub().rename(THERMOSTAT, 'Bad links');
    expect((await hub().names()).find(({ address }) => address === THERMOSTAT)?.name).toBe('Bad links');
    await expect(hub().rename('NONE0000001', 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists and runs programs, and refuses to switch them', async () => {
    const programs = await hub().programs();
    const vacation = programs.find(({ name }) => name === 'Urlaub')!;
    expect(vacation).toMatchObject({ active: false, description: '' });
    expect(await hub().executeProgram(vacation.id, { checkConditions: true })).toBe(false);
    await expect(hub().setProgramActive(vacation.id, true)).rejects.toMatchObject(unsupported);
    const active = programs.find((program) => program.active)!;
    expect(await hub().executeProgram(active.id, { checkConditions: true })).toBe(true);
    const ranAt = truth()
      .programs()
      .find(({ id }) => id === active.id)!.lastExecutedAt;
    const told = await hub().programs();
    expect(told.find(({ id }) => id === active.id)?.lastExecutedAt).toBe(ranAt - (ranAt % 1000));
    expect(told.find(({ id }) => id === vacation.id)?.lastExecutedAt).toBe(0);
    await expect(hub().executeProgram(4_711_000)).rejects.toMatchObject({ code: 'not_found' });
    await expect(hub().deleteProgram(vacation.id)).rejects.toMatchObject(unsupported);
  });

  it('reads variables, and sets writable ones', async () => {
    const byName = new Map((await hub().sysvars()).map((variable) => [variable.name, variable]));
    for (const { name, value } of truth().sysvars()) expect([name, byName.get(name)?.value]).toEqual([name, value]);
    expect((await hub().setSysvar('Anwesenheit', true)).value).toBe(true);
    const number = truth()
      .sysvars()
      .find(({ type }) => type === 'NUMBER')!;
    expect((await hub().setSysvar(number.name, number.minimum ?? 1)).value).toBe(number.minimum ?? 1);
    await expect(hub().setSysvar('Jahreszeit', 'Sommer')).rejects.toMatchObject(unsupported);
    await expect(hub().setSysvar('Keine', true)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sets alarms on and off, although the CCU answers -1 to the most of it', async () => {
    const alarm = truth()
      .sysvars()
      .find(({ type }) => type === 'ALARM')!.name;
    for (const on of [true, true, false, false]) {
      expect((await hub().setSysvar(alarm, on)).value).toBe(on);
      expect(
        truth()
          .sysvars()
          .find(({ name }) => name === alarm)?.value,
      ).toBe(on);
    }
  });

  it('reports a deleted device at its renaming', async () => {
    const { ADDRESS } = truth().devices('HmIP-RF').at(-1)!.description;
    await hub().names();
    truth().removeDevice(ADDRESS);
    await expect(hub().rename(ADDRESS, 'Weg')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('checks logins of its users, because the level comes from their own session', async () => {
    expect(await world.ccu.verifyLogin('Guest', 'guest')).toEqual({ name: 'Guest', level: 1 });
  });

  it('refuses everything else as unsupported', async () => {
    const others: readonly (() => Promise<unknown>)[] = [
      () => hub().inbox(),
      () => hub().users(),
      () => hub().rooms.create('Neu'),
      () => hub().createSysvar({ name: 'Neu', type: 'BOOL' }),
      () => hub().reboot(),
    ];
    for (const other of others) {
      const error = await other().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(isCcuError(error) ? error.code : error).toBe('unsupported');
    }
  });
});

it('distinguishes a refused password from refused scripts', async () => {
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    client: { password: 'wrong' },
    prepare: ({ faults }) => faults.refuseScripts(true),
  });
  await world.connected();
  await expect(world.ccu.hub.programs()).rejects.toMatchObject({ code: 'login_refused' });
  expect(world.ccu.hubStatus().scripts).toBe('unknown');
});
