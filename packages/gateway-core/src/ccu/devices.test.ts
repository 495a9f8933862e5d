import type { Ccu } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { createDeviceControl, type DeviceControlDeps } from './devices.js';

const LAMP = { central: 'home', interfaceName: 'HmIP-RF', address: 'A' };

/** Two CCUs that record the readings. */
function world() {
  const read: string[] = [];
  const ccuOf = (name: string) =>
    ({
      name,
      status: () => [{ interfaceName: 'HmIP-RF' }, { interfaceName: 'BidCos-RF' }],
      rescan: async (interfaceName: string) => void read.push(`${name} ${interfaceName}`),
      hub: { reloadNames: async () => void read.push(`${name} names`) },
    }) as unknown as Ccu;
  const ccus = [ccuOf('garage'), ccuOf('home')];
  const deps = { centrals: { all: () => ccus, get: () => undefined } } as unknown as DeviceControlDeps;
  return { control: createDeviceControl(deps), read };
}

it('reads the devices and the names of one CCU again, or of all', async () => {
  const { control, read } = world();
  await control.refreshAll('home');
  expect(read.splice(0)).toEqual(['home HmIP-RF', 'home BidCos-RF', 'home names']);
  await control.refreshAll();
  expect(read).toEqual([
    'garage HmIP-RF',
    'garage BidCos-RF',
    'garage names',
    'home HmIP-RF',
    'home BidCos-RF',
    'home names',
  ]);
});

/** A device whose answer the CCU knows at once, and whose values arrive when the test lets them. */
function testedDevice() {
  let now = 1_000;
  let seen: string | undefined;
  let onWait = () => {};
  const hub = { startDeviceTest: async () => 't', deviceTestPassed: async () => true };
  const deps = {
    centrals: { get: () => ({ name: 'home', hub }), all: () => [] },
    house: {
      channels: () => ({ ok: true, value: [{ number: 0 }] }),
      dataPoints: () => ({ ok: true, value: [{ parameter: 'UNREACH', last_seen_at: seen }] }),
    },
    time: {
      now: () => now,
      after(ms: number, run: () => void) {
        now += ms;
        onWait();
        queueMicrotask(run);
      },
    },
    // Only the members that a test of a device needs.
  } as unknown as DeviceControlDeps;
  return {
    test: () => createDeviceControl(deps).test(LAMP),
    arriveWhileItWaits() {
      onWait = () => {
        seen = new Date(now).toISOString();
      };
    },
  };
}

it('waits for the values of a device that has answered, and takes its time from the answer', async () => {
  const { test, arriveWhileItWaits } = testedDevice();
  arriveWhileItWaits();
  expect(await test()).toEqual({ startedAt: 1_000, answeredAt: 1_000, endedAt: 1_500 });
});

it('ends without values where a device that has answered sends none', async () => {
  expect(await testedDevice().test()).toEqual({ startedAt: 1_000, answeredAt: 1_000, endedAt: 2_500 });
});
