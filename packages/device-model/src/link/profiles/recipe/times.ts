import { type LinkParameter, type LinkValues, optionOf, type Press, type Receiver, specialOf } from './parameters.js';

/** A time of a receiver, in seconds; HmIP devices store it as a base and a factor. */
export interface Time {
  readonly parameters: readonly string[];
  /** Longest time in seconds that ends. */
  readonly max: number;
  /** Nearest time that the device can store. */
  encode(seconds: number): LinkValues;
  /** Seconds, or undefined where the time never ends or is unreadable. */
  decode(values: LinkValues): number | undefined;
  /** The values of a time that never ends. */
  readonly forever: LinkValues | undefined;
}

const BASE = /^BASE_(\d+)_(MS|S|M|H|D)$/;
const SECONDS = { MS: 0.001, S: 1, M: 60, H: 3600, D: 86_400 } as const;

/** The time `meaning` of a press, such as `ON_TIME`. */
export function timeOf(receiver: Receiver, press: Press, meaning: string): Time | undefined {
  const plain = receiver.find(press, meaning);
  if (plain !== undefined) return plainTime(plain);
  const base = receiver.find(press, `${meaning}_BASE`);
  const factor = receiver.find(press, `${meaning}_FACTOR`);
  return base === undefined || factor === undefined ? undefined : scaledTime(base, factor);
}

function plainTime(parameter: LinkParameter): Time {
  const { parameter: name, min, max } = parameter;
  const unused = specialOf(parameter, 'NOT_USED');
  const lowest = typeof min === 'number' ? min : 0;
  const highest = typeof max === 'number' ? max : lowest;
  return {
    parameters: [name],
    max: highest,
    encode: (seconds) => ({ [name]: Math.min(highest, Math.max(lowest, seconds)) }),
    decode: (values) => {
      const value = values[name];
      return typeof value === 'number' && value <= highest ? value : undefined;
    },
    forever: unused === undefined ? undefined : { [name]: unused },
  };
}

function scaledTime(base: LinkParameter, factor: LinkParameter): Time | undefined {
  const bases = (base.value_list ?? []).flatMap((word) => {
    const [, amount, unit] = BASE.exec(word) ?? [];
    const index = optionOf(base, word);
    if (amount === undefined || index === undefined) return [];
    return [{ index, seconds: Number(amount) * SECONDS[unit as keyof typeof SECONDS] }];
  });
  const longest = bases.at(-1);
  const highest = typeof factor.max === 'number' ? factor.max : 0;
  if (longest === undefined || highest < 2) return undefined;
  const valuesOf = (index: number, count: number) => ({ [base.parameter]: index, [factor.parameter]: count });
  // The longest time of all is the one that never ends.
  const max = longest.seconds * (highest - 1);
  return {
    parameters: [base.parameter, factor.parameter],
    max,
    encode(seconds) {
      const wanted = Math.min(max, Math.max(0, seconds));
      const fitting = bases.find((each) => wanted <= each.seconds * highest + 1e-9) ?? longest;
      return valuesOf(fitting.index, Math.min(highest, Math.round(wanted / fitting.seconds)));
    },
    decode(values) {
      const chosen = bases.find(({ index }) => index === values[base.parameter]);
      const count = values[factor.parameter];
      if (chosen === undefined || typeof count !== 'number') return undefined;
      if (chosen === longest && count >= highest) return undefined;
      return Math.round(chosen.seconds * count * 1000) / 1000;
    },
    forever: valuesOf(longest.index, highest),
  };
}
