import { GatewayError } from '@ccu-gateway/gateway-core';
import { Bytes } from '@matter/main';
import { afterEach, expect, it } from 'vitest';
import { createTestHouse, plugAddresses, startTestBridge, type TestBridge } from './bridge-world.js';
import { type Controller, createController, untilDefined } from './controller.js';
import { memoryStore } from './memory-store.js';
import type { TestHouse } from './plug-house.js';

const ADDRESSES = plugAddresses(2);
const [LAMP = ''] = ADDRESSES;
const BRIDGE = 'abcd::1';
/** Of host 3. */
const AWAY = ['abcd::3', '10.10.10.3'];
const EVENTS = 8;
const REPORTS_UNTIL_GIVEN_UP = 3;
/** As Matter wants it of one that is not answered. */
const TRIES_OF_A_MESSAGE = 5;
/** What a home may take on a busy machine. */
const LONG = { timeout: 180_000 };
/** A bridge that is so slow that it gives a controller up waits until that one subscribes again, by itself. */
const PATIENT = { timeout: 300_000 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(given: Partial<Parameters<typeof startTestBridge<TestHouse>>[0]> = {}): Promise<TestBridge> {
  const world = await startTestBridge({ house: createTestHouse(ADDRESSES), ...given });
  closers.push(world.stop);
  return world;
}

async function homeOf(world: TestBridge, host = 2): Promise<Controller> {
  const home = await createController(world.simulator.addHost(host));
  closers.push(home.close);
  return home;
}

it(
  'things of an unreachable CCU are unreachable for a controller with failing commands, and return with it',
  LONG,
  async () => {
    const world = await start();
    const home = await homeOf(world);
    await home.commission((await world.bridge.openWindow(180)).manual_code);
    const lamp = await home.endpoint(2);
    expect(lamp.state('bridgedDeviceBasicInformation').reachable).toBe(true);
    world.house.link(false);
    await lamp.hears('bridgedDeviceBasicInformation', 'reachable', false);
    world.house.fail(new GatewayError('upstream_unavailable', 'The CCU is away'));
    await expect(lamp.command('onOff', 'on')).rejects.toThrow(/CCU is away|Failure/i);
    world.house.fail(undefined);
    world.house.link(true);
    await lamp.hears('bridgedDeviceBasicInformation', 'reachable', true);
    await lamp.command('onOff', 'on');
    expect(world.house.writes).toMatchObject([{ deviceAddress: LAMP }]);
  },
);

it(
  'a bridge that is stopped while a home adds it belongs to no home half, and can be added after its next start',
  LONG,
  async () => {
    const store = memoryStore();
    const first = await start({ store });
    const home = await homeOf(first);
    const { manual_code: code } = await first.bridge.openWindow(180);
    const added = home.commission(code).then(
      () => 'added',
      () => 'failed',
    );
    await untilDefined(() => (first.bridge.state().sessions > 0 ? true : undefined));
    await first.stop();
    const second = await start({ store, simulator: first.simulator, network: first.simulator.addHost(4) });
    expect(second.supervised.status()).toMatchObject({ listening: true, commissioning_window_open: false });
    expect(second.supervised.status().fabric_count).toBe(0);
    const other = await homeOf(second, 5);
    await other.commission((await second.bridge.openWindow(180)).manual_code);
    expect(second.bridge.fabrics()).toHaveLength(1);
    expect(second.incidents).toEqual([]);
    void added;
  },
);

it(
  'a controller that guesses the passcode is shut out after 20 wrong ones, and the history of changes records that [K28]',
  LONG,
  async () => {
    const world = await start();
    const home = await homeOf(world);
    await world.bridge.openWindow(900);
    const { passcode } = world.bridge.setupPayload();
    const wrong = passcode === 11_223_344 ? 11_223_345 : 11_223_344;
    for (let guess = 1; guess <= 20; guess += 1) {
      expect([guess, world.supervised.status().commissioning_window_open]).toEqual([guess, true]);
      await expect(home.guess(wrong, BRIDGE)).rejects.toThrow(/incorrect key/i);
    }
    await untilDefined(() => (world.supervised.status().commissioning_window_open ? undefined : true));
    expect(world.recorded).toContain('matter_window_close the passcode was wrong 20 times');
    await expect(home.guess(passcode, BRIDGE)).rejects.toThrow();
    expect(world.bridge.fabrics()).toEqual([]);
    await home.commission((await world.bridge.openWindow(180)).manual_code);
    expect(world.bridge.fabrics()).toHaveLength(1);
  },
);

it(
  'a controller that is cut off is sent one report at a time while another one gets all, and the newest value when it returns',
  PATIENT,
  async () => {
    const world = await start();
    const [home, away] = [await homeOf(world), await homeOf(world, 3)];
    for (const each of [home, away]) await each.commission((await world.bridge.openWindow(180)).manual_code);
    const [lamp, awayLamp] = [await home.endpoint(2), await away.endpoint(2)];
    await untilDefined(() => (world.supervised.figures().subscriptions === 2 ? true : undefined));
    const lost = new Set<string>();
    let isCut = true;
    world.simulator.router.intercept((packet, route) => {
      if (!isCut || ![packet.sourceAddress, packet.destAddress].some((address) => AWAY.includes(address)))
        route(packet);
      else if (AWAY.includes(packet.destAddress)) lost.add(Buffer.from(Bytes.of(packet.payload)).toString('hex'));
    });
    for (let event = 1; event <= EVENTS; event += 1) {
      world.house.turn(LAMP, event % 2 === 1);
      await lamp.hears('onOff', 'onOff', event % 2 === 1);
    }
    // A try that is made again is the same message.
    expect(lost.size).toBeGreaterThan(0);
    expect(lost.size).toBeLessThanOrEqual(REPORTS_UNTIL_GIVEN_UP);
    world.house.turn(LAMP, true);
    await lamp.hears('onOff', 'onOff', true);
    expect(awayLamp.state('onOff').onOff).toBe(false);
    isCut = false;
    await awayLamp.hears('onOff', 'onOff', true);
    expect(world.incidents).toEqual([]);
  },
);

it('a bridge that is stopped does not wait for a silent controller, and keeps its subscriptions', LONG, async () => {
  const store = memoryStore();
  const world = await start({ store });
  const away = await homeOf(world, 3);
  await away.commission((await world.bridge.openWindow(180)).manual_code);
  await untilDefined(() => (world.supervised.figures().subscriptions === 1 ? true : undefined));
  let tries = 0;
  world.simulator.router.intercept((packet, route) => {
    if (AWAY.includes(packet.destAddress)) tries += 1;
    else if (!AWAY.includes(packet.sourceAddress)) route(packet);
  });
  world.house.turn(LAMP, true);
  await untilDefined(() => (tries > 0 ? true : undefined));
  await world.stop();
  expect(tries).toBeLessThan(TRIES_OF_A_MESSAGE);
  expect(JSON.parse(store.rows.get('root.subscriptions\nsubscriptions') ?? '[]')).toHaveLength(1);
});

it('reports a thing without an endpoint as an incident with its name, and shows the others', LONG, async () => {
  const store = memoryStore();
  const world = await start({
    store: {
      ...store,
      numberOf(key) {
        if (key.includes(LAMP)) throw new Error('the numbers cannot be written');
        return store.numberOf(key);
      },
    },
  });
  expect(world.incidents).toMatchObject([
    { summary: expect.stringMatching(/ cannot be shown over Matter$/), detail: 'Error: the numbers cannot be written' },
  ]);
  const home = await homeOf(world);
  await home.commission((await world.bridge.openWindow(180)).manual_code);
  expect((await home.endpoint(2)).state('bridgedDeviceBasicInformation').reachable).toBe(true);
  expect(world.supervised.status()).toMatchObject({ listening: true });
});
