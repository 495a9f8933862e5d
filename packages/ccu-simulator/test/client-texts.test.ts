import { expect, it } from 'vitest';
import { startClientWorld } from './client-world.js';

const DEVICE = '00F1C0DE000001';

it('texts reach the CCU and come back character by character, and a text that it cannot store is refused', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { hub } = world.ccu;
  const truth = (name: string) => world.simulator.house.sysvars().find((each) => each.name === name);
  await hub.createSysvar({ name: 'Preis in €', type: 'FLOAT', unit: '€/kWh', valueName0: 'Škoda' });
  expect(truth('Preis in €')?.unit).toBe('€/kWh');
  expect((await hub.sysvars()).find(({ name }) => name === 'Preis in €')?.unit).toBe('€/kWh');
  const lines = 'Zeile 1\nZeile 2\r\n\t5 € \\ { ½'.replace('½', '1/2');
  expect((await hub.setSysvar('Letzte Meldung', lines)).value).toBe(lines);
  expect(truth('Letzte Meldung')?.value).toBe(lines);
  await expect(hub.setSysvar('Letzte Meldung', '½ Liter')).rejects.toMatchObject({ code: 'invalid_argument' });
  await expect(hub.setSysvar('Letzte Meldung', '😀')).rejects.toMatchObject({ code: 'invalid_argument' });
  await expect(hub.rooms.create('Raum 😀')).rejects.toMatchObject({ code: 'invalid_argument' });
  expect(truth('Letzte Meldung')?.value).toBe(lines);
  const { id } = await hub.rooms.create('Büro {links \\ €');
  expect(world.simulator.house.rooms().find((room) => room.id === id)?.name).toBe('Büro {links \\ €');
});

it('an unbalanced brace in a name loses nothing but data that the CCU itself cannot report', async () => {
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    prepare: ({ faults }) => faults.refuseScripts(true),
  });
  await world.connected();
  await world.until((event) => event.type === 'names_loaded');
  const { hub } = world.ccu;
  const rooms = (await hub.rooms.list()).map(({ name }) => name);
  world.simulator.house.rename(DEVICE, 'Thermostat {');
  world.simulator.house.renameRoom(rooms[0]!, 'Raum {');
  const from = world.events.length;
  await hub.reloadNames();
  const loaded = await world.until((event) => event.type === 'names_loaded', from);
  expect(loaded).toMatchObject({ type: 'names_loaded' });
  expect((await hub.rooms.list()).map(({ name }) => name)).toEqual(rooms.slice(1));
  expect(world.ccu.listDevices('HmIP-RF').map(({ ADDRESS }) => ADDRESS)).toContain(DEVICE);
});
