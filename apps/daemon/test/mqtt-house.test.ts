import { encodeSegment } from '@ccu-gateway/mqtt-bridge';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasMosquitto } from '../../../packages/mqtt-bridge/test/brokers.js';
import { changesByItself, expectedTopics } from '../../../packages/mqtt-bridge/test/expected.js';
import { startBroker, startMosquittoBroker } from './mqtt-broker.js';
import { startWireWorld, type WireWorld } from './wire/driver.js';
import type { Ask, WriteRow } from './wire/row.js';
import { OPERATION_ROWS } from './wire/rows.js';
import { COMMAND_ROWS } from './wire/rows-commands.js';
import { WITHOUT_TOPIC } from './wire/without-topic.js';
import type { World } from './world.js';

interface Command {
  readonly path: readonly unknown[];
  readonly payload?: unknown;
}

const paramset = (address: unknown, key: unknown, values: unknown): Command => {
  const [device, channel] = String(address).split(':');
  return { path: ['paramset', device, channel, key], payload: values };
};

/** What has a topic. Everything else is configuration of the gateway and of the CCU, which is not done by MQTT. */
const TOPICS: Readonly<Record<string, (asked: Ask) => Command>> = {
  'PUT /devices/{addr}/channels/{no}/data-points/{param}/value': ({ params, body }) => ({
    path: ['set', params?.addr, params?.no, params?.param],
    payload: (body as { readonly value: unknown }).value,
  }),
  'POST /devices/{addr}/cdps/{name}/{operation}': ({ params, body }) => ({
    path: ['operate', params?.addr, params?.name, params?.operation],
    payload: (body as { readonly params?: unknown } | undefined)?.params,
  }),
  'PUT /devices/{addr}/paramsets/{key}': ({ params, body }) => paramset(params?.addr, params?.key, body),
  'POST /programs/{id}/execute': ({ params }) => ({ path: ['program', params?.id] }),
  'PUT /sysvars/{name}': ({ params, body }) => ({
    path: ['sysvar', params?.name],
    payload: (body as { readonly value: unknown }).value,
  }),
  'cdp.invoke': ({ args }) => ({
    path: ['operate', args?.device, args?.name, args?.operation],
    payload: args?.params,
  }),
  'paramset.put': ({ args }) => paramset(args?.channel_address, args?.paramset_key, args?.values),
  'programs.execute': ({ args }) => ({ path: ['program', args?.id] }),
  'sysvars.set': ({ args }) => ({ path: ['sysvar', args?.name], payload: args?.value }),
};

/** Asks for what a topic has no place for. */
const LEFT_TO_REST = 'says that a program did not run that is switched off, where that counts';

const hasTopic = ({ of, title }: WriteRow): boolean => Object.hasOwn(TOPICS, of) && title !== LEFT_TO_REST;
const AEDES = { kind: 'aedes (MQTT 3.1.1)', start: startBroker };
const MOSQUITTO = { kind: 'mosquitto (MQTT 5)', start: startMosquittoBroker };
/** Each in a house of its own: they begin with the same state. */
const ROWS = [
  {
    name: 'operations',
    rows: Object.values(OPERATION_ROWS).flat().filter(hasTopic),
    ...(hasMosquitto ? MOSQUITTO : AEDES),
  },
  { name: 'commands of the WebSocket', rows: COMMAND_ROWS.filter(hasTopic), ...AEDES },
];

it('takes each kind of command that has a topic over MQTT', () => {
  const rows = ROWS.flatMap((each) => each.rows);
  expect(new Set(rows.map(({ of }) => of))).toEqual(new Set(Object.keys(TOPICS)));
  expect(rows.length).toBeGreaterThan(25);
});

it('leaves out no write without a reason, and none that MQTT can do', () => {
  const all = [...new Set([...Object.values(OPERATION_ROWS).flat(), ...COMMAND_ROWS].map(({ of }) => of))];
  const without = Object.values(WITHOUT_TOPIC).flat();
  expect([...without, ...Object.keys(TOPICS)].sort()).toEqual(all.sort());
});

