import { signalEntry, systemCcuEntry } from '@ccu-gateway/contract';
import { type DiagnosticsReading, knownScope, signalsOf, useCases } from '@ccu-gateway/gateway-core/use-cases';
import { z } from 'zod';
import { centralArgs, scopeOf } from '../operation/central-arg.js';
import { commandsWith } from '../operation/command.js';

const command = commandsWith<DiagnosticsReading>();
const args = z.object(centralArgs);

const statistics = z.object({ total: z.int(), unreachable: z.int(), firmware_updatable: z.int() });

export const ccuCommands = [
  command({
    name: 'central.info',
    category: 'central',
    alone: 'lists one CCU, too',
    description: 'List the CCUs and their descriptions.',
    access: 'admin',
    args,
    result: z.object({ entries: z.array(systemCcuEntry) }),
    handler: (given, { systemView, house }) => {
      const { central } = knownScope(house, scopeOf(given));
      return { entries: systemView.centrals().filter(({ name }) => central === undefined || name === central) };
    },
  }),
  command({
    name: 'ccu.get_signal_quality',
    category: 'ccu',
    alone: 'is the same as `ccu.get_rssi_info`, for viewers',
    description: 'Say for each device how well it is heard and how its battery is.',
    access: useCases.diagnostics.signals.role,
    args,
    result: z.object({ devices: z.array(signalEntry) }),
    handler: (given, ports) => ({ devices: signalsOf(ports, scopeOf(given).central) }),
  }),
  command({
    name: 'ccu.device_statistics',
    category: 'ccu',
    alone: 'counts the entries of the list of devices',
    description: 'Count the devices of each interface: all, unreachable ones, those with newer firmware.',
    access: 'viewer',
    args,
    result: z.object({ interfaces: z.record(z.string(), statistics), totals: statistics }),
    handler: (given, { house }) => deviceStatistics(house.devices(knownScope(house, scopeOf(given)))),
  }),
];

interface Counted {
  readonly interface_id: string;
  readonly available: boolean;
  readonly update_available: boolean;
}

function deviceStatistics(devices: readonly Counted[]) {
  const ids = [...new Set(devices.map((device) => device.interface_id))];
  return {
    interfaces: Object.fromEntries(
      ids.map((id) => [id, countsOf(devices.filter((device) => device.interface_id === id))]),
    ),
    totals: countsOf(devices),
  };
}

function countsOf(devices: readonly Counted[]): z.input<typeof statistics> {
  return {
    total: devices.length,
    unreachable: devices.filter(({ available }) => !available).length,
    firmware_updatable: devices.filter((device) => device.update_available).length,
  };
}
