import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Receiver, receiverForEach } from '../../../packages/webhook-bridge/test/receiver.js';
import { type Faults, takeFaults } from '../src/parts/faults.js';
import { startBroker } from './mqtt-broker.js';
import { startWorld, type World, type WorldOptions } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const TOPIC = `device.${THERMOSTAT}.channels.1.data_points.ACTUAL_TEMPERATURE`;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/** What a mistake in a part, or in a library that it uses, comes to. */
const FAULTS: Readonly<Record<string, () => void>> = {
  'a throw': () =>
    void setImmediate(() => {
      throw new Error('injected');
    }),
  'a rejection that nobody takes': () => void Promise.reject(new Error('injected')),
  'an error event that nobody takes': () =>
    void setImmediate(() => new EventEmitter().emit('error', new Error('injected'))),
};

let faults: Faults;
let exits: number[];
let restore: () => void;
const closers: (() => Promise<unknown>)[] = [];
let receiver: Receiver;
receiverForEach((started) => {
  receiver = started;
});

// The process of the tests takes them as failures; here they are those of a gateway.
beforeEach(() => {
  const before = EVENTS.map((event) => [event, process.listeners(event as 'uncaughtException')] as const);
  for (const event of EVENTS) process.removeAllListeners(event);
  exits = [];
  faults = takeFaults({
    on: (event, listener) => process.on(event, listener),
    exit: (code) => void exits.push(code),
    stderr: process.stderr,
  });
  restore = () => {
    for (const event of EVENTS) process.removeAllListeners(event);
    for (const [event, listeners] of before) for (const each of listeners) process.on(event, each);
  };
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  restore();
});

const endpoint = (more: object = {}) => ({
  url: receiver.url,
  secret: SECRET,
  topics: [TOPIC],
  allow_networks: ['127.0.0.0/8'],
  ...more,
});

async function start(
  config: object = {},
  options: Pick<WorldOptions, 'history'> = {},
): Promise<World & { readonly broker: Awaited<ReturnType<typeof startBroker>> }> {
  const broker = await startBroker();
  closers.push(broker.stop);
  const brokers = {
    lounge: { url: broker.url, client_id: 'lounge', prefix: 'lounge' },
    cellar: { url: broker.url, client_id: 'cellar', prefix: 'cellar' },
  };
  const webhooks = { endpoints: { automation: endpoint(), other: endpoint() } };
  const world = await startWorld({
    ...options,
    only,
    faults,
    config: { mqtt: { brokers }, webhooks, ...config },
  });
  closers.push(world.close);
  return Object.assign(world, { broker });
}

/** Parts that are stopped or had a fault, with the reason. */
async function failedParts(world: World): Promise<Readonly<Record<string, string>>> {
  const { json } = await world.call('GET', '/api/v1/health');
  const components: readonly { readonly name: string; readonly reason?: string }[] = json.components;
  return Object.fromEntries(
    components.flatMap(({ name, reason = '' }) => (name.startsWith('parts.') ? [[name.slice(6), reason]] : [])),
  );
}

const measure = (world: World, value: number) => world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', value);
const received = () =>
  receiver.received.flatMap(({ body }) => (body.data.events ?? []).map(({ payload }) => payload.value));

