import type { Draft } from '../recipe/draft.js';
import {
  ALWAYS,
  type Conditions,
  DARK,
  ignore,
  isMachine,
  type Jumps,
  jump,
  MOVE_DOWN,
  MOVE_STOP,
  MOVE_TOGGLE,
  MOVE_UP,
  UNLESS,
  WHILE,
} from '../recipe/jumps.js';
import { type Press, type Receiver, specialOf } from '../recipe/parameters.js';
import type { SenderKind } from '../recipe/senders.js';
import type { KindKey } from '../recipe/texts.js';
import { askThreshold, isShutter, type Kind, recipe, repeat } from './kind.js';
import { sensorPress } from './switching.js';

const isMover = (receiver: Receiver): boolean => isShutter(receiver) && isMachine(receiver);

/** Moves the whole way: the upper end is on, the lower one off. */
function move(draft: Draft, press: Press, jumps: Jumps, conditions: Conditions = ALWAYS): boolean {
  for (const time of ['ON_TIME', 'OFF_TIME']) draft.forever(press, time);
  for (const time of ['ONDELAY_TIME', 'OFFDELAY_TIME']) draft.seconds(press, time, 0);
  draft.set(press, 'ON_LEVEL', 1);
  draft.set(press, 'OFF_LEVEL', 0);
  for (const meaning of ['ON_LEVEL_2', 'OFF_LEVEL_2']) draft.unchanged(press, meaning);
  draft.set(press, 'MAX_TIME_FIRST_DIR', longest(draft.receiver, press) ?? 0);
  repeat(draft, press, false);
  return jump(draft, press, jumps, conditions);
}

function longest(receiver: Receiver, press: Press): number | undefined {
  const time = receiver.find(press, 'MAX_TIME_FIRST_DIR');
  if (time === undefined) return undefined;
  return specialOf(time, 'NOT_USED') ?? (typeof time.max === 'number' ? time.max : undefined);
}

/** Each signal of a key that is held moves for a moment, so that it stops when the key is released. */
const STEP_SECONDS = 0.5;

function hold(draft: Draft, jumps: Jumps): boolean {
  if (!draft.receiver.presses.includes('LONG')) return true;
  if (draft.receiver.find('LONG', 'MAX_TIME_FIRST_DIR') === undefined) return move(draft, 'LONG', jumps);
  const held = move(draft, 'LONG', jumps) && repeat(draft, 'LONG', true);
  draft.set('LONG', 'MAX_TIME_FIRST_DIR', STEP_SECONDS);
  return held;
}

const both = (draft: Draft, jumps: Jumps): boolean =>
  draft.receiver.presses.every((press) => move(draft, press, jumps));

const KEYS: readonly Kind[] = [
  {
    id: 60,
    key: 'up',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isMover(receiver) && move(draft, 'SHORT', MOVE_UP) && hold(draft, MOVE_UP)),
  },
  {
    id: 61,
    key: 'down',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isMover(receiver) && move(draft, 'SHORT', MOVE_DOWN) && hold(draft, MOVE_DOWN)),
  },
  {
    id: 62,
    key: 'up_down',
    senders: ['key'],
    make: (receiver) => recipe(receiver, (draft) => isMover(receiver) && both(draft, MOVE_TOGGLE)),
  },
  {
    id: 63,
    key: 'stop',
    senders: ['key'],
    isHarmless: true,
    make: (receiver) => recipe(receiver, (draft) => isMover(receiver) && both(draft, MOVE_STOP)),
  },
  {
    id: 64,
    key: 'position',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isMover(receiver) && both(draft, MOVE_UP) && askPosition(draft, receiver.presses)),
  },
  {
    id: 65,
    key: 'position_slats',
    senders: ['key'],
    make: (receiver) =>
      recipe(
        receiver,
        (draft) =>
          isMover(receiver) &&
          both(draft, MOVE_UP) &&
          askPosition(draft, receiver.presses) &&
          draft.askNumber('slats', receiver.presses, 'ON_LEVEL_2', { ...PERCENT, default: 50 }),
      ),
  },
  {
    id: 66,
    key: 'up_for',
    senders: ['key'],
    make: (receiver) =>
      recipe(
        receiver,
        (draft) =>
          isMover(receiver) &&
          both(draft, MOVE_UP) &&
          draft.askTime('time', receiver.presses, 'ON_TIME', { default: 600, min: 1 }),
      ),
  },
];

