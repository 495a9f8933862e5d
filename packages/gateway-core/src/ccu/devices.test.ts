import type { Ccu } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { createDeviceControl, type DeviceControlDeps } from './devices.js';

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
