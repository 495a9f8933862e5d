import { randomUUID } from 'node:crypto';
import mqtt from 'mqtt';
import { afterEach, describe, expect, it } from 'vitest';
import { hasMosquitto, startAedes, startMosquitto, type TestBroker, withoutMosquitto } from './brokers.js';
import { CCU, createPositions, createWorld, from, openBridge, REMOTE, SWITCH, settingsFor } from './world.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const state = `ccu/${CCU}/status/${SWITCH}/3/STATE`;
const set = `ccu/${CCU}/set/${SWITCH}/3/STATE`;
const press = `ccu/${CCU}/status/${REMOTE}/1/PRESS_SHORT`;

const commands = (counts: object) => ({
  taken: 0,
  confirmed: 0,
  rolled_back: 0,
  unconfirmed: 0,
  refused: 0,
  ignored: 0,
  ...counts,
});

type Version = 4 | 5;

/** Another client of the broker: what is delivered to it, newest per topic and in order. */
async function listenAt(broker: TestBroker, version: Version) {
  const client = await mqtt.connectAsync(broker.url, {
    protocolVersion: version,
    reconnectPeriod: 20,
    // The broker remembers for it what comes while it is away.
    clientId: randomUUID().slice(0, 20),
    clean: false,
    ...(version === 5 ? { properties: { sessionExpiryInterval: 3_600 } } : {}),
  });
  closing.push(() => client.endAsync(true));
  const newest = new Map<string, string>();
  const all: { readonly topic: string; readonly text: string; readonly retained: boolean }[] = [];
  client.on('message', (topic, payload, { retain }) => {
    const text = payload.toString();
    all.push({ topic, text, retained: retain });
    if (text === '') newest.delete(topic);
    else newest.set(topic, text);
  });
  await client.subscribeAsync(['ccu/#', 'answers/#'], { qos: 1 });
  const json = (topic: string) => JSON.parse(newest.get(topic) ?? 'null') as Record<string, unknown> | null;
  return { client, newest, all, json };
}

/** What the broker keeps now, as a new subscriber is told. */
async function keptAt(broker: TestBroker, version: Version, more: readonly string[] = []) {
  const { newest, all, client } = await listenAt(broker, version);
  if (more.length > 0) await client.subscribeAsync([...more], { qos: 1 });
  await client.publishAsync('answers/marker', 'here', { qos: 1 });
  await expect.poll(() => newest.has('answers/marker')).toBe(true);
  return new Map(all.filter(({ retained }) => retained).map(({ topic, text }) => [topic, text]));
}

const kinds = [
  { name: 'a broker of MQTT 3.1.1', start: startAedes, version: 4 as const, runs: true },
  { name: `a broker of MQTT 5${withoutMosquitto}`, start: startMosquitto, version: 5 as const, runs: hasMosquitto },
];

