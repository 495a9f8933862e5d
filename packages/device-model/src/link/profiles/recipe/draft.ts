import {
  type Condition,
  conditionOf,
  defaultOf,
  isWithin,
  type LinkParameter,
  type LinkValue,
  type LinkValues,
  optionOf,
  type Press,
  type Receiver,
  specialOf,
} from './parameters.js';
import type { HumanId } from './texts.js';
import { type Time, timeOf } from './times.js';

/** Where a human parameter is stored: names of device parameters, and the way there and back. */
interface Slot {
  readonly parameters: readonly string[];
  readonly min: number;
  readonly max: number;
  encode(value: number): LinkValues;
  decode(values: LinkValues): number | undefined;
}

/** A parameter of a profile that people set. Numbers; a choice has the numbers of its options. */
export interface Human {
  readonly id: HumanId;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** Options of a choice by their words in the description. */
  readonly options?: readonly { readonly value: number; readonly word: string }[];
  /** Device parameters that it sets. */
  readonly parameters: readonly string[];
  encode(value: number): LinkValues;
  /** Undefined where the values are none of this parameter, or differ between its places. */
  decode(values: LinkValues): number | undefined;
}

/** A profile for one receiver: values that make it what it is, and parameters that people set. */
export interface Recipe {
  readonly fixed: LinkValues;
  readonly humans: readonly Human[];
}

interface HumanRange {
  readonly default: number;
  readonly min?: number;
  readonly max?: number;
}

/** Collects a recipe. Parameters that the receiver does not have are omitted. */
export interface Draft {
  readonly receiver: Receiver;
  set(press: Press | '', meaning: string, value: LinkValue): void;
  /** Sets a parameter to the first of these options that it has. False where it has none. */
  choose(press: Press | '', meaning: string, ...words: readonly string[]): boolean;
  condition(press: Press, state: string, condition: Condition): boolean;
  forever(press: Press, meaning: string): void;
  seconds(press: Press, meaning: string, value: number): void;
  /** Sets a level or colour to the value that changes nothing. */
  unchanged(press: Press, meaning: string): void;
  /** A time in seconds that people set. False where the receiver has no such time. */
  askTime(id: HumanId, presses: readonly Press[], meaning: string, range: HumanRange): boolean;
  /** A number that people set; `factor` converts it to the device's: a percentage with 0.01. */
  askNumber(
    id: HumanId,
    presses: readonly (Press | '')[],
    meaning: string,
    range: HumanRange & { readonly factor?: number; readonly unit?: string },
  ): boolean;
  /** One of the options of a parameter. */
  askOption(id: HumanId, presses: readonly Press[], meaning: string, isOffered?: (word: string) => boolean): boolean;
  done(): Recipe;
}