it.each(Object.entries(FAULTS))(
  '%s stops the part that it came from and no other, a listener goes on, and health and incidents show it',
  async (_, raise) => {
    const world = await start({}, { history: true });
    const { parts } = world.gateway;
    const lounge = () =>
      [...world.broker.newest].flatMap(([topic, text]) => (topic.startsWith('lounge/') ? [String(text)] : []));
    // A bridge that is not connected yet has no state at its broker to take back.
    await expect.poll(lounge).toContain('online');
    raise();
    await expect.poll(() => failedParts(world)).toEqual({ other: 'part_fault' });
    for (const part of ['http', 'callbacks']) parts.in(part, raise);
    const shown: Record<string, string> = { other: 'part_fault', http: 'part_fault', callbacks: 'part_fault' };
    await expect.poll(() => failedParts(world)).toEqual(shown);
    measure(world, 12.5);
    await expect.poll(received).toEqual([12.5, 12.5]);

    const stopped = [
      'webhooks/automation',
      'mqtt/lounge',
      'history',
      'jobs/backups of the gateway',
      'jobs/copies of backups of the gateway',
    ];
    for (const part of stopped) parts.in(part, raise);
    for (const part of stopped) shown[part] = 'part_stopped';
    await expect.poll(() => failedParts(world)).toEqual(shown);
    const { json } = await world.call('GET', '/api/v1/incidents');
    const named = Object.keys(shown).map((part) => (part === 'other' ? 'gateway' : part));
    expect(json.map(({ component }: { component: string }) => component).sort()).toEqual(named.sort());
    await expect.poll(lounge).toContain('offline');
    // The other webhook and the other broker go on.
    measure(world, 11.5);
    await expect.poll(received).toEqual([12.5, 12.5, 11.5]);
    const isTold = (prefix: string) =>
      [...world.broker.newest].some(([topic, text]) => topic.startsWith(prefix) && text.includes('11.5'));
    await expect.poll(() => isTold('cellar/')).toBe(true);
    expect(isTold('lounge/')).toBe(false);

    parts.in('ccus/home', raise);
    await expect.poll(() => failedParts(world)).toEqual({ ...shown, 'ccus/home': 'part_stopped' });
    await expect.poll(() => world.gateway.centrals.all()).toEqual([]);
    // The house is shown as it was known.
    expect((await world.call('GET', `/api/v1/devices/${THERMOSTAT}`)).status).toBe(200);
    expect(exits).toEqual([]);
  },
);

it('a part is running again after a change by an operator', async () => {
  const world = await start();
  const configure = (endpoints: object) =>
    world.call('PUT', '/api/v1/config/sections/webhooks', { body: { endpoints } });
  world.gateway.parts.in('webhooks/automation', FAULTS['a throw'] as () => void);
  await expect.poll(() => failedParts(world)).toEqual({ 'webhooks/automation': 'part_stopped' });
  expect((await configure({ automation: endpoint(), other: endpoint({ enabled: false }) })).status).toBe(200);
  expect(await failedParts(world)).toEqual({});
  measure(world, 13.5);
  await expect.poll(received).toEqual([13.5]);
});

it('an exception of a connection to a receiver or a broker is a fault of its webhook or bridge', async () => {
  const world = await start({ webhooks: { endpoints: { automation: endpoint() } } });
  const { connect } = Socket.prototype;
  closers.push(async () => {
    Socket.prototype.connect = connect;
  });
  const ports = [receiver.port, Number(new URL(world.broker.url).port)];
  Socket.prototype.connect = function (this: Socket, ...args: never[]) {
    if (ports.some((port) => JSON.stringify(args).includes(String(port)))) FAULTS['a throw']?.();
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  measure(world, 11.5);
  await expect.poll(() => failedParts(world)).toMatchObject({ 'webhooks/automation': 'part_stopped' });
  await world.broker.stop();
  await expect.poll(() => failedParts(world), { timeout: 20_000 }).toMatchObject({ 'mqtt/lounge': 'part_stopped' });
  expect(exits).toEqual([]);
});

it('a certificate file that cannot be read at the start keeps its own broker and webhook closed only', async () => {
  const broker = await startBroker();
  closers.push(broker.stop);
  const missing = { ca_file: '/nowhere/ca.pem' };
  const world = await startWorld({
    only,
    config: {
      mqtt: { brokers: { broken: { url: 'mqtts://127.0.0.1:9', ...missing }, sound: { url: broker.url } } },
      webhooks: { endpoints: { broken: endpoint(missing), sound: endpoint() } },
    },
  });
  closers.push(world.close);
  measure(world, 14.5);
  await expect.poll(received).toEqual([14.5]);
  const { json } = await world.call('GET', '/api/v1/health');
  const noteOf = (name: string) => json.components.find((each: { name: string }) => each.name === name)?.note;
  for (const kind of ['mqtt', 'webhooks']) expect(noteOf(`${kind}.broken`)).toContain('ca_file');
});
