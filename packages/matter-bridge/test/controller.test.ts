import { randomInt } from 'node:crypto';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { type Network, NetworkSimulator } from '@matter/main';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SupervisedBridge, superviseBridge } from '../src/bridge/supervisor.js';
import type { BridgeIncident } from '../src/ports/ports.js';
import { type Controller, createController, untilDefined } from './controller.js';
import { memoryStore } from './memory-store.js';
import { createTestHouse, type TestHouse } from './plug-house.js';
import { switchesIn } from './switches.js';

const LAMP = '0001D3C99C0001';
const FAN = '0001D3C99C0002';
const PUMP = '0001D3C99C0003';

const simulator = new NetworkSimulator();
const store = memoryStore();
const published: { readonly type: string }[] = [];
const happened: { readonly action: string; readonly note?: string }[] = [];
const incidents: BridgeIncident[] = [];
let house: TestHouse;
let supervised: SupervisedBridge;
let network: Network;
let home: Controller;

async function start(): Promise<void> {
  const silent = () => undefined;
  supervised = superviseBridge({
    ports: {
      core: house.core,
      store,
      clock: {
        now: Date.now,
        after(ms, run) {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
      log: { debug: silent, info: silent, warn: silent, error: silent },
      publish: (event) => void published.push(event),
      record: (entry) => void happened.push(entry),
      incident: (incident) => void incidents.push(incident),
      randomInt,
    },
    settings: { name: 'Test', version: '1', port: 5540, profile: 'all' },
    mapping: (devices, options) => switchesIn(devices, options),
    network,
  });
  await running();
}

/** As the bridge keeps them for its next start. */
const subscriptionIds = (): readonly number[] =>
  (JSON.parse(store.rows.get('root.subscriptions\nsubscriptions') ?? '[]') as { subscriptionId: number }[]).map(
    ({ subscriptionId }) => subscriptionId,
  );

const running = () => untilDefined(() => supervised.bridge());

beforeAll(async () => {
  house = createTestHouse([LAMP, FAN]);
  network = simulator.addHost(1);
  await start();
  home = await createController(simulator.addHost(2));
});
afterAll(async () => {
  await home?.close();
  await supervised?.stop();
  expect(incidents).toEqual([]);
});

describe('a controller', () => {
  it('adds the bridge with its codes while the window is open, which closes then', async () => {
    const bridge = await running();
    expect(supervised.status()).toMatchObject({ listening: true, endpoint_count: 2, fabric_count: 0 });
    expect(supervised.status()).toMatchObject({ advertising: false, commissioning_window_open: false });
    const { manual_code } = await bridge.openWindow(180);
    expect(supervised.status()).toMatchObject({
      commissioning_window_open: true,
      commissioning_window_duration_seconds: 180,
    });
    await expect(bridge.openWindow(180)).rejects.toMatchObject({ code: 'conflict' });
    await home.commission(manual_code);
    expect(bridge.fabrics()).toMatchObject([{ fabric_index: 1, label: 'Test home' }]);
    await untilDefined(() => (supervised.status().commissioning_window_open ? undefined : true));
    expect(published.map(({ type }) => type)).toContain('matter.fabric_added');
    expect(JSON.stringify(published)).not.toContain(manual_code);
  });

  it('sees each thing as a bridged endpoint, and receives changes of the CCU', async () => {
    const lamp = await home.endpoint(2);
    expect(lamp.state('descriptor').deviceTypeList).toMatchObject([{ deviceType: 0x010a }, { deviceType: 0x0013 }]);
    expect(lamp.state('bridgedDeviceBasicInformation')).toMatchObject({ serialNumber: LAMP, reachable: true });
    expect(lamp.state('onOff').onOff).toBe(false);
    house.turn(LAMP, true);
    await lamp.hears('onOff', 'onOff', true);
    house.turn(LAMP, false);
    await lamp.hears('onOff', 'onOff', false);
  });

  it('switches the CCU, and is named in the history of changes', async () => {
    const fan = await home.endpoint(3);
    await fan.command('onOff', 'on');
    expect(house.writes).toMatchObject([{ deviceAddress: FAN, parameter: 'STATE' }]);
    expect(house.recorded.at(-1)).toMatchObject({ user: 'matter:1', scheme: 'matter', peer: 'Test home' });
    await fan.hears('onOff', 'onOff', true);
  });

  it('receives a status of Matter when the CCU refuses, and sees the current value', async () => {
    house.fail(new GatewayError('upstream_unavailable', 'The CCU is gone'));
    const fan = await home.endpoint(3);
    await expect(fan.command('onOff', 'off')).rejects.toThrow(/CCU is gone|Failure/i);
    house.fail(undefined);
    expect(fan.state('onOff').onOff).toBe(true);
  });

  it('sees a device that is added while it listens, and no more one that is removed', async () => {
    house.addPlug(PUMP);
    const pump = await home.endpoint(4);
    expect(pump.state('bridgedDeviceBasicInformation').serialNumber).toBe(PUMP);
    house.removePlug(FAN);
    await home.misses(3);
    house.addPlug(FAN);
    await home.endpoint(3);
  });

  it('sees the chosen things under their previous numbers', async () => {
    const bridge = await running();
    const lamp = bridge.exposable().find(({ device_address: address }) => address === LAMP);
    const { central_name, device_address, channel_no, dp_kind, dp_key } = lamp as NonNullable<typeof lamp>;
    const place = { central_name, device_address, channel_no, dp_kind, dp_key };
    await bridge.expose({ ...place, enabled: false });
    await home.misses(2);
    await bridge.expose({ ...place, enabled: true, friendly_name: 'Leselampe' });
    const shown = await home.endpoint(2);
    await shown.hears('bridgedDeviceBasicInformation', 'nodeLabel', 'Leselampe');
  });

  it('receives changes after a restart of the bridge by its old subscription, and sends commands as before', async () => {
    const subscribed = subscriptionIds();
    expect(subscribed).toHaveLength(1);
    await supervised.stop();
    expect(subscriptionIds()).toEqual(subscribed);
    const lamp = await home.endpoint(2);
    const wasOn = lamp.state('onOff').onOff;
    house = createTestHouse([LAMP, FAN, PUMP], { isRead: false });
    const started = start();
    await untilDefined(() => supervised.status().problems?.find(({ code }) => code === 'matter_awaits_ccu'));
    expect(supervised.status()).toMatchObject({ listening: false, endpoint_count: 0 });
    house.read();
    house.turn(LAMP, !wasOn);
    await started;
    expect(supervised.status()).toMatchObject({ fabric_count: 1, endpoint_count: 3 });
    expect(supervised.status().problems?.map(({ code }) => code) ?? []).not.toContain('matter_awaits_ccu');
    await lamp.hears('onOff', 'onOff', !wasOn);
    expect(subscriptionIds()).toEqual(subscribed);
    expect(supervised.bridge()?.state()).toMatchObject({ sessions: 1, subscriptions: 1 });
    const before = house.writes.length;
    await lamp.command('onOff', 'toggle');
    expect(house.writes.slice(before)).toMatchObject([{ deviceAddress: LAMP, parameter: 'STATE' }]);
  });

  it('shares the bridge with a second home; when the last one left, only numbers and choices stay', async () => {
    const bridge = await running();
    const before = bridge.setupPayload();
    const other = await createController(simulator.addHost(3), 'Second home');
    await other.commission((await bridge.openWindow(180)).manual_code);
    expect(bridge.fabrics().map(({ label }) => label)).toEqual(['Test home', 'Second home']);
    await bridge.removeFabric(2);
    await expect(bridge.removeFabric(2)).rejects.toMatchObject({ code: 'not_found' });
    await other.close();
    await bridge.removeFabric(1);
    const fresh = await untilDefined(() => {
      const now = supervised.bridge();
      return now === bridge ? undefined : now;
    });
    expect(supervised.status()).toMatchObject({ fabric_count: 0, endpoint_count: 3 });
    expect(fresh.setupPayload().passcode).not.toBe(before.passcode);
    expect([store.numberOf(`home/${LAMP}:3`), store.numberOf(`home/${PUMP}:3`)]).toEqual([2, 4]);
    expect(published.map(({ type }) => type)).toContain('matter.fabric_removed');
  });
});
