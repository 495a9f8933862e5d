import type { CallAnswer } from '@ccu-gateway/client';
import type { HouseStore } from '../../store/house-store.js';
import { deviceKeyOf } from '../../store/points.js';
import { reportedSignals, type Signal } from '../radio/reported-signals.js';
import { rssiOf } from '../radio/traffic.js';

type Matrix = CallAnswer<'getRssiMatrix'>;

/** A device and one radio module that hears it, or that it hears. */
export interface Reach extends Signal {
  readonly id: string;
  /** The radio module: `interface id/address`, or the id of the interface for the module of the CCU. */
  readonly hub: string;
  readonly hubName: string;
  /** False for a radio gateway that receives the device beside its own one. */
  readonly isCurrent: boolean;
}

/** Signals of the devices of a gateway, with those at each radio gateway where the CCU has several. */
export function reachesOf(
  store: Pick<HouseStore, 'devices' | 'peekDevice' | 'peekPoint' | 'interfaces'>,
  matrices: readonly Matrix[],
): readonly Reach[] {
  const several = matrices.filter(({ receivers }) => receivers.length > 1);
  const byReceiver = several.flatMap((each) => received(store, each));
  const known = new Set(several.map(({ interface_id }) => interface_id));
  const names = new Map(
    store.interfaces.value.map(({ id, name, central_id }) => [id, `${central_id ?? ''} ${name}`.trim()]),
  );
  // A device that such a matrix lacks has no radio: a team or a virtual remote.
  const own = reportedSignals(store).filter(({ device }) => !known.has(device.summary.interface_id));
  return [
    ...own.map(({ device, ...signal }) => {
      const hub = device.summary.interface_id;
      return { id: `${device.key} ${hub}`, device, hub, hubName: names.get(hub) ?? hub, isCurrent: true, ...signal };
    }),
    ...byReceiver,
  ];
}

function received(store: Pick<HouseStore, 'peekDevice'>, matrix: Matrix): readonly Reach[] {
  const { central, interface_id, receivers, devices } = matrix;
  const names = new Map(receivers.map(({ address, description }) => [address, description || address]));
  return devices.flatMap(({ address, receiver: current, signals }) => {
    const device = store.peekDevice(deviceKeyOf(central, address));
    if (device === undefined) return [];
    return signals.flatMap(({ receiver, rssi_device, rssi_peer }): readonly Reach[] => {
      const [toDevice, fromDevice] = [rssiOf(rssi_device), rssiOf(rssi_peer)];
      if (toDevice === undefined && fromDevice === undefined) return [];
      const hub = `${interface_id}/${receiver}`;
      return [
        {
          id: `${device.key} ${hub}`,
          device,
          hub,
          hubName: `${central} ${names.get(receiver) ?? receiver}`,
          isCurrent: receiver === current,
          toDevice,
          fromDevice,
        },
      ];
    });
  });
}

/** The weaker direction of a signal in dBm: it decides whether a command and its answer arrive. */
export function weakestOf({ toDevice, fromDevice }: Pick<Reach, 'toDevice' | 'fromDevice'>): number {
  return Math.min(toDevice ?? 0, fromDevice ?? 0);
}
