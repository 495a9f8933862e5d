import { expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { startClientWorld } from './client-world.js';

/** Name of "service messages" in the web interface, in the user's language. */
const COUNTER = `\${sysVarServiceMessages}`;
const CHANNELS = ['00F1C0DE000001:1', '00F1C0DE000005:4'] as const;

it('values and names of internal channels and data points come with the first reading', async () => {
  const house = inventedHouse();
  await using world = await startClientWorld({ interfaces: ['BidCos-RF'] });
  await world.connected();
  await world.until((event) => event.type === 'names_loaded');
  const loaded = await world.until((event) => event.type === 'values_loaded');
  const known = new Set(
    loaded.type === 'values_loaded' ? loaded.values.map((each) => `${each.channelAddress}.${each.parameter}`) : [],
  );
  const described = house.devices
    .filter(({ interfaceName, inInbox }) => interfaceName === 'BidCos-RF' && inInbox !== true)
    .flatMap(({ channels, paramsets }) =>
      channels.flatMap(({ ADDRESS }) =>
        Object.entries(paramsets[ADDRESS]?.VALUES ?? {})
          .filter(([, { FLAGS = 1, OPERATIONS }]) => (FLAGS & 2) !== 0 && (OPERATIONS & 1) !== 0)
          .map(([parameter]) => `${ADDRESS}.${parameter}`),
      ),
    )
    .filter((point) => (world.simulator.house.value(...(point.split('.') as [string, string]))?.setAt ?? 0) > 0);
  expect(described.some((point) => point.endsWith(':0.STICKY_UNREACH'))).toBe(true);
  expect(described.filter((point) => !known.has(point))).toEqual([]);
  const names = (await world.ccu.hub.names()).map(({ address }) => address);
  const maintenance = described.map((point) => point.split('.', 1)[0]!).filter((address) => address.endsWith(':0'));
  expect(names).toEqual(expect.arrayContaining(maintenance));
  const [first = ''] = maintenance;
  await world.ccu.hub.rename(first, 'Wartung');
  const room = (await world.ccu.hub.rooms.list())[0]!;
  await world.ccu.hub.rooms.assign(first, [room.id]);
  expect((await world.ccu.hub.rooms.list())[0]?.channelAddresses).toContain(first);
});

it('internal variables and programs are reported, and the counters of messages survive a restart', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { hub } = world.ccu;
  const named = async () => new Map((await hub.sysvars()).map((each) => [each.name, each]));
  expect((await named()).get('Interner Zähler')?.internal).toBe(true);
  expect((await hub.programs()).find(({ name }) => name === 'Interne Prüfung')?.internal).toBe(true);
  expect((await named()).get(COUNTER)).toMatchObject({ id: 41, internal: false });
  await world.simulator.faults.restart();
  await world.connected();
  world.simulator.emit('00F1C0DE000001:0', 'LOW_BAT', true);
  const count = world.simulator.house.messages().filter(({ kind }) => kind === 'service').length;
  expect((await named()).get(COUNTER)).toMatchObject({ id: 41, internal: true, value: count });
});

it('a new variable has its first state, and is in the list of its assigned channel', async () => {
  await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
  await world.connected();
  const { hub } = world.ccu;
  const wanted = [
    { type: 'BOOL', first: false },
    { type: 'ALARM', first: false },
    { type: 'FLOAT', min: -5, max: 5, first: -5 },
    { type: 'INTEGER', first: 0 },
    { type: 'ENUM', valueList: ['a', 'b'], first: 0 },
    { type: 'STRING', first: '' },
  ] as const;
  for (const { first, ...variable } of wanted) {
    await hub.createSysvar({ name: variable.type, ...variable, channelAddress: CHANNELS[0] });
    expect([variable.type, (await hub.sysvars()).find(({ name }) => name === variable.type)?.value]).toEqual([
      variable.type,
      first,
    ]);
  }
  const listedAt = () => world.simulator.house.sysvars().find(({ name }) => name === 'FLOAT')?.listedAt;
  expect(listedAt()).toEqual([CHANNELS[0]]);
  await hub.changeSysvar('FLOAT', { channelAddress: CHANNELS[1] });
  expect(listedAt()).toEqual([CHANNELS[1]]);
  await hub.changeSysvar('FLOAT', { channelAddress: '' });
  expect(listedAt()).toEqual([]);
});
