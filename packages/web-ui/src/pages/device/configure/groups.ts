import type { Draft, Parameter } from './fields.js';
import { ordinalOf } from './fields.js';

/** Parameters of one subject. */
export interface ParameterGroup {
  readonly id: string;
  /** First word of the names, or the part of a weekly programme; empty for settings of no group. */
  readonly word: string;
  /** Set where the group is a weekly programme, which has a tab of its own. */
  readonly schedule: boolean;
  readonly parameters: readonly Parameter[];
}

const SCHEDULE = /^(?:P\d_)?(?:TEMPERATURE?|ENDTIME|TIMEOUT)_(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY_\d+$|^\d\d_WP_/;
const SLOT = /^(\d\d)_WP_/;
const PROFILE = /^(P\d)_/;
const SMALLEST = 3;
/** A weekly programme of more parameters is divided by its slots. */
const LARGEST = 80;

/** Groups by the first word of the names, in the order of the form; settings of no group come first. */
export function groupsOf(parameters: readonly Parameter[]): readonly ParameterGroup[] {
  const byWord = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const id = wordOf(parameter.parameter);
    const list = byWord.get(id);
    if (list === undefined) byWord.set(id, [parameter]);
    else list.push(parameter);
  }
  const single: Parameter[] = [];
  const groups: ParameterGroup[] = [];
  for (const [id, list] of byWord) {
    if (id.startsWith('schedule')) groups.push({ id, word: id.split(':')[1] ?? '', schedule: true, parameters: list });
    else if (list.length < SMALLEST) single.push(...list);
    else groups.push({ id, word: id, schedule: false, parameters: list });
  }
  const ordered = [...groups.filter(({ schedule }) => !schedule), ...joinedSchedules(groups)];
  return single.length === 0 ? ordered : [{ id: 'general', word: '', schedule: false, parameters: single }, ...ordered];
}

function joinedSchedules(groups: readonly ParameterGroup[]): readonly ParameterGroup[] {
  const schedules = groups.filter(({ schedule }) => schedule);
  const parameters = schedules.flatMap((group) => group.parameters);
  if (parameters.length === 0 || parameters.length > LARGEST) return schedules;
  return [{ id: 'schedule', word: '', schedule: true, parameters }];
}

function wordOf(name: string): string {
  if (SCHEDULE.test(name)) return `schedule:${SLOT.exec(name)?.[1] ?? PROFILE.exec(name)?.[1] ?? ''}`;
  return (
    name
      .replaceAll(/\d+/g, '')
      .split('_')
      .find((part) => part !== '') ?? name
  );
}

/** Two parameters of a device that people read as one: a number and its unit or base. */
export interface Pair {
  readonly kind: 'unit' | 'base';
  readonly first: Parameter;
  readonly second: Parameter;
}

const PARTNERS = [
  { kind: 'unit', first: '_VALUE', second: '_UNIT' },
  { kind: 'base', first: '_FACTOR', second: '_BASE' },
] as const;

export type FormRow = { readonly kind: 'one'; readonly parameter: Parameter } | Pair;

/** One row for each parameter or pair; a pair is at the position of its first half. */
export function rowsOf(parameters: readonly Parameter[]): readonly FormRow[] {
  const byName = new Map(parameters.map((parameter) => [parameter.parameter, parameter]));
  const taken = new Set<string>();
  const pairOf = (parameter: Parameter): Pair | undefined => {
    for (const { kind, first, second } of PARTNERS) {
      const stem = [first, second].find((end) => parameter.parameter.endsWith(end));
      if (stem === undefined) continue;
      const name = parameter.parameter.slice(0, -stem.length);
      const [number, unit] = [byName.get(name + first), byName.get(name + second)];
      if (number !== undefined && unit?.value_list !== undefined) return { kind, first: number, second: unit };
    }
    return undefined;
  };
  return parameters.flatMap((parameter): readonly FormRow[] => {
    if (taken.has(parameter.parameter)) return [];
    const pair = pairOf(parameter);
    if (pair === undefined) return [{ kind: 'one', parameter }];
    taken.add(pair.first.parameter).add(pair.second.parameter);
    return [pair];
  });
}

