import type { FormParameter } from '@ccu-gateway/contract/types';

/** The part of a LINK parameter's description that profiles read. */
export type LinkParameter = Pick<
  FormParameter,
  'parameter' | 'type' | 'min' | 'max' | 'default' | 'value_list' | 'specials' | 'unit'
>;

/** A value as a CCU stores it: an option by its number, a level from 0 to 1, a time in seconds. */
export type LinkValue = number | boolean | string;
export type LinkValues = Readonly<Record<string, LinkValue>>;

/** Kind of press that a group of parameters is for. Sensors cause the short one only; parameters of neither have ''. */
export type Press = 'SHORT' | 'LONG';

/** The LINK parameters of a receiving channel, by press and meaning. */
export interface Receiver {
  /** Type of the channel. */
  readonly type: string;
  readonly presses: readonly Press[];
  /** All parameters, in the order of the description. */
  readonly parameters: readonly LinkParameter[];
  find(press: Press | '', meaning: string): LinkParameter | undefined;
}

const PRESSED = /^(SHORT|LONG)_(.+)$/;
/** Siren channels end their parameters with the name of their part. */
const PART = /_SIR(?:SEN|PAN|ARM)$/;

/**
 * Sorts the parameters of a receiver by press and meaning.
 *
 * @example
 * readReceiver('SWITCH', parameters).find('SHORT', 'ON_TIME');
 */
export function readReceiver(type: string, parameters: readonly LinkParameter[]): Receiver {
  const byMeaning = new Map<string, LinkParameter>();
  const presses = new Set<Press>();
  for (const each of parameters) {
    const [, press = '', rest = each.parameter] = PRESSED.exec(each.parameter) ?? [];
    if (press !== '') presses.add(press as Press);
    byMeaning.set(`${press}/${meaningOf(rest)}`, each);
  }
  return {
    type,
    presses: (['SHORT', 'LONG'] as const).filter((press) => presses.has(press)),
    parameters,
    find: (press, meaning) => byMeaning.get(`${press}/${meaning}`),
  };
}

const meaningOf = (name: string): string => name.replace(PART, '').replace(/^PROFILE_ACTION_TYPE$/, 'ACTION_TYPE');

/** The number of the first of these options that the parameter has. Options are compared without their punctuation. */
export function optionOf(parameter: LinkParameter | undefined, ...words: readonly string[]): number | undefined {
  const { value_list: list, min, max } = parameter ?? {};
  if (list === undefined) return undefined;
  const plain = list.map(plainWord);
  const lowest = typeof min === 'number' ? min : 0;
  const highest = typeof max === 'number' ? max : list.length - 1;
  return words.map((word) => plain.indexOf(plainWord(word))).find((index) => index >= lowest && index <= highest);
}

function plainWord(word: string): string {
  const letters = word.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return letters.replace(/^PROFILEACTIONTYPE/, '').replace(/^NOJUMPIGNORECOMMAND$/, 'NOP');
}

/** A comparison of the value that a sensor sends with the lower or the upper threshold. */
export type Condition = 'GE_LO' | 'LT_LO' | 'LT_HI';

/** The number of a condition among the options of a `CT_` parameter. */
export function conditionOf(parameter: LinkParameter, condition: Condition): number | undefined {
  const [comparison, threshold = ''] = condition.split('_');
  const index = (parameter.value_list ?? []).findIndex((word) => {
    if (/_AND_|_OR_| LE | OR /.test(word)) return false;
    return (/GE/.test(word) ? 'GE' : 'LT') === comparison && word.endsWith(threshold);
  });
  return index < 0 ? undefined : index;
}

/** The value of a parameter without effect: never used, or unchanged. */
export const specialOf = (parameter: LinkParameter, ...ids: readonly string[]): number | undefined =>
  parameter.specials?.find(({ id }) => ids.includes(id))?.value;

/** The value that a device gives a new link. */
export function defaultOf({ default: standard }: LinkParameter): LinkValue | undefined {
  const type = typeof standard;
  return type === 'number' || type === 'boolean' || type === 'string' ? (standard as LinkValue) : undefined;
}

/** True where the description allows the value: an option, inside the bounds, or a special value. */
export function isWithin(parameter: LinkParameter, value: LinkValue): boolean {
  if (typeof value !== 'number') return typeof value === (parameter.type === 'BOOL' ? 'boolean' : 'string');
  if (parameter.specials?.some((each) => each.value === value)) return true;
  const { min, max, value_list: list } = parameter;
  if (list !== undefined && (!Number.isInteger(value) || (list[value] ?? '') === '')) return false;
  return (typeof min !== 'number' || value >= min) && (typeof max !== 'number' || value <= max);
}

/** A stored value in the form of `LinkValue`: some interfaces name options and write numbers for flags. */
export function storedValue(parameter: LinkParameter, value: unknown): LinkValue | undefined {
  if (parameter.type === 'BOOL') {
    if (typeof value === 'boolean') return value;
    return value === 0 || value === 1 ? value === 1 : undefined;
  }
  if (typeof value === 'string' && parameter.value_list !== undefined) return optionOf(parameter, value);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

export function isSameValue(a: LinkValue | undefined, b: LinkValue | undefined): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-4 * Math.max(1, Math.abs(a));
  return a === b;
}
