import type { Draft } from '../recipe/draft.js';
import {
  ALWAYS,
  type Conditions,
  DARK,
  FOLLOW,
  ignore,
  isMachine,
  type Jumps,
  jump,
  SWITCH_OFF,
  SWITCH_ON,
  SWITCH_TOGGLE,
  UNLESS,
  WHILE,
} from '../recipe/jumps.js';
import { optionOf, type Press, type Receiver } from '../recipe/parameters.js';
import {
  askThreshold,
  isDimmer,
  isShutter,
  isSignal,
  isValve,
  type Kind,
  recipe,
  repeat,
  type Senders,
} from './kind.js';

const isSwitch = (receiver: Receiver): boolean =>
  isMachine(receiver) && !isShutter(receiver) && !isSignal(receiver) && !isValve(receiver);

/** The colour of a lamp as it is, so that a profile without a colour is no profile with one. */
function keepColor(draft: Draft, presses: readonly Press[]): void {
  for (const press of presses) {
    for (const meaning of ['ON_HUE', 'ON_SATURATION', 'ON_COLOR_TEMPERATURE']) draft.unchanged(press, meaning);
    draft.choose(press, 'OUTPUT_BEHAVIOUR', 'NO_EFFECT');
  }
}

const isColor = (word: string): boolean => !/OLD_VALUE|DO_NOT_CARE/.test(word);

/** Brightness, colour and ramp of a light that goes on. */
export function askLight(draft: Draft, presses: readonly Press[], options: { readonly level?: boolean } = {}): void {
  if (!isDimmer(draft.receiver)) return;
  keepColor(draft, presses);
  if (options.level !== false) {
    draft.askNumber('level', presses, 'ON_LEVEL', { default: 100, min: 1, max: 100, factor: 0.01, unit: '%' });
  }
  draft.askOption('color', presses, 'OPTICAL_SIGNAL_COLOR', isColor);
  draft.askTime('ramp', presses, 'RAMPON_TIME', { default: 0.5 });
}

export function goOn(draft: Draft, press: Press, conditions: Conditions = ALWAYS, jumps: Jumps = SWITCH_ON): boolean {
  for (const time of ['ON_TIME', 'OFF_TIME']) draft.forever(press, time);
  repeat(draft, press, false);
  return jump(draft, press, jumps, conditions);
}

export function goOff(draft: Draft, press: Press): boolean {
  for (const time of ['ON_TIME', 'OFF_TIME']) draft.forever(press, time);
  draft.set(press, 'OFF_LEVEL', 0);
  repeat(draft, press, false);
  return jump(draft, press, SWITCH_OFF);
}

function atOnce(draft: Draft, presses: readonly Press[]): void {
  for (const press of presses) {
    for (const time of ['ONDELAY_TIME', 'OFFDELAY_TIME']) draft.seconds(press, time, 0);
  }
}

const every = (presses: readonly Press[], act: (press: Press) => boolean): boolean =>
  presses.length > 0 && presses.every(act);

/** A sensor causes the short press; where it can be a key as well, the long one does nothing. */
export function sensorPress(draft: Draft, senders: Senders): boolean {
  return !senders.has('key') || !draft.receiver.presses.includes('LONG') || ignore(draft, 'LONG');
}

const ON: readonly Kind[] = [
  {
    id: 2,
    key: 'on',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        askLight(draft, presses);
        draft.askTime('delay', presses, 'ONDELAY_TIME', { default: 0 });
        return isSwitch(receiver) && every(presses, (press) => goOn(draft, press));
      }),
  },
  {
    id: 3,
    key: 'off',
    senders: ['key'],
    isHarmless: true,
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        if (isDimmer(receiver)) draft.askTime('ramp', presses, 'RAMPOFF_TIME', { default: 0.5 });
        draft.askTime('delay', presses, 'OFFDELAY_TIME', { default: 0 });
        return isSwitch(receiver) && every(presses, (press) => goOff(draft, press));
      }),
  },
  {
    id: 4,
    key: 'toggle',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        atOnce(draft, presses);
        askLight(draft, presses);
        return isSwitch(receiver) && every(presses, (press) => goOn(draft, press, ALWAYS, SWITCH_TOGGLE));
      }),
  },
  {
    id: 5,
    key: 'on_for',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isSwitch(receiver) && onFor(draft, receiver.presses, { standard: 300 })),
  },
  {
    id: 6,
    key: 'off_for',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        atOnce(draft, presses);
        const off = isSwitch(receiver) && every(presses, (press) => goOff(draft, press));
        return off && draft.askTime('time', presses, 'OFF_TIME', { default: 300, min: 1 });
      }),
  },
  {
    id: 7,
    key: 'on_while_held',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        if (!isSwitch(receiver) || !receiver.presses.includes('LONG')) return false;
        askLight(draft, ['LONG']);
        atOnce(draft, ['LONG']);
        const held = goOn(draft, 'LONG') && repeat(draft, 'LONG', true) && ignore(draft, 'SHORT');
        // A key that is held repeats its signal, and each one begins this time again.
        draft.seconds('LONG', 'ON_TIME', 1);
        return held;
      }),
  },
  {
    id: 8,
    key: 'short_on_long_off',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        if (!isSwitch(receiver) || !receiver.presses.includes('LONG')) return false;
        atOnce(draft, ['SHORT', 'LONG']);
        askLight(draft, ['SHORT']);
        return goOn(draft, 'SHORT') && goOff(draft, 'LONG');
      }),
  },
];

