import { createServer, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import mqtt from 'mqtt';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { LARGEST_READ } from '../src/broker/oversized.js';
import { hasMosquitto, startMosquitto, watchBroker, withoutMosquitto } from './brokers.js';
import { CCU, createWorld, from, openBridge, SWITCH, settingsFor, type World } from './world.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const STATE = `ccu/${CCU}/status/${SWITCH}/3/STATE`;
const LARGE = '0001D3C99CFFFF';
const HOME_ASSISTANT = { enabled: true, prefix: 'homeassistant' };
const CHANNELS = 120;

/** A device whose discovery message has some 60 KB. */
function addLargeDevice(world: World): void {
  const channels = Array.from({ length: CHANNELS }, (_, index) => `${LARGE}:${index + 1}`);
  const values = { VALUES: { ACTUAL_TEMPERATURE: { TYPE: 'FLOAT', OPERATIONS: 5, UNIT: '°C' } } } as const;
  world.apply({
    ...from,
    type: 'devices_described',
    source: 'NEW',
    complete: false,
    devices: [
      { ADDRESS: LARGE, TYPE: 'HmIP-DRG-DALI' },
      ...channels.map((ADDRESS) => ({ ADDRESS, TYPE: 'MADE_UP_SENSOR' })),
    ],
    paramsets: Object.fromEntries(channels.map((channel) => [channel, values])),
  });
  world.apply({ ...from, type: 'values_loaded', values: [] });
}

/** A house with a device whose discovery message has some 3 KB. */
function withText(): World {
  const world = createWorld();
  const channel = `${LARGE}:1`;
  const text = { TYPE: 'STRING', OPERATIONS: 7 } as const;
  world.apply({
    ...from,
    type: 'devices_described',
    source: 'NEW',
    complete: false,
    devices: [
      { ADDRESS: LARGE, TYPE: 'HmIP-X' },
      { ADDRESS: channel, TYPE: 'DISPLAY' },
    ],
    paramsets: { [channel]: { VALUES: Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`TEXT_${n}`, text])) } },
  });
  world.apply({ ...from, type: 'values_loaded', values: [] });
  return world;
}

async function mosquitto(...lines: readonly string[]) {
  const broker = await startMosquitto(['allow_anonymous true', ...lines]);
  closing.push(() => broker.remove());
  return broker;
}

async function open(url: string, more: Parameters<typeof settingsFor>[1] = {}, world = createWorld()) {
  world.set(true);
  const bridge = await openBridge(world, settingsFor(url, more));
  closing.push(() => bridge.close());
  const connected = () => expect.poll(() => bridge.status().connection.state).toBe('connected');
  return { bridge, world, connected };
}

type Kept = ReadonlyMap<string, string>;
const discoveryOf = (kept: Kept) => [...kept].filter(([topic]) => topic.startsWith('homeassistant/'));
const entitiesIn = (kept: Kept) =>
  discoveryOf(kept).flatMap(([, text]) =>
    Object.values(JSON.parse(text).cmps as Record<string, { unique_id: string }>),
  );

