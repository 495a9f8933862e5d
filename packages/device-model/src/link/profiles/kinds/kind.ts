import type { ConfirmReason } from '@ccu-gateway/contract/types';
import { createDraft, type Draft, type Recipe } from '../recipe/draft.js';
import { type Condition, optionOf, type Press, type Receiver } from '../recipe/parameters.js';
import type { SenderKind } from '../recipe/senders.js';
import type { KindKey } from '../recipe/texts.js';

export type Senders = ReadonlySet<SenderKind>;

/** One meaning that a link can have, for each receiver that can do it. */
export interface Kind {
  /** Number on the wire; never given to another kind. */
  readonly id: number;
  readonly key: KindKey;
  readonly senders: readonly SenderKind[];
  /** Why people confirm it. Without it the type of the receiving channel decides, unless the kind `isHarmless`. */
  readonly confirm?: ConfirmReason;
  readonly isHarmless?: boolean;
  /** Its recipe, or undefined where the receiver cannot do it. */
  make(receiver: Receiver, senders: Senders): Recipe | undefined;
}

/** A recipe from what `build` sets; undefined where it returns false. */
export function recipe(receiver: Receiver, build: (draft: Draft) => boolean): Recipe | undefined {
  const draft = createDraft(receiver);
  return build(draft) ? draft.done() : undefined;
}

const MOVES = /BLIND|SHUTTER|JALOUSIE/;
const SIREN = /^SWITCH_(SENSOR|PANIC)$|ALARM|SIREN/;
const VALVE = /WATER_SWITCH|IRRIGATION|VALVE/;

export const isShutter = ({ type, find }: Receiver): boolean =>
  MOVES.test(type) || find('SHORT', 'MAX_TIME_FIRST_DIR') !== undefined;

/** A siren, a signal or an alarm system: its jumps do more than to switch. */
export const isSignal = ({ type, find }: Receiver): boolean =>
  SIREN.test(type) || find('SHORT', 'ACT_TYPE') !== undefined || find('SHORT', 'ON_LEVEL')?.type === 'ENUM';

export const isSiren = ({ type }: Receiver): boolean => SIREN.test(type);
export const isValve = ({ type }: Receiver): boolean => VALVE.test(type);
export const isDimmer = (receiver: Receiver): boolean =>
  receiver.find('SHORT', 'ON_LEVEL')?.type === 'FLOAT' && !isShutter(receiver);

/** True where a press repeats its action while it is held; without the parameter it never does. */
export function repeat(draft: Draft, press: Press, isRepeated: boolean): boolean {
  const parameter = draft.receiver.find(press, 'MULTIEXECUTE');
  if (parameter === undefined) return !isRepeated;
  if (parameter?.type !== 'BOOL') return draft.choose(press, 'MULTIEXECUTE', isRepeated ? 'ON' : 'OFF');
  draft.set(press, 'MULTIEXECUTE', isRepeated);
  return true;
}

/** Brightness at which sensors count, as they send it: 0 is dark, 255 the brightest. */
export function askThreshold(draft: Draft, standard: number): boolean {
  draft.set('SHORT', 'COND_VALUE_HI', 255);
  return draft.askNumber('threshold', ['SHORT'], 'COND_VALUE_LO', { default: standard });
}

/** Sets a jump of all states of a receiver with its own words, such as a lock. */
export function jumpTo(draft: Draft, press: Press, targets: Readonly<Record<string, readonly string[]>>): boolean {
  if (draft.receiver.find(press, 'ACTION_TYPE') !== undefined && !draft.choose(press, 'ACTION_TYPE', 'JUMP')) {
    return false;
  }
  draft.set(press, 'COND_VALUE_LO', 50);
  return Object.entries(targets).every(([state, words]) => {
    if (draft.receiver.find(press, `JT_${state}`) === undefined) return true;
    return draft.choose(press, `JT_${state}`, ...words);
  });
}

/** Lets a press of a receiver with its own words count under one condition. */
export function conditionsOf(draft: Draft, press: Press, condition: Condition): boolean {
  return ['ON', 'OFF', 'RAMPON', 'RAMPOFF'].every(
    (state) =>
      draft.receiver.find(press, `CT_${state}`) === undefined ||
      draft.condition(press, state, condition) ||
      condition === 'GE_LO',
  );
}

/** True where a jump of the receiver has this word. */
export const knowsJump = (receiver: Receiver, word: string): boolean =>
  optionOf(receiver.find('SHORT', 'JT_OFF'), word) !== undefined;
