import { describe, expect, it } from 'vitest';
import { encodeXmlRpcCall, type OutgoingValue } from '../src/wire/codecs/index.js';
import { startWorld, type World } from './world.js';

const tell = async (world: World, method: string, ...params: OutgoingValue[]) => {
  const [url] = [...world.fake.clients.keys()];
  const [id] = [...world.fake.clients.values()];
  await fetch(url!, { method: 'POST', body: new Uint8Array(encodeXmlRpcCall(method, [id!, ...params])) });
};

describe('nonsense from a CCU', () => {
  it('is logged once for each kind, never thrown, and changes nothing', async () => {
    await using world = await startWorld();
    await world.connected();
    const from = world.events.length;
    for (let i = 0; i < 20; i += 1) {
      await tell(world, 'event', 'LEQ\t1', 'STATE', true);
      await tell(world, 'event', 'LEQ1234567:1', 'STATE', ['list']);
      await tell(world, 'newDevices', [{ unknown: true }, 7, { ADDRESS: '', TYPE: '' }]);
      await tell(world, 'deleteDevices', 'not a list');
      await tell(world, 'updateDevice');
      await tell(world, 'unheard of', { a: [] });
    }
    await world.fake.event('LEQ1234567:1', 'STATE', true);
    await world.until((event) => event.type === 'value');
    const told = world.events.slice(from).filter(({ type }) => type !== 'names_loaded' && type !== 'link_state');
    expect(told).toMatchObject([{ type: 'value', channelAddress: 'LEQ1234567:1', value: true }]);
    const kinds = world.log.map(({ event }) => event);
    for (const kind of ['address', 'call', 'description', 'method']) {
      const names = new Set(world.ccu.leftOut().flatMap((each) => (each.kind === kind ? [each.name] : [])));
      expect(kinds.filter((each) => each === `left_out.${kind}`)).toHaveLength(names.size);
      expect(names.size).toBeGreaterThan(0);
    }
    expect(kinds.filter((kind) => kind === 'callback.unknown_method')).toHaveLength(1);
    expect(JSON.stringify(world.log)).not.toContain('unheard of');
  });

  it('in a device list loses only the nonsense', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.devices.set('junk', { unknown: true });
        fake.devices.set('other', { ADDRESS: 'OTHER00001', TYPE: 'X', PARAMSETS: '' });
      },
    });
    await world.connected();
    const described = world.events.flatMap((event) =>
      event.type === 'devices_described' ? event.devices.map(({ ADDRESS }) => ADDRESS) : [],
    );
    expect(described).toEqual(['LEQ1234567', 'LEQ1234567:1', 'OTHER00001']);
  });

  it('in place of scripts leaves events working, and is made up for later', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.scriptsBroken = true;
        fake.values.set('LEQ1234567:1.STATE', true);
      },
    });
    await world.connected();
    expect(world.ccu.readiness().ready).toBe(false);
    await world.fake.event('LEQ1234567:1', 'LEVEL', 0.5);
    await world.until((event) => event.type === 'value');
    world.fake.mood.scriptsBroken = false;
    await world.until((event) => event.type === 'values_loaded' && event.values.length === 1);
    await world.until((event) => event.type === 'names_loaded');
  });
});
