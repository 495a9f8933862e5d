import type { DeviceView } from '@ccu-gateway/gateway-core';
import { readableOf } from './describe.js';

/** States that devices are searched by. */
export const STATES = [
  'on',
  'off',
  'open',
  'closed',
  'locked',
  'unlocked',
  'heating',
  'unreachable',
  'low_battery',
] as const;

export type State = (typeof STATES)[number];

const CONTACT = /CONTACT|ROTARY_HANDLE|TILT/;
const OPEN: readonly unknown[] = ['OPEN', 'TILTED', true];

/** True where one of the things of the device is in this state. An unknown value is in none. */
export function isIn(view: DeviceView, state: State): boolean {
  const any = (member: string, value: boolean) => view.customDataPoints.some((thing) => thing.state[member] === value);
  switch (state) {
    case 'on':
      return any('is_on', true);
    case 'off':
      return any('is_on', false);
    case 'open':
      return any('is_closed', false) || contacts(view).some((value) => OPEN.includes(value));
    case 'closed':
      return any('is_closed', true) || contacts(view).some((value) => value === 'CLOSED' || value === false);
    case 'locked':
      return locks(view).some(({ state: values }) => values.is_locked === true);
    case 'unlocked':
      return locks(view).some(({ state: values }) => values.is_locked === false);
    case 'heating':
      return view.customDataPoints.some((thing) => thing.state.hvac_action === 'heating');
    case 'unreachable':
      return !view.device.available;
    case 'low_battery':
      return view.device.availability.LowBattery === true;
  }
}

/** Locks of doors. The keys of a thermostat can be locked as well, which keeps no door shut. */
const locks = ({ customDataPoints }: DeviceView) =>
  customDataPoints.filter(({ category, confirm }) => category === 'lock' && Object.values(confirm).includes('unlock'));

/** Known values of the contacts of windows and doors. */
function contacts({ device, dataPoints }: DeviceView): readonly unknown[] {
  return device.channels
    .filter(({ type = '' }) => CONTACT.test(type))
    .flatMap(({ number }) => dataPoints.get(number) ?? [])
    .filter(({ parameter, observed }) => parameter === 'STATE' && observed)
    .map(readableOf);
}
