import { createMemoryDescriptionCache, type LogEntry } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { inventedHouse, type Simulator, type TypedValue } from '../src/index.js';
import { startClientWorld } from './client-world.js';

const DEVICE = '00F1C0DE000001';
const OTHER = '00F1C0DE000007';
const text = (value: string): TypedValue => ({ type: 'string', value });
const int = (value: number): TypedValue => ({ type: 'int', value });

async function start() {
  const log: LogEntry[] = [];
  const world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    client: { log: (entry) => log.push(entry) },
  });
  await world.connected();
  await world.simulator.settled();
  world.simulator.received.clear();
  const from = world.events.length;
  /** Events of the client, without the noise of the link. */
  const told = () =>
    world.events.slice(from).filter(({ type }) => type !== 'link_state' && type !== 'names_loaded' && type !== 'value');
  const asked = (method: string) => world.simulator.received.of(method).map(({ params }) => params[0]?.value);
  /** Calls are processed one after the other: when this one has returned, all earlier ones were processed. */
  const understood = async () => {
    const before = world.events.length;
    world.simulator.emit(`${DEVICE}:1`, 'ACTUAL_TEMPERATURE', 12.3);
    await world.until((event) => event.type === 'value' && event.value === 12.3, before);
  };
  return { world, log, told, asked, understood, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

it.each([
  ['setReadyConfig', [text(DEVICE)]],
  ['reportValueUsage', [text(`${DEVICE}:1`), text('PRESS_SHORT'), int(1)]],
  ['error', [int(-1), text('something of its own')]],
] as const)('the client accepts %s silently and continues', async (method, params) => {
  await using client = await start();
  const { world } = client;
  world.simulator.tell('HmIP-RF', method, params);
  await client.understood();
  expect(client.told()).toEqual([]);
  expect(world.simulator.registrations().map(({ failures }) => failures)).toEqual([0]);
  expect(world.state('HmIP-RF')).toBe('connected');
  const events = client.log.map(({ event }) => event);
  expect(events.filter((event) => /malformed|unknown_method/.test(event))).toEqual([]);
  expect(JSON.stringify(client.log)).not.toContain('something of its own');
});

it('the client reads the list again when the firmware of a device has got on', async () => {
  await using client = await start();
  const { world } = client;
  const before = world.simulator.received.of('listDevices').length;
  world.simulator.tell('HmIP-RF', 'firmwareUpdateStatusChanged', [text(`3014F711A0${DEVICE}`), int(1)]);
  await client.understood();
  await expect.poll(() => world.simulator.received.of('listDevices').length).toBe(before + 1);
  expect(world.simulator.registrations().map(({ failures }) => failures)).toEqual([0]);
  const events = client.log.map(({ event }) => event);
  expect(events.filter((event) => /malformed|unknown_method/.test(event))).toEqual([]);
});

it.each([
  ['is paired once more', pairedAgain],
  ['is said to have changed', changed],
] as const)('the client reads exactly the device again that %s', async (_what, happens) => {
  await using client = await start();
  const { world } = client;
  const before = world.events.length;
  happens(world.simulator);
  const event = await world.until(({ type }) => type === 'devices_described', before);
  const owners = (addresses: readonly unknown[]) => [...new Set(addresses.map((each) => String(each).split(':')[0]))];
  expect(event.type === 'devices_described' && owners(event.devices.map(({ ADDRESS }) => ADDRESS))).toEqual([DEVICE]);
  expect(owners(client.asked('getDeviceDescription'))).toEqual([DEVICE]);
  expect(client.asked('getParamsetDescription').length).toBeGreaterThan(1);
  expect(owners(client.asked('getParamsetDescription'))).toEqual([DEVICE]);
  expect(client.asked('listDevices')).toEqual([]);
});

function pairedAgain({ house }: Simulator): void {
  const { name, id } = house.device(DEVICE)!;
  house.addDevice(inventedHouse().devices.find(({ description }) => description.ADDRESS === DEVICE)!);
  expect(house.device(DEVICE)).toMatchObject({ name, id, ready: true });
}

function changed(simulator: Simulator): void {
  simulator.tell('HmIP-RF', 'updateDevice', [text(DEVICE), int(0)]);
}

it('the client reports a channel without a description, and knows the rest of the device', async () => {
  const log: LogEntry[] = [];
  const refused = `${DEVICE}:1`;
  await using world = await startClientWorld({
    interfaces: ['HmIP-RF'],
    client: { descriptionCache: createMemoryDescriptionCache(), log: (entry) => log.push(entry) },
    prepare: ({ faults }) => faults.refuseDescriptions(true, refused),
  });
  await world.connected();
  const told = () => log.flatMap(({ event, fields }) => (event === 'description.refused' ? [fields] : []));
  const paramsets = `${refused} VALUES, ${refused} MASTER`;
  expect(told()).toEqual([{ addresses: paramsets, count: 2 }]);
  const described = world.events.flatMap((event) =>
    event.type === 'devices_described' ? Object.keys(event.paramsets) : [],
  );
  expect(described).toContain(DEVICE);
  expect(described).not.toContain(refused);

  const before = world.events.length;
  changed(world.simulator);
  await world.until(({ type }) => type === 'devices_described', before);
  expect(told()).toEqual([
    { addresses: paramsets, count: 2 },
    { addresses: `${refused} device`, count: 1 },
  ]);
});

it('the client names a device that took the place of another one', async () => {
  await using client = await start();
  const { world } = client;
  const before = world.events.length;
  const types = world.simulator.house.devices('HmIP-RF').map(({ description }) => description);
  const [old, fresh] = types.filter(({ TYPE }) => TYPE === 'HmIP-SWDO').map(({ ADDRESS }) => ADDRESS);
  const { name } = world.simulator.house.device(old!)!;
  await world.ccu.replaceDevice('HmIP-RF', old!, fresh!, async () => {});
  await world.ccu.rescan('HmIP-RF');
  const named = await world.until(
    (event) => event.type === 'names_loaded' && !event.names.some(({ address }) => address === old),
    before,
  );
  expect(named).toMatchObject({ names: expect.arrayContaining([expect.objectContaining({ address: fresh, name })]) });
  const described = world.events.slice(before).find(({ type }) => type === 'devices_described');
  expect(described?.type === 'devices_described' && described.added).toContain(fresh);
});

it('the client keeps a device that was replaced until the caller has noted the exchange', async () => {
  await using client = await start();
  const { world } = client;
  const [old, fresh] = world.simulator.house
    .devices('HmIP-RF')
    .flatMap(({ description: { TYPE, ADDRESS } }) => (TYPE === 'HmIP-SWDO' ? ADDRESS : []));
  const before = world.events.length;
  world.simulator.faults.slow(50);
  const changes = () => client.told().filter(({ type }) => type.startsWith('devices_'));
  let noted: unknown;
  await world.ccu.replaceDevice('HmIP-RF', old!, fresh!, async () => {
    // The CCU has reported the exchange long before.
    expect(world.simulator.house.device(old!)).toBeUndefined();
    await client.understood();
    noted = changes();
  });
  expect(noted).toEqual([]);
  const removed = await world.until(({ type }) => type === 'devices_removed', before);
  expect(removed).toMatchObject({ addresses: expect.arrayContaining([old]) });
});

it('the client reads names, descriptions and values of a device that an event announces', async () => {
  await using client = await start();
  const { world } = client;
  const { house, faults } = world.simulator;
  faults.dropCallbacks(true, 'HmIP-RF');
  house.removeDevice(OTHER);
  house.addDevice(inventedHouse().devices.find(({ description }) => description.ADDRESS === OTHER)!);
  await world.simulator.settled();
  faults.dropCallbacks(false, 'HmIP-RF');
  // The client keeps the previous device until its deletion is reported.
  world.simulator.tell('HmIP-RF', 'deleteDevices', [{ type: 'array', value: [text(OTHER)] }]);
  const gone = world.events.length;
  await world.until(({ type }) => type === 'devices_removed');
  world.simulator.emit(`${OTHER}:4`, 'LEVEL', 0.5);
  const described = await world.until(({ type }) => type === 'devices_described', gone);
  expect(described.type === 'devices_described' && [described.source, described.added?.includes(OTHER)]).toEqual([
    'REFRESH',
    true,
  ]);
  await world.until(({ type }) => type === 'names_loaded', gone);
  await world.until(({ type }) => type === 'values_loaded', gone);
});

it('the client reports changed links, and reads no description for them', async () => {
  await using client = await start();
  const { world } = client;
  world.simulator.tell('HmIP-RF', 'updateDevice', [text(OTHER), int(1)]);
  await client.understood();
  expect(client.told()).toMatchObject([{ type: 'links_changed', address: OTHER }]);
  expect(client.asked('getParamsetDescription')).toEqual([]);
});
