import { expect, it } from 'vitest';
import { createMemoryBroker } from './memory-broker.js';
import { CCU, createWorld, from, openBridge, REMOTE, SWITCH, settingsFor } from './world.js';

const config = (prefix: string, address: string) => `${prefix}/device/ccu-gateway_ccu_${CCU}_${address}/config`;
const FOREIGN = 'homeassistant/device/ccu-gateway_ccu_other_X/config';

/** A broker that takes everything at once. */
function startBroker() {
  const broker = createMemoryBroker(Date.now);
  const kept = (prefix: string) => [...broker.kept.keys()].filter((topic) => topic.startsWith(`${prefix}/device/`));
  const settle = () => broker.step(1_000, 1_000);
  return { broker, kept, settle };
}

async function live(
  { broker, settle }: ReturnType<typeof startBroker>,
  homeAssistant: { readonly enabled: boolean; readonly prefix: string } | undefined,
  check: (world: ReturnType<typeof createWorld>, look: () => void) => Promise<void>,
) {
  const world = createWorld();
  world.readHub();
  const bridge = await openBridge(world, settingsFor('mqtt://memory', { homeAssistant }), undefined, {
    connect: broker.connect,
  });
  const pump = setInterval(settle, 1);
  await check(world, bridge.look);
  await bridge.close();
  clearInterval(pump);
}

it('leaves no entity at Home Assistant when the prefix changes, or when discovery is disabled', async () => {
  const place = startBroker();
  const { broker, kept } = place;
  await live(place, { enabled: true, prefix: 'homeassistant' }, async () => {
    await expect.poll(() => broker.kept.get('ccu/bridge/discovery')).toBe('homeassistant');
  });
  expect(kept('homeassistant')).toContain(config('homeassistant', SWITCH));
  broker.put(FOREIGN, '{}');
  await live(place, { enabled: true, prefix: 'other/place' }, async () => {
    await expect.poll(() => broker.kept.get('ccu/bridge/discovery')).toBe('other/place');
  });
  expect(kept('homeassistant')).toEqual([FOREIGN]);
  expect(kept('other/place')).toContain(config('other/place', REMOTE));
  await live(place, { enabled: false, prefix: 'other/place' }, async () => {
    await expect.poll(() => broker.kept.has('ccu/bridge/discovery')).toBe(false);
  });
  expect(kept('other/place')).toEqual([]);
  expect(kept('homeassistant')).toEqual([FOREIGN]);
});

it('names a removed entity once, then leaves it out', async () => {
  const place = startBroker();
  const { broker } = place;
  const topic = config('homeassistant', SWITCH);
  broker.put(topic, '{"cmps":{"old":{"p":"sensor","name":"Old"}}}');
  const cmps = (payload: string | undefined) => JSON.parse(payload ?? '{}').cmps ?? {};
  await live(place, { enabled: true, prefix: 'homeassistant' }, async (world, look) => {
    await expect.poll(() => broker.kept.get('ccu/bridge/discovery')).toBe('homeassistant');
    await expect.poll(() => Object.keys(cmps(broker.kept.get(topic)))).not.toContain('old');
    const marks = broker.taken.filter((each) => each.topic === topic).map(({ payload }) => cmps(payload).old);
    expect(marks.filter((each) => each !== undefined)).toEqual([{ p: 'sensor' }]);
    expect(Object.keys(cmps(broker.kept.get(topic)))).toContain('custom-005fSTATE');
    // The CCU itself has entities, too, and one of them goes away.
    const hub = `homeassistant/device/ccu-gateway_ccu_${CCU}_hub_ccu/config`;
    world.setVariable('Away', true);
    await expect.poll(() => cmps(broker.kept.get(hub))['sysvar-005fAway']).toMatchObject({ p: 'switch', name: 'Away' });
    world.readHub();
    look();
    await expect.poll(() => Object.keys(cmps(broker.kept.get(hub)))).not.toContain('sysvar-005fAway');
    const last = broker.taken
      .filter((each) => each.topic === hub)
      .map(({ payload }) => cmps(payload)['sysvar-005fAway']);
    expect(last.at(-2)).toEqual({ p: 'switch' });
  });
});

it('publishes a rename and a removal at once, and nothing of it twice', async () => {
  const place = startBroker();
  const { broker } = place;
  const topic = config('homeassistant', SWITCH);
  const name = () => JSON.parse(broker.kept.get(topic) ?? '{}').dev?.name;
  await live(place, { enabled: true, prefix: 'homeassistant' }, async (world, look) => {
    await expect.poll(name).toBe(`HmIP-PS ${SWITCH}`);
    world.name({ [SWITCH]: 'Lamp' });
    look();
    await expect.poll(name).toBe('Lamp');
    world.apply({ ...from, type: 'devices_removed', addresses: [SWITCH] });
    await expect.poll(() => broker.kept.has(topic)).toBe(false);
    const told = broker.taken.filter((each) => each.topic === topic).map(({ payload }) => payload);
    expect(new Set(told).size).toBe(told.length);
  });
});

it('distinguishes two CCUs with a device of the same address', async () => {
  const place = startBroker();
  const { broker, kept } = place;
  await live(place, { enabled: true, prefix: 'homeassistant' }, async (world, look) => {
    world.load('second', { address: SWITCH, name: 'Other', state: true });
    look();
    const of = (central: string) => kept('homeassistant').filter((topic) => topic.includes(`_${central}_${SWITCH}/`));
    await expect.poll(() => [of(CCU).length, of('second').length]).toEqual([1, 1]);
    const ids = kept('homeassistant').flatMap((topic) =>
      Object.values(JSON.parse(broker.kept.get(topic) ?? '').cmps as Record<string, { readonly unique_id: string }>),
    );
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids.map(({ unique_id }) => unique_id)).size).toBe(ids.length);
  });
});