describe.skipIf(!hasMosquitto)(`a broker that states limits${withoutMosquitto}`, () => {
  it('announces a large device in parts that the broker accepts, and every entity of it once', async () => {
    const broker = await mosquitto('max_packet_size 20000');
    const seen = await watchBroker(broker.url);
    closing.push(() => seen.close());
    const world = createWorld();
    addLargeDevice(world);
    const { bridge } = await open(broker.url, { homeAssistant: HOME_ASSISTANT }, world);
    await expect.poll(() => entitiesIn(seen.kept).length).toBeGreaterThanOrEqual(CHANNELS);
    await expect.poll(() => bridge.status().waiting).toBe(0);
    const ids = entitiesIn(seen.kept).map(({ unique_id }) => unique_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(discoveryOf(seen.kept).length).toBeGreaterThan(3);
    expect(bridge.status()).toMatchObject({ connection: { state: 'connected' }, refused: 0 });
  });

  it('leaves out a message that is larger than the broker accepts, names it, and publishes the others', async () => {
    const broker = await mosquitto('max_packet_size 3000');
    const seen = await watchBroker(broker.url);
    closing.push(() => seen.close());
    const { bridge, world } = await open(broker.url);
    await expect.poll(() => seen.kept.has(STATE)).toBe(true);
    world.apply({
      ...from,
      type: 'devices_described',
      source: 'NEW',
      complete: false,
      devices: [
        { ADDRESS: LARGE, TYPE: 'HmIP-X' },
        { ADDRESS: `${LARGE}:1`, TYPE: 'DISPLAY' },
      ],
      paramsets: { [`${LARGE}:1`]: { VALUES: { TEXT: { TYPE: 'STRING', OPERATIONS: 7 } } } },
    });
    const value = (parameter: string, text: string) =>
      world.apply({ ...from, type: 'value', channelAddress: `${LARGE}:1`, parameter, value: text });
    value('TEXT', 'x'.repeat(5_000));
    world.set(false);
    await expect.poll(() => seen.newest.get(STATE)).toContain('"val":false');
    const topic = `ccu/${CCU}/status/${LARGE}/1/TEXT`;
    await expect
      .poll(() => bridge.status().troubles)
      .toContainEqual(
        expect.objectContaining({
          kind: 'publish',
          topic,
          message: expect.stringMatching(/at most 3000.*max_packet_size/),
        }),
      );
    expect(bridge.status().connection.state).toBe('connected');
    value('TEXT', 'short');
    await expect.poll(() => seen.newest.get(topic)).toContain('short');
  });

  it('a payload that is above the size limit of the broker is named, and stops no other', async () => {
    const broker = await mosquitto('message_size_limit 2000');
    const { bridge } = await open(broker.url, { homeAssistant: HOME_ASSISTANT }, withText());
    await expect.poll(() => bridge.status().troubles.map(({ kind }) => kind)).toContain('publish');
    await expect.poll(() => bridge.status().waiting).toBe(0);
    expect(bridge.status().connection.state).toBe('connected');
  });

  it('publishes to a broker that accepts quality 0 only and keeps no messages, and repeats all when Home Assistant starts', async () => {
    const broker = await mosquitto('max_qos 0', 'retain_available false');
    const seen = await watchBroker(broker.url);
    closing.push(() => seen.close());
    const { bridge, connected } = await open(broker.url, { homeAssistant: HOME_ASSISTANT });
    await connected();
    await expect.poll(() => seen.newest.has(STATE)).toBe(true);
    expect(bridge.status().troubles.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('The broker keeps no messages'),
    );
    await expect.poll(() => bridge.status().waiting).toBe(0);
    seen.newest.clear();
    const other = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
    closing.push(() => other.endAsync(true));
    await other.publishAsync('homeassistant/status', 'online');
    await expect.poll(() => seen.newest.has(STATE)).toBe(true);
    await expect.poll(() => [...seen.newest.keys()].some((topic) => topic.endsWith('/config'))).toBe(true);
  });

  it('a connection that the broker closes without a reason names the usual cause', async () => {
    const broker = await mosquitto();
    const { bridge, connected } = await open(broker.url, { clientId: 'twin' });
    await connected();
    const other = await mqtt.connectAsync(broker.url, { protocolVersion: 5, clientId: 'twin', reconnectPeriod: 0 });
    closing.push(() => other.endAsync(true));
    await expect
      .poll(() => bridge.status().troubles.map(({ message }) => message))
      .toContainEqual(expect.stringContaining('another client may use the same client id'));
  });

  it.each([4, 5] as const)(
    'drops a retained message of 2 MB on a discovery topic and names it (version %i)',
    async (version) => {
      const broker = await mosquitto();
      const other = await mqtt.connectAsync(broker.url, { protocolVersion: version });
      closing.push(() => other.endAsync(true));
      const topic = 'homeassistant/device/someone/config';
      await other.publishAsync(topic, Buffer.alloc(2 * LARGEST_READ, 0x20), { qos: 1, retain: true });
      const { bridge, connected } = await open(broker.url, { homeAssistant: HOME_ASSISTANT });
      await connected();
      await expect.poll(() => bridge.status().troubles.map(({ kind }) => kind)).toContain('message_dropped');
      expect(bridge.status().troubles).toContainEqual(expect.objectContaining({ kind: 'message_dropped', topic }));
      expect(bridge.incidents.filter(({ detail }) => detail?.startsWith(topic))).toHaveLength(1);
      // A command that is too large is acknowledged, and the next one is carried out.
      const set = `ccu/${CCU}/set/${SWITCH}/3/STATE`;
      await other.publishAsync(set, Buffer.alloc(LARGEST_READ + 100, 0x20), { qos: 1 });
      await other.publishAsync(set, 'false', { qos: 1 });
      await expect.poll(() => bridge.status().commands.confirmed).toBe(1);
    },
  );
});

/** A broker of MQTT 3.1.1 that closes the connection without an answer at a packet above `largest`. */
async function createClosingBroker(largest: number) {
  const aedes = await Aedes.createBroker();
  const published = new Map<string, number>();
  aedes.on('publish', ({ topic, payload }) => published.set(topic, payload.length));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    const parser = mqttPacket.parser();
    parser.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish' && (packet.length ?? 0) > largest) socket.destroy();
    });
    const first = (chunk: Buffer) => parser.parse(chunk);
    socket.on('data', first);
    aedes.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => new Promise<void>((resolve) => aedes.close(resolve)),
  );
  const { port } = server.address() as { readonly port: number };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    published,
    get connections() {
      return connections;
    },
  };
}

