import type { Draft } from '../recipe/draft.js';
import { ALWAYS, isMachine, SWITCH_TOGGLE } from '../recipe/jumps.js';
import { type Press, type Receiver, specialOf } from '../recipe/parameters.js';
import { isDimmer, isSignal, type Kind, recipe, repeat } from './kind.js';
import { askLight, goOff, goOn } from './switching.js';

const isLight = (receiver: Receiver): boolean => isDimmer(receiver) && isMachine(receiver) && !isSignal(receiver);
const isHeld = (receiver: Receiver): boolean => isLight(receiver) && receiver.presses.includes('LONG');

/** Makes a press change the brightness step by step while it is held. */
function dim(draft: Draft, press: Press, ...actions: readonly string[]): boolean {
  draft.choose(press, 'ELSE_ACTION_TYPE', 'INACTIVE');
  draft.set(press, 'DIM_MIN_LEVEL', 0);
  draft.set(press, 'DIM_MAX_LEVEL', 1);
  return draft.choose(press, 'ACTION_TYPE', ...actions) && repeat(draft, press, press === 'LONG');
}

const UP = ['UPDIM', 'DRIVE_UP'];
const DOWN = ['DOWNDIM', 'DRIVE_DOWN'];
const BOTH = ['TOGGLEDIM', 'TOGGLE_DRIVE_LAST_DIR', 'TOGGLE_DRIVE_COUNTER'];

/** The value of a level that means the one before. */
function oldLevel(receiver: Receiver, press: Press): number | undefined {
  const level = receiver.find(press, 'ON_LEVEL');
  if (level === undefined) return undefined;
  const special = specialOf(level, 'OLD_LEVEL');
  return special ?? (typeof level.max === 'number' && level.max >= OLD_LEVEL ? OLD_LEVEL : undefined);
}

const OLD_LEVEL = 1.005;

const KEYS: readonly Kind[] = [
  {
    id: 40,
    key: 'brighter',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        askLight(draft, ['SHORT']);
        return isHeld(receiver) && goOn(draft, 'SHORT') && dim(draft, 'LONG', ...UP);
      }),
  },
  {
    id: 41,
    key: 'darker',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isHeld(receiver) && goOff(draft, 'SHORT') && dim(draft, 'LONG', ...DOWN)),
  },
  {
    id: 42,
    key: 'dim_toggle',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        askLight(draft, ['SHORT']);
        return isHeld(receiver) && goOn(draft, 'SHORT', ALWAYS, SWITCH_TOGGLE) && dim(draft, 'LONG', ...BOTH);
      }),
  },
  {
    id: 43,
    key: 'dim_up',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isHeld(receiver) && receiver.presses.every((press) => dim(draft, press, ...UP))),
  },
  {
    id: 44,
    key: 'dim_down',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isHeld(receiver) && receiver.presses.every((press) => dim(draft, press, ...DOWN))),
  },
  {
    id: 45,
    key: 'on_last_level',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        askLight(draft, receiver.presses, { level: false });
        return isLight(receiver) && receiver.presses.every((press) => lastLevel(draft, press) && goOn(draft, press));
      }),
  },
];

function lastLevel(draft: Draft, press: Press): boolean {
  const level = oldLevel(draft.receiver, press);
  if (level === undefined) return false;
  draft.set(press, 'ON_LEVEL', level);
  return true;
}

const COLORS: readonly Kind[] = [
  {
    id: 50,
    key: 'color_on',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        askLight(draft, presses);
        const hue = { default: 0, min: 0, max: 360, unit: '°' };
        const colored =
          draft.askNumber('hue', presses, 'ON_HUE', hue) &&
          draft.askNumber('saturation', presses, 'ON_SATURATION', { ...PERCENT, default: 100 });
        return isLight(receiver) && colored && presses.every((press) => goOn(draft, press));
      }),
  },
  {
    id: 51,
    key: 'white_on',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => {
        const { presses } = receiver;
        askLight(draft, presses);
        const white = { default: 2700, min: 1000, max: 10_000, unit: 'K' };
        const asked = draft.askNumber('color_temperature', presses, 'ON_COLOR_TEMPERATURE', white);
        return isLight(receiver) && asked && presses.every((press) => goOn(draft, press));
      }),
  },
];

const PERCENT = { min: 0, max: 100, factor: 0.01, unit: '%' } as const;

/** Lights whose brightness or colour a link changes. */
export const DIMMING: readonly Kind[] = [...KEYS, ...COLORS];