/** Begins a recipe for a receiver. */
export function createDraft(receiver: Receiver): Draft {
  const fixed: Record<string, LinkValue> = {};
  const humans: Human[] = [];
  const set: Draft['set'] = (press, meaning, value) => {
    const parameter = receiver.find(press, meaning);
    if (parameter !== undefined && isWithin(parameter, value)) fixed[parameter.parameter] = value;
  };
  const ask = (id: HumanId, slots: readonly Slot[], range: HumanRange, more: Pick<Human, 'unit' | 'options'>) => {
    const human = humanOf(id, slots, range, more);
    if (human !== undefined) humans.push(human);
    return human !== undefined;
  };
  const found = (presses: readonly (Press | '')[], meaning: string) =>
    presses.flatMap((press) => receiver.find(press, meaning) ?? []);
  return {
    receiver,
    set,
    choose(press, meaning, ...words) {
      const option = optionOf(receiver.find(press, meaning), ...words);
      if (option !== undefined) set(press, meaning, option);
      return option !== undefined;
    },
    condition(press, state, condition) {
      const parameter = receiver.find(press, `CT_${state}`);
      if (parameter === undefined) return false;
      const option = conditionOf(parameter, condition);
      if (option !== undefined) fixed[parameter.parameter] = option;
      return option !== undefined;
    },
    forever: (press, meaning) => void Object.assign(fixed, timeOf(receiver, press, meaning)?.forever),
    seconds: (press, meaning, value) => void Object.assign(fixed, timeOf(receiver, press, meaning)?.encode(value)),
    unchanged(press, meaning) {
      const parameter = receiver.find(press, meaning);
      if (parameter === undefined) return;
      const value = specialOf(parameter, 'NO_MODIFICATION') ?? defaultOf(parameter);
      if (value !== undefined) fixed[parameter.parameter] = value;
    },
    askTime(id, presses, meaning, range) {
      const times = presses.flatMap((press) => timeOf(receiver, press, meaning) ?? []);
      return ask(id, times.map(slotOfTime), range, { unit: 's' });
    },
    askNumber(id, presses, meaning, { factor = 1, unit, ...range }) {
      const slots = found(presses, meaning).map((parameter) => slotOfNumber(parameter, factor));
      return ask(id, slots, range, unit === undefined ? {} : { unit });
    },
    askOption(id, presses, meaning, isOffered = () => true) {
      const places = found(presses, meaning);
      const options = (places[0]?.value_list ?? []).flatMap((word, value) =>
        word !== '' && isOffered(word) && places.every((each) => isWithin(each, value)) ? [{ value, word }] : [],
      );
      const first = options[0];
      if (first === undefined) return false;
      const standard = places[0]?.default;
      const isOption = options.some(({ value }) => value === standard);
      const slots = places.map((parameter) => slotOfNumber(parameter, 1));
      return ask(id, slots, { default: isOption ? Number(standard) : first.value }, { options });
    },
    done: () => {
      const asked = new Set(humans.flatMap((human) => human.parameters));
      return { fixed: Object.fromEntries(Object.entries(fixed).filter(([name]) => !asked.has(name))), humans };
    },
  };
}

const slotOfTime = ({ parameters, max, encode, decode }: Time): Slot => ({ parameters, min: 0, max, encode, decode });

/** Digits of a number that people read; the interfaces store more. */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

function slotOfNumber({ parameter, type, min, max }: LinkParameter, factor: number): Slot {
  const isWhole = type !== 'FLOAT';
  return {
    parameters: [parameter],
    min: typeof min === 'number' ? rounded(min / factor) : Number.NEGATIVE_INFINITY,
    max: typeof max === 'number' ? rounded(max / factor) : Number.POSITIVE_INFINITY,
    encode: (value) => ({ [parameter]: isWhole ? Math.round(value * factor) : rounded(value * factor) }),
    decode(values) {
      const value = values[parameter];
      return typeof value === 'number' ? rounded(value / factor) : undefined;
    },
  };
}

function humanOf(
  id: HumanId,
  slots: readonly Slot[],
  range: HumanRange,
  more: Pick<Human, 'unit' | 'options'>,
): Human | undefined {
  if (slots.length === 0) return undefined;
  const min = Math.max(range.min ?? Number.NEGATIVE_INFINITY, ...slots.map((slot) => slot.min));
  const max = Math.min(range.max ?? Number.POSITIVE_INFINITY, ...slots.map((slot) => slot.max));
  if (!Number.isFinite(min) || !Number.isFinite(max) || min >= max) {
    if (more.options === undefined) return undefined;
  }
  return {
    id,
    ...more,
    min,
    max,
    default: Math.min(max, Math.max(min, range.default)),
    parameters: slots.flatMap((slot) => slot.parameters),
    encode: (value) => Object.assign({}, ...slots.map((slot) => slot.encode(value))),
    decode(values) {
      const [first, ...others] = slots.map((slot) => slot.decode(values));
      if (first === undefined || others.some((each) => each === undefined || Math.abs(each - first) > 1e-3)) {
        return undefined;
      }
      if (more.options !== undefined) return more.options.some(({ value }) => value === first) ? first : undefined;
      return first >= min - 1e-6 && first <= max + 1e-6 ? first : undefined;
    },
  };
}