for (const { name, start, version, runs } of kinds) {
  describe.skipIf(!runs)(`the bridge to ${name}`, () => {
    async function startBroker() {
      const broker = await start();
      closing.push(() => broker.remove());
      return broker;
    }

    async function open(more: Parameters<typeof settingsFor>[1] = {}) {
      const broker = await startBroker();
      const world = createWorld();
      world.set(false);
      const positions = createPositions();
      const settings = settingsFor(broker.url, more);
      const bridge = await openBridge(world, settings, positions);
      closing.push(() => bridge.close());
      const other = await listenAt(broker, version);
      await expect.poll(() => other.newest.get('ccu/bridge/state')).toBe('online');
      return { broker, world, bridge, other, positions, settings };
    }

    it('uses the newest version that the broker supports', async () => {
      const { bridge } = await open();
      expect(bridge.status().connection).toMatchObject({ state: 'connected', version });
    });

    it('keeps values at the broker, follows them, and publishes their number', async () => {
      const { broker, world, other } = await open();
      await expect.poll(() => other.json(state)).toMatchObject({ val: false });
      const before = world.events.seq;
      world.set(true);
      // The value comes first, and what follows from it after that.
      await expect.poll(() => other.json(state)).toMatchObject({ val: true, seq: before + 1 });
      const kept = await keptAt(broker, version);
      expect(JSON.parse(kept.get(state) ?? '')).toMatchObject({ val: true });
      expect(JSON.parse(kept.get(`ccu/${CCU}/device/${SWITCH}`) ?? '')).toMatchObject({ model: 'HmIP-PS' });
      expect(JSON.parse(kept.get(`ccu/${CCU}/hub/interface/HmIP-RF`) ?? '')).toMatchObject({ connected: true });
    });

    it('announces a device to Home Assistant while it exists, again on request, and removes a deleted one', async () => {
      const broker = await startBroker();
      const config = (address: string) => `homeassistant/device/ccu-gateway_ccu_${CCU}_${address}/config`;
      const other = await listenAt(broker, version);
      await other.client.subscribeAsync('homeassistant/#', { qos: 1 });
      const gone = { topic: config('GONE'), payload: '{"cmps":{"a":{"p":"switch"}}}' };
      const before = { topic: config(SWITCH), payload: '{"cmps":{"old":{"p":"sensor","name":"Old"}}}' };
      const foreign = { topic: 'homeassistant/device/else/config', payload: '{}' };
      for (const { topic, payload } of [gone, before, foreign]) {
        await other.client.publishAsync(topic, payload, { qos: 1, retain: true });
      }
      const world = createWorld();
      world.readHub();
      const homeAssistant = { enabled: true, prefix: 'homeassistant' };
      const bridge = await openBridge(world, settingsFor(broker.url, { homeAssistant }));
      closing.push(() => bridge.close());
      const cmps = () => other.json(config(SWITCH))?.cmps as Record<string, object> | undefined;
      await expect.poll(() => cmps()).toMatchObject({ 'custom-005fSTATE': { p: 'switch', name: null } });
      // What is gone is named once, so that it is removed, and then left out.
      await expect.poll(() => cmps()?.old).toBe(undefined);
      const told = other.all.filter(({ topic, text }) => topic === config(SWITCH) && text !== before.payload);
      expect(told.map(({ text }) => JSON.parse(text).cmps.old)).toContainEqual({ p: 'sensor' });
      expect(JSON.stringify(other.json(config(REMOTE)))).toContain('press_short');
      // Two devices and the CCU itself.
      expect(bridge.status().announced).toBe(3);
      await expect.poll(() => other.newest.has(gone.topic)).toBe(false);
      expect(other.newest.has(foreign.topic)).toBe(true);
      const said = () => other.all.filter(({ topic }) => topic === config(SWITCH)).length;
      const already = said();
      await other.client.publishAsync('homeassistant/status', 'online', { qos: 1 });
      await expect.poll(said).toBeGreaterThan(already);
      const operate = `ccu/${CCU}/operate/${SWITCH}/STATE`;
      await other.client.publishAsync(operate, '{"operation":"turn_on"}', { qos: 1 });
      await expect.poll(() => other.json(state)).toMatchObject({ val: true });
    });

    it('publishes a key press once and lets the broker retain none', async () => {
      const { broker, world, other } = await open();
      world.press();
      await expect.poll(() => other.json(press)).toMatchObject({ seq: world.events.seq });
      expect(other.all.filter(({ topic }) => topic === press)).toHaveLength(1);
      expect((await keptAt(broker, version)).has(press)).toBe(false);
    });

    it('carries a command out, names its broker and the client in the history, and answers on the requested topic', async () => {
      const { world, other, bridge } = await open();
      const properties = {
        ...{ responseTopic: 'answers/1', correlationData: Buffer.from('7') },
        userProperties: { client: ['node-red', 'another'] },
      };
      other.client.publish(set, 'true', { qos: 1, ...(version === 5 ? { properties } : {}) });
      await expect.poll(() => other.json(state)).toMatchObject({ val: true });
      expect(world.recorded).toMatchObject([{ action: 'data_point_write', user: 'mqtt:house', scheme: 'mqtt' }]);
      expect(world.recorded[0]?.peer).toBe(version === 5 ? 'node-red' : undefined);
      if (version === 5) await expect.poll(() => other.json('answers/1')).toEqual({ ok: true, outcome: 'confirmed' });
      expect(bridge.status().commands).toEqual(commands({ taken: 1, confirmed: 1, refused: 0, ignored: 0 }));
    });

    it('writes nothing for a command that it cannot carry out, and counts it', async () => {
      const { world, other, bridge } = await open();
      other.client.publish(set, '"perhaps"', { qos: 1 });
      other.client.publish(`ccu/${CCU}/set/NOTHING/3/STATE`, 'true', { qos: 1 });
      other.client.publish(`ccu/nowhere/set/${SWITCH}/3/STATE`, 'true', { qos: 1 });
      other.client.publish(`ccu/${CCU}/set/${SWITCH}`, 'true', { qos: 1 });
      other.client.publish(set, Buffer.alloc(1_000_000, 'x'), { qos: 1 });
      other.client.publish(set, Buffer.from([0xff, 0xfe]), { qos: 1 });
      await expect
        .poll(() => bridge.status().commands)
        .toEqual(commands({ taken: 6, confirmed: 0, refused: 5, ignored: 1 }));
      expect(world.recorded).toEqual([]);
      expect(bridge.status().connection.state).toBe('connected');
    });

    it('ignores a command that the broker kept from before', async () => {
      const broker = await startBroker();
      const other = await listenAt(broker, version);
      await other.client.publishAsync(set, 'true', { qos: 1, retain: true });
      const world = createWorld();
      const bridge = await openBridge(world, settingsFor(broker.url));
      closing.push(() => bridge.close());
      await expect.poll(() => other.newest.get('ccu/bridge/state')).toBe('online');
      await other.client.publishAsync(`ccu/${CCU}/set/${SWITCH}/3/STATE`, 'false', { qos: 1 });
      await expect.poll(() => world.recorded).toHaveLength(1);
      expect(world.recorded[0]?.changes).toMatchObject([{ after: false }]);
    });

    it('writes only with a filter of the broker that allows it', async () => {
      const { world, other, bridge } = await open({ write: ['sysvar/#'] });
      other.client.publish(set, 'true', { qos: 1 });
      await expect
        .poll(() => bridge.status().commands)
        .toEqual(commands({ taken: 1, confirmed: 0, refused: 0, ignored: 1 }));
      expect(world.recorded).toEqual([]);
    });

    it('writes nothing in the role of a viewer', async () => {
      const { world, other, bridge } = await open({ role: 'viewer' });
      other.client.publish(set, 'true', { qos: 1 });
      await expect
        .poll(() => bridge.status().commands)
        .toEqual(commands({ taken: 1, confirmed: 0, refused: 1, ignored: 0 }));
      expect(world.recorded).toEqual([]);
    });

    it('stores the newest errors in words, and counts repeated ones', async () => {
      const { bridge, other } = await open({ write: ['sysvar/#'] });
      for (const _ of [1, 2]) await other.client.publishAsync(set, 'true', { qos: 1 });
      await other.client.publishAsync(`ccu/${CCU}/sysvar/Nothing`, '1', { qos: 1 });
      const kinds = () => bridge.status().troubles.map(({ kind, topic, count }) => [kind, topic, count]);
      await expect.poll(kinds).toEqual([
        ['command_refused', `ccu/${CCU}/sysvar/Nothing`, 1],
        ['command_ignored', set, 2],
      ]);
      expect(bridge.status().troubles[1]?.message).toContain('does not allow');
    });

    it('previews the messages about a device, and its announcement to Home Assistant while that is disabled', async () => {
      const { bridge, other, world } = await open({ publish: ['status/#', 'custom/#'] });
      world.set(true);
      await expect.poll(() => other.json(state)).toMatchObject({ val: true });
      const shown = bridge.preview({ central: CCU, address: SWITCH });
      const { seq: _, ...told } = other.json(state) ?? {};
      const custom = `ccu/${CCU}/custom/${SWITCH}/STATE`;
      expect(shown?.messages.map(({ topic }) => topic)).toEqual([state, custom]);
      expect(JSON.parse(shown?.messages[0]?.payload ?? '')).toMatchObject(told);
      expect(shown?.discovery?.topic).toBe(`homeassistant/device/ccu-gateway_ccu_${CCU}_${SWITCH}/config`);
      expect([...other.newest.keys()].filter((topic) => topic.startsWith('homeassistant'))).toEqual([]);
      expect(bridge.status().announced).toBe(0);
      expect(bridge.preview({ central: CCU, address: 'GONE' })).toBeUndefined();
    });

    it('publishes only topics that match the settings of the broker', async () => {
      const { world, other } = await open({ publish: ['status/+/1/#'] });
      world.set(true);
      world.press();
      await expect.poll(() => other.newest.has(press)).toBe(true);
      expect(other.newest.has(state)).toBe(false);
    });

    it('uses the names of devices where configured, and finds them by name and by address', async () => {
      const { world, other } = await open({ addressing: 'name', payload: 'plain' });
      const named = `ccu/${CCU}/status/HmIP-PS ${SWITCH}/3/STATE`;
      await expect.poll(() => other.newest.get(named)).toBe('false');
      other.client.publish(`ccu/${CCU}/set/HmIP-PS ${SWITCH}/3/STATE`, 'true', { qos: 1 });
      await expect.poll(() => other.newest.get(named)).toBe('true');
      other.client.publish(set, 'false', { qos: 1 });
      await expect.poll(() => other.newest.get(named)).toBe('false');
      expect(world.recorded).toHaveLength(2);
    });

    it('publishes the devices of a CCU that is loaded after the connection of the broker', async () => {
      const { world, other } = await open();
      world.load('garage', { address: '0001D3C99C0009', name: 'Gate', state: true });
      await expect.poll(() => other.json('ccu/garage/status/0001D3C99C0009/3/STATE')).toMatchObject({ val: true });
      expect(other.json('ccu/garage/device/0001D3C99C0009')).toMatchObject({ name: 'Gate' });
    });

    it('follows the names of devices from the first ones on, also where two change theirs with each other', async () => {
      const { broker, bridge, world, other } = await open({ addressing: 'name' });
      const addressAt = (name: string) => other.json(`ccu/${CCU}/device/${name}`)?.address;
      world.name({ [SWITCH]: 'Lamp', [REMOTE]: 'Key' });
      bridge.look();
      await expect.poll(() => [addressAt('Lamp'), addressAt('Key')]).toEqual([SWITCH, REMOTE]);
      world.name({ [SWITCH]: 'Key', [REMOTE]: 'Lamp' });
      await expect.poll(() => [addressAt('Lamp'), addressAt('Key')]).toEqual([REMOTE, SWITCH]);
      await other.client.publishAsync(`ccu/${CCU}/set/Key/3/STATE`, 'true', { qos: 1 });
      await expect.poll(() => other.json(`ccu/${CCU}/status/Key/3/STATE`)).toMatchObject({ val: true });
      const kept = await keptAt(broker, version);
      const about = [...kept.keys()].filter((topic) => topic.startsWith(`ccu/${CCU}/device/`));
      expect(about.sort()).toEqual([`ccu/${CCU}/device/Key`, `ccu/${CCU}/device/Lamp`]);
    });

    it('publishes all changes of the time without a broker, and each key press inside its expiry', async () => {
      const { broker, world, other, bridge } = await open();
      await expect.poll(() => other.json(state)).toMatchObject({ val: false });
      await broker.stop();
      world.set(true);
      world.press();
      const pressed = world.events.seq;
      await broker.start();
      await expect.poll(() => other.json(press)).toMatchObject({ seq: pressed });
      await expect.poll(() => other.json(state)).toMatchObject({ val: true });
      expect(bridge.incidents).toMatchObject([
        { severity: 'warning', summary: 'The connection with the broker was lost', detail: expect.any(String) },
        { severity: 'info', summary: 'The broker is connected again' },
      ]);
    });

    it('resumes after a restart of the gateway with the key presses that the broker does not have', async () => {
      const { broker, world, bridge, other, positions, settings } = await open();
      world.press();
      const told = world.events.seq;
      await expect.poll(() => other.json(press)).toMatchObject({ seq: told });
      await expect.poll(() => positions.kept.get('house')).toMatchObject({ seq: told });
      await bridge.close();
      world.press();
      const untold = world.events.seq;
      const next = await openBridge(world, { ...settings, clientId: 'next' }, positions);
      closing.push(() => next.close());
      await expect.poll(() => other.json(press)).toMatchObject({ seq: untold });
      const seqs = other.all.filter(({ topic }) => topic === press).map(({ text }) => JSON.parse(text).seq);
      expect(seqs).toEqual([told, untold]);
      expect(broker.url).toBe(settings.url);
    });

    it('begins a first start with the newest event', async () => {
      const broker = await startBroker();
      const other = await listenAt(broker, version);
      const world = createWorld();
      world.press();
      const bridge = await openBridge(world, settingsFor(broker.url));
      closing.push(() => bridge.close());
      await expect.poll(() => other.newest.get('ccu/bridge/state')).toBe('online');
      world.press();
      await expect.poll(() => other.json(press)).toMatchObject({ seq: world.events.seq });
      expect(other.all.filter(({ topic }) => topic === press)).toHaveLength(1);
    });

    it('removes retained topics of deleted things, and nothing of another gateway', async () => {
      const broker = await startBroker();
      const before = await listenAt(broker, version);
      const ghost = `ccu/${CCU}/status/GONE/1/STATE`;
      const foreign = 'ccu/other/status/THEIRS/1/STATE';
      await before.client.publishAsync(ghost, '{"val":1}', { qos: 1, retain: true });
      await before.client.publishAsync(foreign, '{"val":1}', { qos: 1, retain: true });
      const world = createWorld();
      world.set(true);
      const bridge = await openBridge(world, settingsFor(broker.url));
      closing.push(() => bridge.close());
      await expect.poll(() => before.newest.has(state)).toBe(true);
      // The lists of the CCU are not read yet: what is missing may only be unknown.
      expect(before.newest.has(ghost)).toBe(true);
      world.readHub();
      await expect
        .poll(() => {
          bridge.look();
          return before.newest.has(ghost);
        })
        .toBe(false);
      expect(before.newest.has(foreign)).toBe(true);
      world.apply({ ...from, type: 'devices_removed', addresses: [SWITCH] });
      await expect.poll(() => [...before.newest.keys()].filter((topic) => topic.includes(SWITCH))).toEqual([]);
      expect(before.newest.has(foreign)).toBe(true);
    });

    it('keeps the topics of other programs as well, takes their commands, and removes deleted ones', async () => {
      const broker = await startBroker();
      const other = await listenAt(broker, version);
      await other.client.subscribeAsync(['hm/#', 'device/#', 'virtdev/#'], { qos: 1 });
      const gone = ['device/status/GONE/1/STATE', 'hm/status/Gone/STATE'];
      const foreign = 'virtdev/status/JACK1/1/STATE';
      for (const topic of [...gone, foreign]) {
        await other.client.publishAsync(topic, '{"v":1}', { qos: 1, retain: true });
      }
      const world = createWorld();
      world.set(false);
      world.readHub();
      const tree = { enabled: true, central: CCU };
      const bridge = await openBridge(
        world,
        settingsFor(broker.url, {
          write: [`set/${SWITCH}/3/STATE`],
          hm2mqtt: { ...tree, prefix: 'hm', payload: 'extended' },
          ccu_jack: { ...tree, prefix: '' },
        }),
      );
      closing.push(() => bridge.close());
      const jack = `device/status/${SWITCH}/3/STATE`;
      const hm = `hm/status/${SWITCH}:3/STATE`;
      await expect.poll(() => other.json(jack)).toMatchObject({ v: false, s: 0 });
      await expect.poll(() => other.json(hm)).toMatchObject({ val: false, hm: { deviceType: 'HmIP-PS' } });
      await expect.poll(() => gone.filter((topic) => other.newest.has(topic))).toEqual([]);
      expect(other.newest.has(foreign)).toBe(true);
      await expect.poll(() => other.newest.get('hm/connected')).toBe('2');

      await other.client.publishAsync(`device/set/${SWITCH}/3/STATE`, '{"v":true}', { qos: 1 });
      await expect
        .poll(() => [other.json(jack)?.v, other.json(hm)?.val, other.json(state)?.val])
        .toEqual([true, true, true]);
      await other.client.publishAsync(`hm/set/${SWITCH}:3/STATE`, 'off', { qos: 1 });
      await expect
        .poll(() => [other.json(jack)?.v, other.json(hm)?.val, other.json(state)?.val])
        .toEqual([false, false, false]);
      expect(world.recorded.map(({ user }) => user)).toEqual(['mqtt:house', 'mqtt:house']);
      await other.client.publishAsync(`device/set/${REMOTE}/1/PRESS_SHORT`, 'true', { qos: 1 });
      await other.client.publishAsync(`hm/set/${REMOTE}:1/PRESS_SHORT`, 'true', { qos: 1 });
      await expect
        .poll(() => bridge.status().commands)
        .toMatchObject({ taken: 4, confirmed: 2, refused: 0, ignored: 2 });
      expect(world.recorded).toHaveLength(2);

      world.press();
      await expect.poll(() => other.json(`hm/status/${REMOTE}:1/PRESS`)).toMatchObject({ val: 'PRESS_SHORT' });
      world.apply({ ...from, type: 'devices_removed', addresses: [SWITCH] });
      const said = () => [...other.newest.keys()].filter((topic) => !topic.includes('/set/') && topic.includes(SWITCH));
      await expect.poll(said).toEqual([]);
      const kept = await keptAt(broker, version, ['hm/#', 'device/#']);
      expect([...kept.keys()].filter((topic) => topic.includes('/status/') && topic.includes('PRESS'))).toEqual([]);
      await bridge.close();
      await expect.poll(() => other.newest.get('hm/connected')).toBe('0');
    });

    it('publishes a goodbye when it is closed', async () => {
      const { bridge, other } = await open();
      await bridge.close();
      await expect.poll(() => other.newest.get('ccu/bridge/state')).toBe('offline');
    });
  });
}