/** What the gateway says of its house, in the words of REST. */
async function knownHouse(world: World, calculated: readonly Calculated[]) {
  const get = getFrom(world);
  const snapshot = await get('/snapshot?include=data_points');
  const customs = snapshot.devices.map(async ({ address, central }: { address: string; central: string }) =>
    (await get(`/devices/${address}/cdps`)).map((each: object) => ({ ...each, central, device_address: address })),
  );
  const values = calculated.map(async ({ path, ...at }) => ({ ...at, ...(await get(path)) }));
  return {
    snapshot,
    customDataPoints: (await Promise.all(customs)).flat(),
    calculated: await Promise.all(values),
    counters: await get('/hub/data-points'),
  };
}

/** A calculated data point, and where REST has it. */
interface Calculated {
  readonly central: string;
  readonly device_address: string;
  readonly channel: number;
  readonly path: string;
}

async function calculatedIn(world: World): Promise<readonly Calculated[]> {
  const get = getFrom(world);
  const found: Calculated[] = [];
  for (const { central, device_address, channels } of (await get('/snapshot?include=data_points')).device_channels) {
    for (const { number: channel } of channels) {
      const path = `/devices/${device_address}/channels/${channel}/calc-dps`;
      for (const { name } of await get(path)) {
        found.push({ central, device_address, channel, path: `${path}/${name}` });
      }
    }
  }
  return found;
}

const getFrom =
  ({ call }: World) =>
  async (path: string) =>
    (await call('GET', `/api/v1${path}`)).json;

describe.each(ROWS)('the state of all devices on $kind, before and after $name', ({ rows, start }) => {
  let wire: WireWorld;
  let calculated: readonly Calculated[];
  let broker: Awaited<ReturnType<typeof startMosquittoBroker>>;
  beforeAll(async () => {
    broker = await start();
    wire = await startWireWorld();
    const body = { brokers: { house: { url: broker.url } } };
    expect((await wire.world.call('PUT', '/api/v1/config/sections/mqtt', { body })).status).toBe(200);
    await vi.waitFor(() => expect(broker.kept.get('ccu/bridge/state')).toBe('online'), { timeout: 50_000 });
    calculated = await calculatedIn(wire.world);
  });
  afterAll(async () => {
    await wire.close();
    await broker.stop();
  });

  /** What is wrong with what the broker keeps; nothing where it is what the gateway says. */
  async function differences(): Promise<readonly string[]> {
    const expected = expectedTopics(await knownHouse(wire.world, calculated));
    const kept = new Map(
      [...broker.kept].filter(([topic]) => topic.startsWith('ccu/home/') && !changesByItself(topic)),
    );
    const missing = [...expected.keys()].filter((topic) => !kept.has(topic)).map((topic) => `${topic} is missing`);
    const tooMuch = [...kept.keys()].filter((topic) => !expected.has(topic)).map((topic) => `${topic} is too much`);
    const other = [...expected].flatMap(([topic, members]) => {
      const payload = JSON.parse(kept.get(topic) ?? 'null');
      return payload === null || matches(payload, members) ? [] : [`${topic} is ${JSON.stringify(payload)}`];
    });
    return [...missing, ...tooMuch, ...other];
  }

  it('is kept there as at the gateway, topic by topic', async () => {
    await expect.poll(differences).toEqual([]);
    expect(broker.kept.size).toBeGreaterThan(1_000);
  });

  it.each(rows)('accepts over MQTT the command of $of: $title', async (row) => {
    const ask = (asked: Ask) => {
      const command = TOPICS[row.of]?.(asked);
      if (command === undefined) throw new Error('it has no topic');
      const topic = ['ccu', 'home', ...command.path.map((each) => encodeSegment(String(each)))].join('/');
      broker.send(topic, command.payload === undefined ? '' : JSON.stringify(command.payload));
    };
    await wire.write(row, { user: 'mqtt:house', ask });
  });

  it('is kept there unchanged after all of them', async () => {
    await expect.poll(differences).toEqual([]);
  });
});

const matches = (payload: unknown, members: object): boolean =>
  expect.objectContaining(members).asymmetricMatch(payload);