it('finds the limit of a broker that closes the connection at large packets without stating it', async () => {
  const broker = await createClosingBroker(20_000);
  const world = createWorld();
  addLargeDevice(world);
  const { bridge } = await open(broker.url, { homeAssistant: HOME_ASSISTANT }, world);
  const parts = () =>
    [...broker.published.keys()].filter((topic) => topic.includes(LARGE) && topic.endsWith('/config'));
  await expect.poll(() => parts().length, { timeout: 50_000 }).toBeGreaterThan(1);
  // The first limit may still be too large: then the connection ends once more.
  const fits = (topic: string) => (broker.published.get(topic) ?? 0) < 20_000;
  await expect
    .poll(() => [bridge.status().connection.state, bridge.status().waiting, parts().every(fits)], { timeout: 50_000 })
    .toEqual(['connected', 0, true]);
  expect(bridge.status().troubles.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('ends the connection at large packets'),
  );
});

type Answer = (packet: Packet) => void;

/** A broker of MQTT 5 that accepts and acknowledges; `habits` come first, and answer by themselves where they return true. */
async function createScriptedBroker(habits: (packet: Packet, answer: Answer) => boolean) {
  const published = new Map<string, string>();
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    const parser = mqttPacket.parser({ protocolVersion: 5 });
    const answer: Answer = (packet) => void socket.write(mqttPacket.generate(packet, { protocolVersion: 5 }));
    parser.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') published.set(packet.topic, packet.payload.toString());
      if (!habits(packet, answer)) usual(packet, answer);
    });
    socket.on('data', (chunk) => parser.parse(chunk));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => {
      for (const socket of sockets) socket.destroy();
    },
  );
  const { port } = server.address() as { readonly port: number };
  return {
    url: `mqtt://127.0.0.1:${port}`,
    published,
    get connections() {
      return connections;
    },
  };
}

function usual(packet: Packet, answer: Answer): void {
  const messageId = packet.messageId ?? 0;
  if (packet.cmd === 'connect') answer({ cmd: 'connack', reasonCode: 0, sessionPresent: false });
  if (packet.cmd === 'subscribe') {
    answer({ cmd: 'suback', messageId, reasonCode: 0, granted: packet.subscriptions.map(() => 0) });
  }
  if (packet.cmd === 'unsubscribe') {
    answer({ cmd: 'unsuback', messageId, reasonCode: 0, granted: packet.unsubscriptions.map(() => 0) });
  }
  if (packet.cmd === 'publish' && packet.qos === 1) answer({ cmd: 'puback', messageId, reasonCode: 0 });
}

it('publishes where the access list refuses every subscription, and names each filter', async () => {
  const broker = await createScriptedBroker((packet, answer) => {
    if (packet.cmd !== 'subscribe') return false;
    const granted = packet.subscriptions.map(() => 0x87);
    answer({ cmd: 'suback', messageId: packet.messageId ?? 0, reasonCode: 0x87, granted });
    return true;
  });
  const { bridge } = await open(broker.url);
  await expect.poll(() => broker.published.has(STATE), { timeout: 10_000 }).toBe(true);
  const refused = bridge.status().troubles.filter(({ kind }) => kind === 'subscription');
  expect(refused.map(({ topic }) => topic)).toContain('ccu/+/set/#');
  expect(refused.map(({ message }) => message)).toContainEqual(expect.stringContaining('access list'));
  expect(broker.connections).toBe(1);
});

it('a reason with which a broker ends the connection is shown in words', async () => {
  const broker = await createScriptedBroker((packet, answer) => {
    if (packet.cmd !== 'publish') return false;
    answer({ cmd: 'disconnect', reasonCode: 0x97, properties: { reasonString: 'plan: free' } });
    return true;
  });
  const { bridge } = await open(broker.url);
  await expect
    .poll(() => bridge.status().troubles.map(({ message }) => message), { timeout: 10_000 })
    .toContainEqual(expect.stringMatching(/ended the connection: quota exceeded; .* \(plan: free\)$/));
});

it('the will follows a broker that refuses quality 1, and then one that is kept', async () => {
  const wills: string[] = [];
  const broker = await createScriptedBroker((packet, answer) => {
    if (packet.cmd !== 'connect') return false;
    const { qos, retain } = packet.will ?? {};
    wills.push(`${qos} ${retain}`);
    const reasonCode = qos !== 0 ? 0x9b : retain === true ? 0x9a : 0;
    answer({
      cmd: 'connack',
      reasonCode,
      sessionPresent: false,
      properties: { maximumQoS: 0, retainAvailable: false },
    });
    return true;
  });
  const { connected } = await open(broker.url);
  await connected();
  expect(wills).toEqual(['1 true', '0 true', '0 false']);
});