const PERCENT = { min: 0, max: 100, factor: 0.01, unit: '%' } as const;

/** The whole way up is a profile of its own. */
const askPosition = (draft: Draft, presses: readonly Press[]): boolean =>
  draft.askNumber('position', presses, 'ON_LEVEL', { ...PERCENT, default: 50, max: 99 });

/** A shutter that moves at the event of a sensor; `threshold` is the default of the value that people set. */
interface Sensed {
  readonly id: number;
  readonly key: KindKey;
  readonly senders: readonly SenderKind[];
  readonly jumps: Jumps;
  readonly conditions: Conditions;
  readonly threshold?: number;
}

const sensed = ({ id, key, senders, jumps, conditions, threshold }: Sensed): Kind => ({
  id,
  key,
  senders,
  make: (receiver, all) =>
    recipe(receiver, (draft) => {
      const moved = isMover(receiver) && move(draft, 'SHORT', jumps, conditions) && sensorPress(draft, all);
      return moved && (threshold === undefined || askThreshold(draft, threshold));
    }),
});

const EVENTS: readonly SenderKind[] = ['contact', 'condition'];
const MEASURES: readonly SenderKind[] = ['measure'];
const MOTIONS: readonly SenderKind[] = ['motion'];

const SENSED: readonly Kind[] = [
  sensed({ id: 70, key: 'sensed_up', senders: EVENTS, jumps: MOVE_UP, conditions: ALWAYS }),
  sensed({ id: 71, key: 'sensed_down', senders: EVENTS, jumps: MOVE_DOWN, conditions: ALWAYS }),
  sensed({ id: 72, key: 'up_while', senders: EVENTS, jumps: MOVE_TOGGLE, conditions: WHILE }),
  sensed({ id: 73, key: 'down_while', senders: EVENTS, jumps: MOVE_TOGGLE, conditions: UNLESS }),
  sensed({ id: 74, key: 'up_above', senders: MEASURES, jumps: MOVE_UP, conditions: ALWAYS, threshold: 128 }),
  sensed({ id: 75, key: 'down_above', senders: MEASURES, jumps: MOVE_DOWN, conditions: ALWAYS, threshold: 128 }),
  sensed({ id: 76, key: 'motion_up', senders: MOTIONS, jumps: MOVE_UP, conditions: DARK, threshold: 255 }),
  sensed({ id: 77, key: 'motion_down', senders: MOTIONS, jumps: MOVE_DOWN, conditions: DARK, threshold: 255 }),
];

/** A key that only moves while it is held. */
const HELD: readonly Kind[] = [
  {
    id: 67,
    key: 'up_while_held',
    senders: ['key'],
    make: (receiver) => recipe(receiver, (draft) => isHeld(receiver) && ignore(draft, 'SHORT') && hold(draft, MOVE_UP)),
  },
  {
    id: 68,
    key: 'down_while_held',
    senders: ['key'],
    make: (receiver) =>
      recipe(receiver, (draft) => isHeld(receiver) && ignore(draft, 'SHORT') && hold(draft, MOVE_DOWN)),
  },
];

const isHeld = (receiver: Receiver): boolean =>
  isMover(receiver) && receiver.find('LONG', 'MAX_TIME_FIRST_DIR') !== undefined;

/** Shutters and blinds. */
export const MOVING: readonly Kind[] = [...KEYS, ...HELD, ...SENSED];
