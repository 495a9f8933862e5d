import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { CALM, type ClientWorld, startClientWorld } from './client-world.js';

const THERMOSTAT = '00F1C0DE000001:1';

describe('the hub of a CCU', () => {
  let world: ClientWorld;
  const hub = () => world.ccu.hub;

  beforeAll(async () => {
    world = await startClientWorld({
      interfaces: ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired'],
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
  });

  it('reports names, rooms and functions with their umlauts and quotes', () => {
    const house = inventedHouse();
    const loaded = world.events.find(
      (event): event is Extract<CcuEvent, { type: 'names_loaded' }> => event.type === 'names_loaded',
    );
    expect(loaded?.rooms).toEqual(house.rooms.map(({ name, channelAddresses }) => ({ name, channelAddresses })));
    expect(loaded?.functions.map(({ name }) => name)).toEqual(house.functions.map(({ name }) => name));
    for (const device of world.simulator.house.devices('HmIP-RF').filter(({ ready }) => ready)) {
      expect(loaded?.names).toContainEqual({
        address: device.description.ADDRESS,
        name: device.name,
        iseId: device.id,
      });
    }
  });

  it('renames devices and channels, and reports the new names', async () => {
    const name = 'Büro "links" \\ 100 % {&}';
    await hub().rename(THERMOSTAT, name);
    expect((await hub().names()).find(({ address }) => address === THERMOSTAT)?.name).toBe(name);
    await expect(hub().rename('NONE0000001', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(hub().rename(THERMOSTAT, 'a\nb')).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(hub().rename(THERMOSTAT, '😀')).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('creates, renames, fills and removes rooms', async () => {
    const { id } = await hub().rooms.create('Gästezimmer');
    await expect(hub().rooms.create('Gästezimmer')).rejects.toMatchObject({ code: 'conflict' });
    await hub().rooms.rename(id, 'Bibliothek');
    await hub().rooms.assign(THERMOSTAT, [id]);
    const rooms = await hub().rooms.list();
    expect(rooms.find((room) => room.id === id)).toMatchObject({ name: 'Bibliothek', channelAddresses: [THERMOSTAT] });
    expect(rooms.filter(({ channelAddresses }) => channelAddresses.includes(THERMOSTAT))).toHaveLength(1);
    await hub().rooms.remove(id);
    expect((await hub().rooms.list()).find((room) => room.id === id)).toBeUndefined();
  });

  it('lists, runs, switches and deletes programs', async () => {
    const programs = await hub().programs();
    const vacation = programs.find(({ name }) => name === 'Urlaub')!;
    expect(vacation.active).toBe(false);
    expect(await hub().executeProgram(vacation.id, { checkConditions: true })).toBe(false);
    await hub().setProgramActive(vacation.id, true);
    const executions = () => world.simulator.house.programs().find(({ id }) => id === vacation.id)?.executions;
    expect(executions(), 'without conditions it runs when it is switched on').toBe(1);
    expect(await hub().executeProgram(vacation.id)).toBe(true);
    expect(world.simulator.house.sysvars().find(({ name }) => name === 'Anwesenheit')?.value).toBe(false);
    expect((await hub().programs()).find(({ id }) => id === vacation.id)?.lastExecutedAt).toBeGreaterThan(0);
    await hub().deleteProgram(vacation.id);
    await expect(hub().executeProgram(vacation.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reads and sets variables of every type', async () => {
    const byName = new Map((await hub().sysvars()).map((variable) => [variable.name, variable]));
    for (const truth of world.simulator.house.sysvars()) {
      const known = byName.get(truth.name)!;
      expect([truth.name, known.value]).toEqual([truth.name, truth.value]);
      expect(known.type.replace('INTEGER', 'NUMBER')).toBe(truth.type.replace('INTEGER', 'NUMBER'));
    }
    expect(byName.get('Jahreszeit')?.valueList).toEqual(['Frühling', 'Sommer', 'Herbst', 'Winter']);
    expect((await hub().setSysvar('Jahreszeit', 'Sommer')).value).toBe(1);
    expect((await hub().setSysvar('Jahreszeit', 2)).value).toBe(2);
    await expect(hub().setSysvar('Jahreszeit', 'Nie')).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(hub().setSysvar('Jahreszeit', 4)).rejects.toMatchObject({ code: 'invalid_argument' });
    expect((await hub().setSysvar('Anwesenheit', true)).value).toBe(true);
    await expect(hub().setSysvar('Anwesenheit', 'ja')).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(hub().setSysvar('Keine', 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('reports a refused value of a variable, and a program that did not run', async () => {
    const { faults, house } = world.simulator;
    const before = house.sysvars();
    const program = (await hub().programs()).find(({ active }) => active)!;
    try {
      faults.refuseCalls(true, 'State');
      faults.refuseCalls(true, 'ProgramExecute');
      await expect(hub().setSysvar('Anwesenheit', false)).rejects.toMatchObject({ code: 'fault' });
      await expect(hub().executeProgram(program.id)).rejects.toMatchObject({ code: 'fault' });
      expect(house.sysvars()).toEqual(before);
    } finally {
      faults.clear();
    }
  });

  it('sets alarms on and off, also to the state they have', async () => {
    const alarm = world.simulator.house.sysvars().find(({ type }) => type === 'ALARM')!.name;
    for (const on of [true, true, false, false]) expect((await hub().setSysvar(alarm, on)).value).toBe(on);
  });

  it('creates, changes and deletes variables', async () => {
    const text = 'Größer als "5" \\ ; 100 %';
    await hub().createSysvar({ name: 'Notiz', type: 'STRING', description: 'neu' });
    expect((await hub().setSysvar('Notiz', text)).value).toBe(text);
    await expect(hub().createSysvar({ name: 'Notiz', type: 'BOOL' })).rejects.toMatchObject({ code: 'conflict' });
    await hub().createSysvar({ name: 'Stufe', type: 'ENUM', valueList: ['leise', 'laut'] });
    await hub().changeSysvar('Stufe', { name: 'Lautstärke', valueList: ['aus', 'leise', 'laut'] });
    expect((await hub().setSysvar('Lautstärke', 'laut')).value).toBe(2);
    await hub().deleteSysvar('Notiz');
    await hub().deleteSysvar('Lautstärke');
    expect((await hub().sysvars()).map(({ name }) => name)).not.toContain('Notiz');
  });

  it('lists and acknowledges messages', async () => {
    world.simulator.emit('00F1C0DE000001:0', 'LOW_BAT', true);
    const alarm = world.simulator.house.sysvars().find(({ type }) => type === 'ALARM')!;
    world.simulator.house.setSysvar(alarm.name, true);
    const service = await hub().serviceMessages();
    expect(service.filter(({ parameter }) => parameter === 'LOW_BAT').map(({ address }) => address)).toContain(
      '00F1C0DE000001:0',
    );
    expect((await hub().alarmMessages()).map(({ name }) => name)).toContain(alarm.name);
    expect(await hub().acknowledgeAll('alarm')).toBe(1);
    expect(await hub().alarmMessages()).toEqual([]);
  });

  it('identifies itself', async () => {
    const info = await hub().systemInfo();
    expect(info).toMatchObject({ serial: expect.any(String), version: expect.any(String), authEnabled: false });
    expect(info.interfaces.map(({ type }) => type)).toContain('HmIP-RF');
    expect((await hub().firmwareUpdate()).current).toBe(info.version);
    expect(await hub().firmwareUpdate()).toMatchObject({
      supported: true,
      updateAvailable: true,
      available: '3.85.7.20251115',
    });
    await hub().setPosition(13.4, 52.5);
    await expect(hub().setPosition(200, 0)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  it('streams a backup, and shows its session nowhere', async () => {
    const { filename, content } = await hub().createBackup();
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    expect(filename).toMatch(/\.sbk$/);
    expect(bytes).toBeGreaterThan(512);
  });

  it('returns the level of a user, and checks the password', async () => {
    expect(await world.ccu.verifyLogin('Guest', 'guest')).toEqual({ name: 'Guest', level: 1 });
    expect(await world.ccu.verifyLogin('Admin', 'secret')).toEqual({ name: 'Admin', level: 8 });
    await expect(world.ccu.verifyLogin('Admin', 'guest')).rejects.toMatchObject({ code: 'login_refused' });
  });
});

describe('the operations of an interface', () => {
  const start = () =>
    startClientWorld({
      interfaces: ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'CUxD'],
      // Devices report the end of their configuration, so no client has to guess.
      client: { timings: { ...CALM, readBackMs: 3_600_000 } },
    });

  it('list, make, describe and break links', async () => {
    await using world = await start();
    await world.connected();
    const { ccu, simulator } = world;
    const [known] = simulator.house.links('HmIP-RF');
    const { sender, receiver } = known!;
    expect((await ccu.getLinks('HmIP-RF', sender)).map((link) => link.receiver)).toContain(receiver);
    expect(await ccu.getLinkPeers('HmIP-RF', sender)).toContain(receiver);
    await ccu.setLinkInfo('HmIP-RF', { sender, receiver, name: 'Taster', description: 'Licht' });
    expect((await ccu.getLinks('HmIP-RF', sender)).find((link) => link.receiver === receiver)?.name).toBe('Taster');
    const description = await ccu.getParamsetDescription('HmIP-RF', receiver, 'LINK');
    const values = await ccu.getParamset('HmIP-RF', receiver, sender);
    expect(Object.keys(values).length).toBeGreaterThan(0);
    expect(Object.keys(description)).toEqual(expect.arrayContaining(Object.keys(values)));
    const numeric = Object.entries(description).find(
      ([, { TYPE, OPERATIONS }]) => TYPE === 'FLOAT' && (OPERATIONS & 2) !== 0,
    );
    if (numeric !== undefined) {
      const write = { channelAddress: receiver, paramsetKey: 'LINK', peer: sender, until: 'confirmed' } as const;
      const value = Number(numeric[1].MAX);
      expect(await ccu.write({ interfaceName: 'HmIP-RF', ...write, values: { [numeric[0]]: value } })).toBe(
        'confirmed',
      );
    }
    await ccu.removeLink('HmIP-RF', sender, receiver);
    expect(await ccu.getLinkPeers('HmIP-RF', sender)).not.toContain(receiver);
    await ccu.addLink('HmIP-RF', { sender, receiver });
    expect(await ccu.getLinkPeers('HmIP-RF', sender)).toContain(receiver);
    await expect(ccu.getLinks('CUxD', 'CUX2801001:1')).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('switch install modes as each interface understands them', async () => {
    await using world = await start();
    await world.connected();
    const { ccu, simulator } = world;
    await ccu.setInstallMode({ interfaceName: 'HmIP-RF', active: true, seconds: 30 });
    expect(await ccu.getInstallMode('HmIP-RF')).toBeGreaterThan(20);
    expect(simulator.received.of('setInstallMode', 'HmIP-RF')[0]?.params).toHaveLength(2);
    await ccu.setInstallMode({ interfaceName: 'HmIP-RF', active: false });
    expect(await ccu.getInstallMode('HmIP-RF')).toBe(0);
    await ccu.setInstallMode({ interfaceName: 'BidCos-RF', active: true });
    expect(await ccu.getInstallMode('BidCos-RF')).toBeGreaterThan(0);
    const whitelist = { sgtin: '3014F711A000000000000001', key: '0123456789ABCDEF0123456789ABCDEF' };
    await ccu.setInstallMode({ interfaceName: 'HmIP-RF', active: true, whitelist });
    await expect(ccu.setInstallMode({ interfaceName: 'BidCos-RF', active: true, whitelist })).rejects.toMatchObject({
      code: 'unsupported',
    });
    await expect(ccu.setInstallMode({ interfaceName: 'CUxD', active: true })).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect(await ccu.searchDevices('BidCos-Wired')).toBe(0);
  });

  it('tell radio modules and signal strengths', async () => {
    await using world = await start();
    await world.connected();
    world.simulator.faults.dutyCycle(42);
    const [module] = await world.ccu.radioModules('HmIP-RF');
    expect(module).toMatchObject({ dutyCycle: 42, connected: true });
    const rssi = await world.ccu.rssi('BidCos-RF');
    expect(rssi.length).toBeGreaterThan(0);
    for (const { heardByDevice } of rssi) if (heardByDevice !== undefined) expect(heardByDevice).toBeLessThan(0);
    await expect(world.ccu.radioModules('BidCos-Wired')).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('report paired, renewed and deleted devices', async () => {
    await using world = await start();
    await world.connected();
    const { ccu, simulator } = world;
    const victim = simulator.house.devices('HmIP-RF').findLast(({ ready }) => ready)!.description.ADDRESS;
    const from = world.events.length;
    await ccu.deleteDevice('HmIP-RF', victim, { force: true });
    await world.until((event) => event.type === 'devices_removed' && event.addresses.includes(victim), from);
    expect(world.picture.devices.has(victim)).toBe(false);
    expect(ccu.listDevices('HmIP-RF').map(({ ADDRESS }) => ADDRESS)).not.toContain(`${victim}:0`);
    const template = simulator.house.seededFrom.devices.find(({ description }) => description.ADDRESS === victim)!;
    simulator.house.addDevice(template);
    await world.until(
      (event) => event.type === 'devices_described' && event.devices.some(({ ADDRESS }) => ADDRESS === victim),
      from,
    );
    expect((await ccu.hub.inbox()).map(({ address }) => address)).toContain(victim);
    await ccu.hub.acceptInboxDevice(victim);
    expect((await ccu.hub.inbox()).map(({ address }) => address)).not.toContain(victim);
  });
});

describe('several CCUs in one process', () => {
  it('share one callback server, keep their addresses apart, and do not disturb each other', async () => {
    await using one = await startClientWorld({ interfaces: ['HmIP-RF', 'CUxD'] });
    await using two = await startClientWorld({
      interfaces: ['HmIP-RF', 'CUxD'],
      simulator: { serial: 'OTHER00001' },
      client: { callbacks: one.callbacks, name: 'other' },
    });
    await one.connected();
    await two.connected();
    two.simulator.emit('CUX0200001:1', 'TEMPERATURE', 7.75);
    two.simulator.emit('00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 8.75);
    const cuxd = await two.until((event) => event.type === 'value' && event.value === 7.75);
    await two.until((event) => event.type === 'value' && event.value === 8.75);
    expect(cuxd).toMatchObject({ central: 'other', interfaceName: 'CUxD' });
    expect(
      one.events.filter((event) => event.type === 'value' && (event.value === 7.75 || event.value === 8.75)),
    ).toEqual([]);
    await two.ccu.close();
    one.simulator.emit('00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 9.75);
    await one.until((event) => event.type === 'value' && event.value === 9.75);
    expect(one.ccu.status().every(({ connected }) => connected)).toBe(true);
    expect(two.simulator.registrations()).toEqual([]);
  });
});
