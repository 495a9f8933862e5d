import { NetworkSimulator } from '@matter/main';
import { afterEach, describe, expect, it } from 'vitest';
import type { Lack, Machine, Refusal } from '../src/node/machine.js';
import {
  beginTestBridge,
  createManualClock,
  createTestHouse,
  plugAddresses,
  startTestBridge,
  TEST_SETTINGS,
} from './bridge-world.js';
import { createController, untilDefined } from './controller.js';
import { memoryStore } from './memory-store.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const HALF_A_MINUTE = 30_000;
const house = () => createTestHouse(plugAddresses(2));

/** A machine whose network is what the test says. */
function machineWith(said: { refusal?: Refusal | undefined; lack?: Lack | undefined }): Machine & { tries: number } {
  return {
    tries: 0,
    async refusal() {
      this.tries += 1;
      return said.refusal;
    },
    lack: () => said.lack,
  };
}

function begin(given: Omit<Parameters<typeof beginTestBridge>[0], 'house' | 'clock'>) {
  const clock = createManualClock();
  const world = { ...beginTestBridge({ house: house(), clock, ...given }), clock };
  closers.push(world.stop);
  const problem = () => world.supervised.status().problems?.[0];
  return { ...world, problem, running: () => untilDefined(() => world.supervised.bridge()) };
}

describe('a bridge that cannot go into the network', () => {
  it.each([
    ['port_taken', 'matter.port'],
    ['mdns_taken', 'disallow-other-stacks'],
    ['no_multicast', 'network_mode: host'],
    ['no_ipv6', 'network_mode: host'],
  ] as const)(
    'reports %s with the remedy, is tried again, and runs when the cause is gone',
    async (refusal, remedy) => {
      const said: { refusal: Refusal | undefined } = { refusal };
      const machine = machineWith(said);
      const { supervised, problem, incidents, logged, clock, running } = begin({ machine });
      const found = await untilDefined(problem);
      expect(found).toMatchObject({ code: `matter_${refusal}`, remedy: expect.stringContaining(remedy) });
      expect([supervised.bridge(), supervised.status().listening]).toEqual([undefined, false]);
      clock.pass(HALF_A_MINUTE);
      await expect.poll(() => machine.tries, { timeout: 20_000 }).toBe(2);
      said.refusal = undefined;
      await untilDefined(() => {
        clock.pass(HALF_A_MINUTE);
        return supervised.bridge();
      });
      await running();
      expect([supervised.status().listening, problem()]).toEqual([true, undefined]);
      expect(incidents).toEqual([{ summary: found.message, detail: found.remedy }]);
      expect(logged.filter((line) => line.startsWith('matter bridge failed'))).toHaveLength(1);
    },
  );

  it('runs after other settings at once', async () => {
    const machine: Machine = {
      refusal: async (port) => (port === 5540 ? 'port_taken' : undefined),
      lack: () => undefined,
    };
    const { supervised, problem, running } = begin({ machine });
    await untilDefined(problem);
    supervised.reconfigure({ ...TEST_SETTINGS, port: 5541 });
    await running();
    expect(supervised.status()).toMatchObject({ listening: true, listen_addr: '[::]:5541' });
    expect(problem()).toBeUndefined();
  });
});

describe('a bridge in a network without a link-local address', () => {
  it('runs, reports that with the remedy, and restarts when the address is there, because its sockets receive nothing on it', async () => {
    const said: { lack: Lack | undefined } = { lack: 'no_link_local' };
    const { supervised, problem, clock, running } = begin({ machine: machineWith(said) });
    const before = await running();
    expect(problem()).toMatchObject({
      code: 'matter_no_link_local',
      remedy: expect.stringContaining('network_mode: host'),
    });
    said.lack = undefined;
    expect(problem()).toBeUndefined();
    await untilDefined(() => {
      clock.pass(HALF_A_MINUTE);
      const now = supervised.bridge();
      return now === before ? undefined : now;
    });
    expect(supervised.status().listening).toBe(true);
  });
});

