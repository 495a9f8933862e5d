import { type ActingCore, unlessRefused } from '@ccu-gateway/gateway-core';
import type { HubViewOf } from './hub.js';

/** Part of the core that the tree reads. */
export type ReadingCore = Pick<ActingCore, 'devices' | 'programs' | 'sysvars' | 'hub' | 'problems' | 'alarm' | 'areas'>;

/** Value of a data point, with the times of its last report and change. */
export type PointReading = ReturnType<ReadingCore['devices']['reading']>;

/** Where a device is. */
export interface DevicePlace {
  readonly central: string;
  readonly address: string;
}

/** Where a device of a list is. */
export function placeOf({
  central = '',
  address,
}: {
  readonly central?: string | undefined;
  readonly address: string;
}): DevicePlace {
  return { central, address };
}

/** Current state of a CCU itself. Members that were not read yet are missing. */
export function readHub(house: ReadingCore, central: string): HubViewOf {
  return {
    central,
    programs: unlessRefused(() => house.programs.list({ central })) ?? [],
    sysvars: unlessRefused(() => house.sysvars.list({ central })) ?? [],
    interfaces: unlessRefused(() => house.hub.interfaces({ central })) ?? [],
    counters: unlessRefused(() => house.hub.dataPoints({ central })[0]),
    metrics: unlessRefused(() => house.hub.metrics({ central })[0]),
    readiness: unlessRefused(() => house.hub.readiness({ central })),
    problems: unlessRefused(() => house.problems.list({ central })),
    update: unlessRefused(() => house.hub.updates({ central })[0]),
    channelName: (address) => channelName(house, central, address),
  };
}

function channelName(house: ReadingCore, central: string, channel: string): string | undefined {
  const end = channel.lastIndexOf(':');
  const device = unlessRefused(() =>
    house.devices.get({ central, address: end < 0 ? channel : channel.slice(0, end) }),
  );
  return device?.channels.find(({ address }) => address === channel)?.name || device?.name || undefined;
}
