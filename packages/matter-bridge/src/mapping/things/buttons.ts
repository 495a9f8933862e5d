import { button } from '../clusters/button.js';
import { type ChannelView, pointRef, tells } from '../device.js';
import type { Press, PressPlan } from '../plan.js';
import { functionOf, type ThingFunction } from './function.js';

const PRESSES: readonly (readonly [parameter: string, Press])[] = [
  ['PRESS_SHORT', 'short'],
  ['PRESS', 'short'],
  ['PRESS_LONG_START', 'long_start'],
  ['PRESS_LONG', 'long'],
  ['PRESS_LONG_RELEASE', 'long_release'],
];

/** A key of a remote control, a wall button or an actor. */
export function functionsOfButton(channel: ChannelView): readonly ThingFunction[] {
  const presses: readonly PressPlan[] = PRESSES.filter(
    ([parameter]) => tells(channel, parameter) && channel.points.get(parameter)?.operations.event === true,
  )
    // While a key is held, `PRESS_LONG` repeats; where its start is reported, the start is the press.
    .filter(([parameter]) => parameter !== 'PRESS_LONG' || !tells(channel, 'PRESS_LONG_START'))
    .map(([parameter, press]) => ({ of: pointRef(channel, parameter), press }));
  // Without a press to begin with there is nothing that could be released.
  if (!presses.some(({ press }) => press !== 'long_release')) return [];
  return [
    functionOf(
      'button',
      'GenericSwitch',
      [button(presses)],
      presses.map(({ of }) => of),
    ),
  ];
}
