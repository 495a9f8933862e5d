import type { SysvarSummary } from '@ccu-gateway/contract/types';
import { isUnitOf, unitOf } from './measure.js';
import type { Component } from './message.js';

/** A variable that the CCU made and counts by itself: it is shown and never written. */
export interface OwnVariable {
  /** Undefined where the variable has no other name than that of the CCU. */
  readonly name?: string;
  /** Class, state class and unit of its number. */
  readonly options: Partial<Component>;
  /** True for helper variables: previous values of counters, and flags of the CCU's own programs. */
  readonly isHelper: boolean;
}

interface Counter {
  readonly name: string;
  readonly device_class: string;
  readonly unit: string;
}

/** By the part of their names after `sv`. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  EnergyCounter: { name: 'Energy counter', device_class: 'energy', unit: 'Wh' },
  EnergyCounterFeedIn: { name: 'Energy fed in', device_class: 'energy', unit: 'Wh' },
  EnergyCounterIEC: { name: 'Energy counter IEC', device_class: 'energy', unit: 'kWh' },
  EnergyCounterGas: { name: 'Gas counter', device_class: 'gas', unit: 'm³' },
  Counter: { name: 'Water counter', device_class: 'water', unit: 'L' },
  HmIPRainCounter: { name: 'Rain counter', device_class: 'precipitation', unit: 'mm' },
  HmIPSunshineCounter: { name: 'Sunshine counter', device_class: 'duration', unit: 'min' },
};

/** `svEnergyCounter_1234_0001D3C99C0001:6`, `svHmIPRainCounterToday_1234`, `svEnergyCounter_1234_0001D3C99C0001:6_RESET` */
const COUNTER =
  /^sv(?<kind>(?:Energy|HmIPRain|HmIPSunshine)?Counter(?:Gas|IEC)?)(?<part>FeedIn|OldValFeedIn|OldVal|Today|Yesterday)?_(?<id>\d+)(?:_(?<address>[^_]+))?(?<mark>_RESET|_DEVICE_RESET|_TMP_OLDVAL)?$/;

/** Counters of the CCU itself by the key of their name; the rain is of BidCos weather stations. */
const BUILT_IN: Readonly<Record<string, OwnVariable>> = {
  sysVarAlarmMessages: { name: 'Number of alarm messages', options: { state_class: 'measurement' }, isHelper: true },
  sysVarServiceMessages: {
    name: 'Number of service messages',
    options: { state_class: 'measurement' },
    isHelper: true,
  },
  sysVarRainToday: { options: rain('total_increasing'), isHelper: false },
  sysVarRainYesterday: { options: rain('measurement'), isHelper: false },
};
const BUILT_IN_KEY = /^\$?\\?\{?(sysVar(?:AlarmMessages|ServiceMessages|RainToday|RainYesterday))\\?\}?/;

/** Fixed ids of the CCU for these objects, under any name. */
const BY_ID: Readonly<Record<number, string>> = { 40: 'sysVarAlarmMessages', 41: 'sysVarServiceMessages' };

function rain(state_class: string): Partial<Component> {
  return { device_class: 'precipitation', unit_of_measurement: 'mm', state_class };
}

/** Name of a channel; undefined where it is unknown. */
export type ChannelName = (address: string) => string | undefined;

/**
 * Reads which variables of a CCU are its own. People write all others as they like.
 *
 * @example
 * ownVariables(sysvars, () => undefined)(sysvar)?.name; // 'Energy counter 0001D3C99C0001:6'
 */
export function ownVariables(
  sysvars: readonly SysvarSummary[],
  channelName: ChannelName,
): (sysvar: SysvarSummary) => OwnVariable | undefined {
  // Some names have the id of the channel only, and each channel has a variable with its address, too.
  const byId = new Map<string, string>();
  for (const { name, channel } of sysvars) {
    const { id, address = channel } = COUNTER.exec(name)?.groups ?? {};
    if (id !== undefined && address !== undefined) byId.set(id, address);
  }
  const of = (id: string, given: string | undefined): string => {
    const address = given ?? byId.get(id);
    return address === undefined ? id : (channelName(address) ?? address);
  };
  return (sysvar) => (isNumber(sysvar) ? (counterOf(sysvar, of) ?? builtInOf(sysvar) ?? unnamed(sysvar)) : undefined);
}

const isNumber = ({ value_type }: SysvarSummary): boolean =>
  value_type === 'NUMBER' || value_type === 'FLOAT' || value_type === 'INTEGER';

function builtInOf({ name, vid }: SysvarSummary): OwnVariable | undefined {
  const key = BUILT_IN_KEY.exec(name)?.[1] ?? (vid === undefined ? undefined : BY_ID[vid]);
  return key === undefined ? undefined : BUILT_IN[key];
}

function unnamed({ unit: given, is_internal }: SysvarSummary): OwnVariable | undefined {
  if (is_internal !== true) return undefined;
  const unit = unitOf(given);
  return { options: unit === undefined ? {} : { unit_of_measurement: unit }, isHelper: true };
}

function counterOf(
  sysvar: SysvarSummary,
  channelOf: (id: string, address: string | undefined) => string,
): OwnVariable | undefined {
  const {
    kind = '',
    part = '',
    id = '',
    address = sysvar.channel,
    mark = '',
  } = COUNTER.exec(sysvar.name)?.groups ?? {};
  const key = part.endsWith('FeedIn') ? `${kind}FeedIn` : kind;
  const counter = Object.hasOwn(COUNTERS, key) ? COUNTERS[key] : undefined;
  if (counter === undefined) return undefined;
  const isHelper = part.startsWith('OldVal') || mark !== '';
  const words = [counter.name, WORDS[part.replace('FeedIn', '')] ?? '', WORDS[mark] ?? '', channelOf(id, address)];
  const given = unitOf(sysvar.unit);
  // Of yesterday it neither grows nor starts again: it is another number each day.
  const state = isHelper ? {} : { state_class: part === 'Yesterday' ? 'measurement' : 'total_increasing' };
  return {
    name: words.filter((word) => word !== '').join(' '),
    options: {
      device_class: counter.device_class,
      unit_of_measurement: isUnitOf(counter.device_class, given) ? given : counter.unit,
      ...state,
    },
    isHelper,
  };
}

const WORDS: Readonly<Record<string, string>> = {
  Today: 'today',
  Yesterday: 'yesterday',
  OldVal: 'before',
  _RESET: 'at reset',
  _DEVICE_RESET: 'at reset of the device',
  _TMP_OLDVAL: 'kept',
};
