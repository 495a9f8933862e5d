import type { ParameterDescription } from '@ccu-gateway/ccu-client';
import { lenientNumber } from './number.js';

export type ParameterType = 'BOOL' | 'INTEGER' | 'FLOAT' | 'ENUM' | 'STRING' | 'ACTION' | '';

interface Special {
  readonly id: string;
  readonly value: number;
}

/** A parameter description after reading it leniently: interfaces disagree about the types of nearly every member. */
export interface Descriptor {
  readonly type: ParameterType;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly eventful: boolean;
  /** No operation at all: a placeholder that devices have for internal use. */
  readonly placeholder: boolean;
  readonly internal: boolean;
  readonly serviceMessage: boolean;
  /** An impulse (key press, "do it"): every time an event, never a state. */
  readonly momentary: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly default?: string | number | boolean;
  readonly unit?: string;
  readonly multiplier: number;
  readonly valueList?: readonly string[];
  readonly specials: readonly Special[];
  readonly control?: string;
}

const READ = 1;
const WRITE = 2;
const EVENT = 4;
const INTERNAL = 2;
const SERVICE_MESSAGE = 8;

const TYPES: ReadonlySet<string> = new Set(['BOOL', 'INTEGER', 'FLOAT', 'ENUM', 'STRING', 'ACTION']);

/** Texts that firmware writes for the same unit. */
const UNITS: Readonly<Record<string, string>> = {
  '""': '',
  '100%': '%',
  '% rF': '%',
  '\\u00b0C': '°C',
  degree: '°',
  Lux: 'lx',
  m3: 'm³',
  'm3/h': 'm³/h',
  minutes: 'min',
  day: '',
  month: '',
  year: '',
};

/** Reads one description. `undefined` for an invalid one, so that a single bad entry never costs the device. */
export function readDescriptor(raw: ParameterDescription | undefined): Descriptor | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const operations = lenientNumber(raw.OPERATIONS);
  if (operations === undefined || typeof raw.TYPE !== 'string') return undefined;
  const type = (TYPES.has(raw.TYPE) ? raw.TYPE : '') as ParameterType;
  const flags = lenientNumber(raw.FLAGS) ?? 0;
  const valueList = type === 'ENUM' ? readValueList(raw.VALUE_LIST) : undefined;
  const unit = typeof raw.UNIT === 'string' ? (UNITS[raw.UNIT.trim()] ?? raw.UNIT.trim()) : '';
  return {
    type,
    readable: (operations & READ) !== 0,
    writable: (operations & WRITE) !== 0,
    eventful: (operations & EVENT) !== 0,
    placeholder: (operations & (READ | WRITE | EVENT)) === 0,
    internal: (flags & INTERNAL) !== 0,
    serviceMessage: (flags & SERVICE_MESSAGE) !== 0,
    momentary: type === 'ACTION' || operations === EVENT,
    ...readBounds(type, raw, valueList),
    ...readDefault(type, raw.DEFAULT, valueList),
    ...(unit === '' ? {} : { unit }),
    multiplier: typeof raw.UNIT === 'string' && raw.UNIT.trim() === '100%' ? 100 : 1,
    ...(valueList === undefined ? {} : { valueList }),
    specials: readSpecials(raw.SPECIAL),
    ...(typeof raw.CONTROL === 'string' && raw.CONTROL !== '' ? { control: raw.CONTROL } : {}),
  };
}

/**
 * A LINK parameter. The older interfaces describe those without any operation, yet they read and write them as the
 * configuration that they are.
 */
export const asLinkParameter = (descriptor: Descriptor): Descriptor =>
  descriptor.placeholder ? { ...descriptor, readable: true, writable: true, placeholder: false } : descriptor;

function readValueList(raw: unknown): readonly string[] | undefined {
  if (!Array.isArray(raw) || raw.length === 0) return undefined;
  return raw.map((entry) => (typeof entry === 'string' ? entry : ''));
}

function readBounds(
  type: ParameterType,
  raw: ParameterDescription,
  valueList: readonly string[] | undefined,
): { min?: number; max?: number } {
  if (type === 'ENUM') {
    if (valueList === undefined) return {};
    const min = ordinal(raw.MIN, valueList) ?? 0;
    const max = ordinal(raw.MAX, valueList) ?? valueList.length - 1;
    return min <= max ? { min, max } : { min: 0, max: valueList.length - 1 };
  }
  if (type !== 'INTEGER' && type !== 'FLOAT') return {};
  const min = lenientNumber(raw.MIN);
  const max = lenientNumber(raw.MAX);
  // Firmware that has no limits writes 0/0; an inverted pair is as useless.
  if (min !== undefined && max !== undefined && min >= max) return {};
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function readDefault(
  type: ParameterType,
  raw: unknown,
  valueList: readonly string[] | undefined,
): { default?: string | number | boolean } {
  const value = normalise(type, raw, valueList);
  return value === undefined || typeof value === 'object' ? {} : { default: value };
}

function readSpecials(raw: unknown): readonly Special[] {
  if (typeof raw !== 'object' || raw === null) return [];
  const pairs: readonly (readonly [unknown, unknown])[] = Array.isArray(raw)
    ? raw.map((entry) => [(entry as { ID?: unknown })?.ID, (entry as { VALUE?: unknown })?.VALUE] as const)
    : Object.entries(raw);
  return pairs.flatMap(([id, value]) => {
    const number = lenientNumber(value);
    return typeof id === 'string' && number !== undefined ? [{ id, value: number }] : [];
  });
}

/** The position of an option given by number, numeric text or name. */
export function ordinal(value: unknown, valueList: readonly string[]): number | undefined {
  if (typeof value === 'string') {
    const named = valueList.indexOf(value);
    if (named >= 0 && value !== '') return named;
  }
  const number = lenientNumber(value);
  if (number === undefined || !Number.isInteger(number) || number < 0 || number >= valueList.length) return undefined;
  return number;
}

/**
 * A value from a CCU, in the one type of its description: ENUM as ordinal, BOOL as boolean, numbers as numbers.
 * `undefined` when it cannot be read that way.
 */
export function normalise(
  type: ParameterType,
  value: unknown,
  valueList?: readonly string[],
): string | number | boolean | object | undefined {
  switch (type) {
    case 'BOOL':
    case 'ACTION':
      return readBoolean(value);
    case 'INTEGER': {
      const number = typeof value === 'boolean' ? Number(value) : lenientNumber(value);
      return number === undefined ? undefined : Math.round(number);
    }
    case 'FLOAT': {
      const number = typeof value === 'boolean' ? Number(value) : lenientNumber(value);
      return number;
    }
    case 'ENUM': {
      if (typeof value === 'boolean') return Number(value);
      const known = valueList === undefined ? undefined : ordinal(value, valueList);
      if (known !== undefined || valueList !== undefined) return known;
      const number = lenientNumber(value);
      return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
    }
    case 'STRING':
      return typeof value === 'object' || value === undefined ? undefined : String(value);
    default:
      return value === undefined || value === null ? undefined : (value as string);
  }
}

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const text = value.trim().toLowerCase();
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
    return undefined;
  }
  const number = lenientNumber(value);
  return number === undefined ? undefined : number !== 0;
}
