import type { DataPointSummary } from '@ccu-gateway/contract/types';
import type { ActingCore } from '@ccu-gateway/gateway-core';
import type { DeviceView } from './device.js';
import type { HubViewOf } from './hub.js';

/** What the tree reads of the house. */
export type ReadingCore = Pick<
  ActingCore,
  'devices' | 'customDataPoints' | 'programs' | 'sysvars' | 'hub' | 'snapshot'
>;

/** Where a device is. */
export interface DevicePlace {
  readonly central: string;
  readonly address: string;
}

/** A device as it is now; undefined where it is gone. */
export function readDevice(house: ReadingCore, { central, address }: DevicePlace): DeviceView | undefined {
  const device = unlessRefused(() => house.devices.get({ address, central }));
  if (device === undefined) return undefined;
  const points = new Map<number, readonly DataPointSummary[]>();
  for (const { number } of device.channels) {
    const each = unlessRefused(() => house.devices.dataPoints({ address, channel: number, central }));
    if (each !== undefined) points.set(number, each);
  }
  const customs = unlessRefused(() => house.customDataPoints.list({ device: address, central })) ?? [];
  return { device, points, customs };
}

/** A CCU itself as it is now. What was not read from it yet is missing. */
export function readHub(house: ReadingCore, central: string): HubViewOf {
  return {
    central,
    programs: unlessRefused(() => house.programs.list({ central })) ?? [],
    sysvars: unlessRefused(() => house.sysvars.list({ central })) ?? [],
    interfaces: unlessRefused(() => house.snapshot.take({ central }).interfaces) ?? [],
    counters: unlessRefused(() => house.hub.dataPoints({ central })[0]),
    metrics: unlessRefused(() => house.hub.metrics({ central })[0]),
    update: unlessRefused(() => house.hub.updates({ central })[0]),
  };
}

/** Use cases refuse what is gone, and lists that were not read yet; for a mirror both are nothing to show. */
function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
