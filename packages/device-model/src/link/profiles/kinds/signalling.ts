import type { Draft } from '../recipe/draft.js';
import { ALWAYS, type Conditions, DARK, isMachine, jump, SWITCH_OFF, SWITCH_ON } from '../recipe/jumps.js';
import { optionOf, type Press, type Receiver } from '../recipe/parameters.js';
import type { SenderKind } from '../recipe/senders.js';
import { askThreshold, isSignal, isSiren, type Kind, recipe, repeat } from './kind.js';
import { goOff, goOn, sensorPress } from './switching.js';

const isArming = (receiver: Receiver): boolean =>
  optionOf(receiver.find('SHORT', 'ON_LEVEL'), 'DISARMED') !== undefined;
const isSounder = (receiver: Receiver): boolean => isSiren(receiver) && isMachine(receiver) && !isArming(receiver);

/** Sound and flashing of a siren that has them. */
function askSignals(draft: Draft, presses: readonly Press[]): void {
  draft.askOption('tone', presses, 'SIGNAL_SELECTION_ACOUSTIC');
  draft.askOption('flash', presses, 'SIGNAL_SELECTION_OPTICAL');
}

function sirenFor(draft: Draft, presses: readonly Press[]): boolean {
  askSignals(draft, presses);
  for (const press of presses) {
    draft.choose(press, 'ON_TIME_MODE', 'TIME_IS_ABSOLUTE', 'ABSOLUTE');
    for (const time of ['ONDELAY_TIME', 'OFFDELAY_TIME']) draft.seconds(press, time, 0);
  }
  const on = presses.every((press) => goOn(draft, press));
  return on && draft.askTime('time', presses, 'ON_TIME', { default: 120, min: 1 });
}

const SENSORS: readonly SenderKind[] = ['contact', 'condition'];

const SIRENS: readonly Kind[] = [
  {
    id: 110,
    key: 'siren',
    senders: ['key'],
    confirm: 'alarm',
    make: (receiver) => recipe(receiver, (draft) => isSounder(receiver) && sirenFor(draft, receiver.presses)),
  },
  {
    id: 111,
    key: 'siren_off',
    senders: ['key'],
    isHarmless: true,
    make: (receiver) =>
      recipe(receiver, (draft) => isSounder(receiver) && receiver.presses.every((press) => goOff(draft, press))),
  },
  {
    id: 112,
    key: 'sensed_siren',
    senders: [...SENSORS, 'motion', 'measure'],
    confirm: 'alarm',
    make: (receiver, senders) =>
      recipe(receiver, (draft) => {
        const sounds = isSounder(receiver) && sirenFor(draft, ['SHORT']) && sensorPress(draft, senders);
        return sounds && (!isMeasured(senders) || askThreshold(draft, 0));
      }),
  },
];

/** Senders whose value is compared with a threshold that people set. */
const isMeasured = (senders: ReadonlySet<SenderKind>): boolean => senders.has('motion') || senders.has('measure');

/** Begins or ends the guard of an alarm system. */
function guard(draft: Draft, presses: readonly Press[], isArmed: boolean): boolean {
  const isMode = (word: string) => word !== 'DISARMED';
  if (isArmed && !draft.askOption('mode', presses, 'ON_LEVEL', isMode)) return false;
  if (!isArmed && !presses.every((press) => draft.choose(press, 'ON_LEVEL', 'DISARMED'))) return false;
  if (isArmed) draft.askTime('delay', presses, 'ONDELAY_TIME', { default: 30 });
  return presses.every((press) => goOn(draft, press));
}

const GUARDS: readonly Kind[] = [
  {
    id: 113,
    key: 'arm',
    senders: ['key'],
    confirm: 'alarm',
    make: (receiver) => recipe(receiver, (draft) => isArming(receiver) && guard(draft, receiver.presses, true)),
  },
  {
    id: 114,
    key: 'disarm',
    senders: ['key'],
    confirm: 'alarm',
    make: (receiver) => recipe(receiver, (draft) => isArming(receiver) && guard(draft, receiver.presses, false)),
  },
  {
    id: 115,
    key: 'arm_when',
    senders: [...SENSORS, 'motion', 'measure'],
    confirm: 'alarm',
    make: (receiver, senders) =>
      recipe(receiver, (draft) => {
        const armed = isArming(receiver) && guard(draft, ['SHORT'], true) && sensorPress(draft, senders);
        return armed && (!isMeasured(senders) || askThreshold(draft, 0));
      }),
  },
];

const hasSignal = ({ find }: Receiver): boolean => find('SHORT', 'ACT_TYPE') !== undefined;

/** A light or sound that people choose, a number of times. */
function signal(draft: Draft, presses: readonly Press[], conditions: Conditions): boolean {
  const { receiver } = draft;
  const isLight = receiver.find('SHORT', 'ACT_TYPE')?.type === 'ENUM';
  const chosen = isLight
    ? draft.askOption('light', presses, 'ACT_TYPE', (word) => word !== 'NO_MSG')
    : draft.askNumber('sound', presses, 'ACT_TYPE', { default: 1, min: 0, max: 255 });
  if (!isLight) draft.askOption('volume', presses, 'ACT_INTENS');
  draft.askNumber('count', presses, 'ACT_NUM', { default: 1, min: 1, max: 255 });
  return chosen && presses.every((press) => beSignalled(draft, press, conditions));
}

function beSignalled(draft: Draft, press: Press, conditions: Conditions): boolean {
  for (const time of ['ON_TIME', 'OFF_TIME']) draft.forever(press, time);
  for (const time of ['ONDELAY_TIME', 'OFFDELAY_TIME']) draft.seconds(press, time, 0);
  repeat(draft, press, false);
  return jump(draft, press, SWITCH_ON, conditions);
}

const SIGNALS: readonly Kind[] = [
  {
    id: 116,
    key: 'signal',
    senders: ['key'],
    make: (receiver) => recipe(receiver, (draft) => hasSignal(receiver) && signal(draft, receiver.presses, ALWAYS)),
  },
  {
    id: 117,
    key: 'signal_off',
    senders: ['key'],
    isHarmless: true,
    make: (receiver) =>
      recipe(
        receiver,
        (draft) =>
          hasSignal(receiver) &&
          isSignal(receiver) &&
          receiver.presses.every((press) => repeat(draft, press, false) && jump(draft, press, SWITCH_OFF)),
      ),
  },
  {
    id: 118,
    key: 'sensed_signal',
    senders: [...SENSORS, 'motion', 'measure'],
    make: (receiver, senders) =>
      recipe(receiver, (draft) => {
        const conditions = senders.has('motion') ? DARK : ALWAYS;
        const signals = hasSignal(receiver) && signal(draft, ['SHORT'], conditions) && sensorPress(draft, senders);
        return signals && (!isMeasured(senders) || askThreshold(draft, senders.has('motion') ? 255 : 128));
      }),
  },
];

/** Sirens, alarm systems, gongs and signal lights. */
export const SIGNALLING: readonly Kind[] = [...SIRENS, ...GUARDS, ...SIGNALS];