describe('a bridge with a CCU that was never read', () => {
  it('is not in the network for any home, and opens no window until it has things', async () => {
    const unread = createTestHouse(plugAddresses(2), { isRead: false });
    const world = beginTestBridge({ house: unread });
    closers.push(world.stop);
    const bridge = await untilDefined(() => world.supervised.bridge());
    expect(world.supervised.status()).toMatchObject({ advertising: false, endpoint_count: 0 });
    await expect(bridge.openWindow(180)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'matter_awaits_ccu' },
    });
    expect(world.supervised.status()).toMatchObject({ advertising: false, commissioning_window_open: false });
    unread.read();
    await bridge.openWindow(180);
    const opened = { advertising: true, commissioning_window_open: true, endpoint_count: 2 };
    expect(world.supervised.status()).toMatchObject(opened);
  });
});

describe('a bridge that is given other settings', () => {
  it('exposes the device types of another system without a restart', async () => {
    const { supervised, running } = begin({});
    const before = await running();
    expect(supervised.status()).toMatchObject({ profile: 'all' });
    supervised.reconfigure({ ...TEST_SETTINGS, profile: 'alexa' });
    await expect
      .poll(() => supervised.status(), { timeout: 20_000 })
      .toMatchObject({ profile: 'alexa', endpoint_limit: 80, endpoint_count: 2 });
    expect(supervised.bridge()).toBe(before);
  });

  it('has another name after a life of its own, and keeps the numbers of its things', async () => {
    const { supervised, running, store } = begin({});
    const before = await running();
    const numbers = plugAddresses(2).map((address) => store.knownNumber(`home/${address}:3`));
    supervised.reconfigure({ ...TEST_SETTINGS, name: 'Attic' });
    await untilDefined(() => {
      const now = supervised.bridge();
      return now === before ? undefined : now;
    });
    expect(supervised.status()).toMatchObject({ listening: true, endpoint_count: 2 });
    expect(plugAddresses(2).map((address) => store.knownNumber(`home/${address}:3`))).toEqual(numbers);
  });
});

describe('the stored data of a bridge', () => {
  it('is refused with the remedy where one of its values is damaged, and stays unchanged', async () => {
    const store = memoryStore();
    const first = begin({ store });
    await first.running();
    await first.stop();
    const place = 'root.fabrics\nfabrics';
    store.rows.set(place, '[{"fabricIndex":1,');
    const { problem, supervised } = begin({ store });
    expect(await untilDefined(problem)).toMatchObject({
      code: 'matter_storage',
      remedy: expect.stringContaining('ccu-gateway matter reset'),
    });
    expect([supervised.bridge(), store.rows.get(place)]).toEqual([undefined, '[{"fabricIndex":1,']);
  });
});

describe('a copy of a bridge on another machine', () => {
  it('is refused while the first one runs, with its address, and runs when that is gone', {
    timeout: 60_000,
  }, async () => {
    const simulator = new NetworkSimulator();
    const store = memoryStore();
    const first = await startTestBridge({ house: house(), simulator, store, network: simulator.addHost(1) });
    const home = await createController(simulator.addHost(2));
    closers.push(home.close);
    await home.commission((await first.bridge.openWindow(180)).manual_code);
    const copy = memoryStore();
    for (const [place, value] of store.rows) copy.rows.set(place, value);
    for (const name of ['passcode', 'discriminator', 'unique', 'shown']) copy.keepFact(name, store.fact(name) ?? '');
    const second = beginTestBridge({ house: house(), simulator, store: copy, network: simulator.addHost(3) });
    closers.push(second.stop);
    const found = await untilDefined(() => second.supervised.status().problems?.[0]);
    expect(found).toMatchObject({
      code: 'matter_twin',
      message: expect.stringMatching(/\.local.*(10\.10\.10\.1|fe80|abcd)/i),
    });
    expect(second.supervised.bridge()).toBeUndefined();
    expect(first.supervised.status()).toMatchObject({ listening: true, fabric_count: 1 });
    await first.stop();
    second.supervised.reconfigure({ ...TEST_SETTINGS, name: 'Copy' });
    await untilDefined(() => second.supervised.bridge());
    expect(second.supervised.status()).toMatchObject({ listening: true, fabric_count: 1 });
  });
});