/** Two values that contradict each other. */
export interface Conflict {
  readonly low: Parameter;
  readonly high: Parameter;
}

const BOUNDS = [
  ['_MINIMUM', '_MAXIMUM'],
  ['_MIN', '_MAX'],
  ['_LOWERING', '_COMFORT'],
  ['_THRESHOLD_LO', '_THRESHOLD_HI'],
] as const;

/** Lower bounds that are above their upper bounds, with the unsaved changes applied. */
export function conflictsOf(parameters: readonly Parameter[], draft: Draft): readonly Conflict[] {
  const byName = new Map(parameters.map((parameter) => [parameter.parameter, parameter]));
  return parameters.flatMap((low) =>
    BOUNDS.flatMap(([lowEnd, highEnd]): readonly Conflict[] => {
      if (!low.parameter.endsWith(lowEnd)) return [];
      const high = byName.get(low.parameter.slice(0, -lowEnd.length) + highEnd);
      if (high === undefined) return [];
      const [from, to] = [valueIn(low, draft), valueIn(high, draft)];
      return from !== undefined && to !== undefined && from > to ? [{ low, high }] : [];
    }),
  );
}

function valueIn(parameter: Parameter, draft: Draft): number | undefined {
  const read = draft.get(parameter.parameter);
  const value = read?.ok ? read.value : parameter.value;
  return typeof value === 'number' ? value : undefined;
}

/**
 * The switches that parameters count under, by the names of those, where the names say so: `X_DELAY` counts while `X_ENABLED`
 * is on. In one pass over the parameters: a device may have thousands.
 */
export function switchesOf(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const byStem = new Map<string, Parameter>();
  for (const parameter of parameters) {
    if (parameter.type !== 'BOOL') continue;
    const stem = /^(.*)_(?:ENABLED?|ACTIVE|ON_OFF)$/.exec(parameter.parameter)?.[1];
    if (stem !== undefined && !byStem.has(stem)) byStem.set(stem, parameter);
  }
  const found = new Map<string, Parameter>();
  for (const { parameter: name } of parameters) {
    const by = stemsOf(name)
      .map((stem) => byStem.get(stem))
      .find((each) => each !== undefined && each.parameter !== name);
    if (by !== undefined) found.set(name, by);
  }
  return found;
}

/** Prefixes of a name before each `_`, the longest first, because the nearest switch counts. */
function stemsOf(name: string): readonly string[] {
  return [...name.matchAll(/_/g)].map(({ index }) => name.slice(0, index)).reverse();
}

/** Forms up to this many parameters are shown open. */
const SMALL = 40;
/** Rows that a search shows at once, over all groups. */
const FOUND_AT_ONCE = 80;

/** Groups that are open at first: few, so that the page stays light, and those with search results. */
export function openAtFirst(groups: readonly ParameterGroup[], searching: boolean): ReadonlySet<string> {
  const total = groups.reduce((sum, { parameters }) => sum + parameters.length, 0);
  let rows = 0;
  const open = groups.filter(({ schedule, parameters }, index) => {
    if (!searching) return !schedule && (index === 0 || total <= SMALL);
    const room = rows < FOUND_AT_ONCE;
    rows += parameters.length;
    return room;
  });
  return new Set(open.map(({ id }) => id));
}

export function isOff(parameter: Parameter, draft: Draft): boolean {
  const read = draft.get(parameter.parameter);
  return (read?.ok ? read.value : parameter.value) === false;
}

/** Parameters with the text in their label, name or options. */
export function found(parameters: readonly Parameter[], text: string): readonly Parameter[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return parameters;
  return parameters.filter(({ parameter, label, value_translations = {} }) => {
    const all = `${parameter} ${parameter.replaceAll('_', ' ')} ${label} ${Object.values(value_translations).join(' ')}`;
    const haystack = all.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/** Text of an ENUM value, as the gateway translates it. */
export function optionText(parameter: Parameter, value: unknown): string | undefined {
  const entry = parameter.value_list?.[ordinalOf(parameter, value) ?? -1];
  return entry === undefined ? undefined : (parameter.value_translations?.[entry] ?? entry);
}