function onFor(
  draft: Draft,
  presses: readonly Press[],
  options: { readonly standard: number; readonly conditions?: Conditions },
): boolean {
  atOnce(draft, presses);
  askLight(draft, presses);
  for (const press of presses) {
    draft.choose(press, 'ON_TIME_MODE', 'TIME_IS_ABSOLUTE', 'ABSOLUTE');
    draft.set(press, 'OFF_LEVEL', 0);
  }
  const on = every(presses, (press) => goOn(draft, press, options.conditions));
  return on && draft.askTime('time', presses, 'ON_TIME', { default: options.standard, min: 1 });
}

/** Follows a sensor: on while `conditions` hold, off afterwards. */
function follow(draft: Draft, senders: Senders, conditions: Conditions): boolean {
  atOnce(draft, ['SHORT']);
  askLight(draft, ['SHORT']);
  draft.set('SHORT', 'OFF_LEVEL', 0);
  return goOn(draft, 'SHORT', conditions, FOLLOW) && sensorPress(draft, senders);
}

const SENSED: readonly Kind[] = [
  {
    id: 20,
    key: 'on_while',
    senders: ['contact', 'condition'],
    make: (receiver, senders) => recipe(receiver, (draft) => isSwitch(receiver) && follow(draft, senders, WHILE)),
  },
  {
    id: 21,
    key: 'off_while',
    senders: ['contact', 'condition'],
    make: (receiver, senders) => recipe(receiver, (draft) => isSwitch(receiver) && follow(draft, senders, UNLESS)),
  },
  {
    id: 22,
    key: 'sensed_on_for',
    senders: ['contact', 'condition'],
    make: (receiver, senders) =>
      recipe(
        receiver,
        (draft) => isSwitch(receiver) && onFor(draft, ['SHORT'], { standard: 300 }) && sensorPress(draft, senders),
      ),
  },
  {
    id: 23,
    key: 'motion_light',
    senders: ['motion'],
    make: (receiver, senders) =>
      recipe(receiver, (draft) => {
        const on = isSwitch(receiver) && onFor(draft, ['SHORT'], { standard: 180, conditions: DARK });
        return on && askThreshold(draft, 50) && sensorPress(draft, senders);
      }),
  },
  {
    id: 24,
    key: 'on_above',
    senders: ['measure'],
    make: (receiver, senders) =>
      recipe(receiver, (draft) => isSwitch(receiver) && follow(draft, senders, WHILE) && askThreshold(draft, 128)),
  },
  {
    id: 25,
    key: 'on_below',
    senders: ['measure'],
    make: (receiver, senders) =>
      recipe(receiver, (draft) => isSwitch(receiver) && follow(draft, senders, UNLESS) && askThreshold(draft, 128)),
  },
];

const VALVES: readonly Kind[] = [
  {
    id: 30,
    key: 'valve_open',
    senders: ['key'],
    confirm: 'water',
    make: (receiver) =>
      recipe(receiver, (draft) => {
        atOnce(draft, receiver.presses);
        return isValve(receiver) && isMachine(receiver) && every(receiver.presses, (press) => goOn(draft, press));
      }),
  },
  {
    id: 31,
    key: 'valve_close',
    senders: ['key'],
    isHarmless: true,
    make: (receiver) =>
      recipe(receiver, (draft) => {
        atOnce(draft, receiver.presses);
        return isValve(receiver) && isMachine(receiver) && every(receiver.presses, (press) => goOff(draft, press));
      }),
  },
  {
    id: 32,
    key: 'valve_open_for',
    senders: ['key'],
    confirm: 'water',
    make: (receiver) =>
      recipe(
        receiver,
        (draft) => isValve(receiver) && isMachine(receiver) && onFor(draft, receiver.presses, { standard: 600 }),
      ),
  },
  {
    id: 33,
    key: 'valve_open_while',
    senders: ['contact', 'condition'],
    confirm: 'water',
    make: (receiver, senders) =>
      recipe(receiver, (draft) => isValve(receiver) && isMachine(receiver) && follow(draft, senders, WHILE)),
  },
];

const NO_EFFECT: Kind = {
  id: 9,
  key: 'no_effect',
  senders: ['key', 'contact', 'condition', 'motion', 'measure'],
  isHarmless: true,
  make: (receiver) =>
    recipe(receiver, (draft) => {
      const jumps = receiver.presses.some((press) => receiver.find(press, 'JT_ON') !== undefined);
      return jumps && every(receiver.presses, (press) => still(draft, press));
    }),
};

function still(draft: Draft, press: Press): boolean {
  if (optionOf(draft.receiver.find(press, 'ACTION_TYPE'), 'INACTIVE') !== undefined) return ignore(draft, press);
  return ['ON', 'OFF', 'RAMPON', 'RAMPOFF'].every(
    (state) => draft.receiver.find(press, `JT_${state}`) === undefined || draft.choose(press, `JT_${state}`, 'NOP'),
  );
}

/** Lights, sockets and valves that go on and off. */
export const SWITCHING: readonly Kind[] = [...ON, ...SENSED, ...VALVES, NO_EFFECT];
