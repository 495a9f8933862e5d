import type { DeviceSummary, InterfaceState } from '@ccu-gateway/contract/types';
import { RADIO_INTERFACES } from './interfaces.js';

/** Messages to one device. */
export interface Sending {
  readonly device: Pick<DeviceSummary, 'interface' | 'interface_id' | 'available' | 'rx_mode'>;
  /** Calls that each end in a message over the air. */
  readonly messages: number;
}

/** Radio cost on one interface. */
export interface RadioCost {
  readonly interfaceId: string;
  readonly name: string;
  /** False for wired devices and for those that exist in the CCU only: they cost no duty cycle. */
  readonly radio: boolean;
  readonly messages: number;
  readonly devices: number;
  /** Devices that are woken with a long signal first. */
  readonly woken: number;
  /** Devices that get it when they wake up by themselves. */
  readonly asleep: number;
  readonly unreachable: number;
  /** The duty cycle in percent; undefined where the interface does not tell. */
  readonly dutyCycle?: number;
}

/** Radio costs, by interface. */
export function radioCosts(sendings: readonly Sending[], interfaces: readonly InterfaceState[]): readonly RadioCost[] {
  const costs = new Map<string, RadioCost>();
  for (const { device, messages } of sendings) {
    const state = interfaces.find(({ id }) => id === device.interface_id);
    const before = costs.get(device.interface_id) ?? {
      interfaceId: device.interface_id,
      name: state?.name ?? device.interface,
      radio: RADIO_INTERFACES.has(device.interface),
      messages: 0,
      devices: 0,
      woken: 0,
      asleep: 0,
      unreachable: 0,
      ...(state?.duty_cycle === undefined ? {} : { dutyCycle: state.duty_cycle }),
    };
    const listening = listeningOf(device);
    costs.set(device.interface_id, {
      ...before,
      messages: before.messages + messages,
      devices: before.devices + 1,
      woken: before.woken + Number(before.radio && listening === 'burst'),
      asleep: before.asleep + Number(before.radio && listening === 'asleep'),
      unreachable: before.unreachable + Number(!device.available),
    });
  }
  return [...costs.values()];
}

/** Times at which a device receives messages. */
export type Listening = 'always' | 'burst' | 'asleep';

export function listeningOf({ rx_mode }: Pick<DeviceSummary, 'rx_mode'>): Listening {
  if (rx_mode?.always) return 'always';
  if (rx_mode?.burst) return 'burst';
  return rx_mode?.wakeup || rx_mode?.config || rx_mode?.lazy_config ? 'asleep' : 'always';
}

/** How much to think about before it is sent: from 60 % the gateway warns, from 80 % it asks, from 95 % it refuses. */
export type Guard = 'free' | 'warn' | 'ask' | 'refuse';

export function guardOf(costs: readonly RadioCost[]): Guard {
  const highest = Math.max(0, ...costs.filter(({ radio }) => radio).map(({ dutyCycle = 0 }) => dutyCycle));
  if (highest >= 95) return 'refuse';
  if (highest >= 80) return 'ask';
  return highest >= 60 ? 'warn' : 'free';
}
