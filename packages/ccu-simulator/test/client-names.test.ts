import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientWorld, startClientWorld } from './client-world.js';

const CHANNEL = '00F1C0DE000001:1';

describe.each([
  { ccu: 'a CCU', refuse: false },
  { ccu: 'a CCU that refuses scripts', refuse: true },
])('names of digits at $ccu', ({ refuse }) => {
  let world: ClientWorld;
  const hub = () => world.ccu.hub;
  const truth = () => world.simulator.house.sysvars();
  const victim = () => truth().find(({ name }) => name === 'Anwesenheit')!;

  beforeAll(async () => {
    world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      prepare: ({ faults }) => faults.refuseScripts(refuse),
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it('are not taken for the id of another variable when it is set or deleted', async () => {
    const { id, value } = victim();
    const name = String(id);
    await expect(hub().setSysvar(name, value !== true)).rejects.toMatchObject({ code: 'not_found' });
    await expect(hub().deleteSysvar(name)).rejects.toMatchObject({ code: 'not_found' });
    world.simulator.house.changeSysvar('Alarmzone 1', { name });
    expect((await hub().setSysvar(name, true)).value).toBe(true);
    expect(truth().find((each) => each.name === name)?.value).toBe(true);
    await hub().deleteSysvar(name);
    expect(truth().map((each) => each.name)).not.toContain(name);
    expect(victim()).toMatchObject({ id, value });
  });
});

describe('names of digits', () => {
  it('are free for variables, rooms and functions although an object has that id', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    const { hub } = world.ccu;
    const { house } = world.simulator;
    const name = String(house.sysvars()[0]!.id);
    await hub.createSysvar({ name, type: 'FLOAT', description: 'mine' });
    await hub.changeSysvar(name, { description: 'changed' });
    expect(house.sysvars().find((each) => each.name === name)?.description).toBe('changed');
    expect(house.sysvars()[0]!.description).not.toBe('changed');
    expect(await hub.sysvarUsage(name)).toEqual([]);
    for (const [book, all] of [
      [hub.rooms, () => house.rooms()],
      [hub.functions, () => house.functions()],
    ] as const) {
      const taken = String(all()[0]!.id);
      const { id } = await book.create(taken);
      await book.rename(id, String(all()[1]!.id));
      await book.assign(CHANNEL, [id]);
      expect(all().find((each) => each.id === id)).toMatchObject({
        name: String(all()[1]!.id),
        channelAddresses: [CHANNEL],
      });
      await expect(book.create(String(all()[1]!.id))).rejects.toMatchObject({ code: 'conflict' });
    }
  });
});

it('a name that a variable has which was deleted without scripts is refused, and nothing stays of the new one', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { house } = world.simulator;
  house.unlistSysvar('Strompreis');
  const { hub } = world.ccu;
  const before = house.sysvars();
  await expect(hub.createSysvar({ name: 'Strompreis', type: 'FLOAT' })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(hub.changeSysvar('Jahreszeit', { name: 'Strompreis' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(house.sysvars()).toEqual(before);
});

it('a name that another room or function has is refused, and its own is taken', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  for (const [book, all] of [
    [world.ccu.hub.rooms, () => world.simulator.house.rooms()],
    [world.ccu.hub.functions, () => world.simulator.house.functions()],
  ] as const) {
    const [one, two] = [all()[0]!, all()[1]!];
    const before = all();
    await expect(book.rename(one.id, two.name)).rejects.toMatchObject({ code: 'conflict' });
    await book.rename(one.id, one.name);
    expect(all()).toEqual(before);
  }
});

it('a name that another variable has is refused, and nothing is changed', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { house } = world.simulator;
  const before = house.sysvars();
  await expect(world.ccu.hub.changeSysvar('Strompreis', { name: 'Jahreszeit', unit: 'EUR' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(house.sysvars()).toEqual(before);
  await world.ccu.hub.changeSysvar('Strompreis', { name: 'Strompreis', unit: 'EUR' });
  expect(house.sysvars().find(({ name }) => name === 'Strompreis')?.unit).toBe('EUR');
});

describe.each([
  { ccu: 'a CCU', refuse: false },
  { ccu: 'a CCU that refuses scripts', refuse: true },
])('a name that is taken at $ccu', ({ refuse }) => {
  it('gets a number behind it, which is answered and kept', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      prepare: ({ faults }) => faults.refuseScripts(refuse),
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const { hub } = world.ccu;
    const [one, two, three] = world.simulator.house.devices('HmIP-RF');
    const address = (device: typeof one) => device!.description.ADDRESS;
    expect(await hub.rename(address(one), 'Stehlampe')).toBe('Stehlampe');
    expect(await hub.rename(address(two), 'Stehlampe')).toBe('Stehlampe 1');
    expect(await hub.rename(address(three), ' Stehlampe '), 'blanks at the ends are no difference').toBe('Stehlampe 2');
    expect(await hub.rename(address(two), 'Stehlampe'), 'its own name is free').toBe('Stehlampe 1');
    expect(await hub.rename(`${address(two)}:1`, 'Stehlampe'), 'devices and channels do not meet').toBe('Stehlampe');
    const shown = (await hub.names()).find((each) => each.address === address(two));
    expect(shown?.name).toBe('Stehlampe 1');
    expect(world.simulator.house.device(address(two))?.channels[0]?.name, 'the CCU names the maintenance channel').toBe(
      'Stehlampe 1:0',
    );
  });
});

describe.each([
  { ccu: 'a CCU', refuse: false },
  { ccu: 'a CCU that refuses scripts', refuse: true },
])('an own object of $ccu', ({ refuse }) => {
  it('is neither deleted, renamed nor set', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      prepare: ({ faults }) => faults.refuseScripts(refuse),
    });
    await world.connected();
    const { hub } = world.ccu;
    const before = await hub.sysvars();
    const counters = before.filter(({ id }) => id === 40 || id === 41);
    expect(counters.map(({ name }) => name)).toEqual(
      ['AlarmMessages', 'ServiceMessages'].map((what) => `\${sysVar${what}}`),
    );
    const refused = { code: 'unerasable' };
    for (const { name } of counters) {
      await expect(hub.deleteSysvar(name)).rejects.toMatchObject(refused);
      await expect(hub.setSysvar(name, 7)).rejects.toMatchObject(refused);
      if (refuse) continue;
      await expect(hub.changeSysvar(name, { name: 'Mine' })).rejects.toMatchObject(refused);
      await expect(hub.changeSysvar(name, { valueList: ['a', 'b'] })).rejects.toMatchObject(refused);
      await expect(hub.changeSysvar(name, { description: 'other' })).rejects.toMatchObject(refused);
    }
    expect(await hub.sysvars()).toEqual(before);
  });
});

it('blanks at the ends of a name are neither a conflict nor another name', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { hub } = world.ccu;
  const { house } = world.simulator;
  const { id, name: became } = await hub.rooms.create(' Dachboden ');
  expect(became).toBe('Dachboden');
  await expect(hub.rooms.create('Dachboden ')).rejects.toMatchObject({ code: 'conflict' });
  expect(await hub.rooms.rename(id, 'Speicher ')).toBe('Speicher');
  expect(house.rooms().find((room) => room.id === id)?.name).toBe('Speicher');
  await hub.createSysvar({ name: ' Pegel', type: 'FLOAT' });
  await hub.changeSysvar('Pegel', { name: 'Stand ' });
  expect(house.sysvars().map(({ name }) => name)).toContain('Stand');
});
