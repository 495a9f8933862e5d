import type { ParameterDescription, ParamsetDescription } from './types.js';

/** How a family of devices words its descriptions: HmIP names enum bounds, BidCos counts them. */
export type Dialect = 'hmip' | 'bidcos';

const OPERATION_BITS: Readonly<Record<string, number>> = { r: 1, w: 2, e: 4 };
const FLAG_BITS: Readonly<Record<string, number>> = { i: 2, s: 8, y: 16 };

/**
 * Reads a table of parameters, one a line:
 *
 * `NAME TYPE letters [MIN MAX DEFAULT] [UNIT]`, for ENUM `NAME ENUM letters A|B|C [DEFAULT]`; a field `SPECIAL=ID:VALUE`
 * and one `CONTROL=WHAT.PART`, by which the web interface chooses how to show it, may stand at the end.
 *
 * Letters: r read, w write, e event; i internal, s service message, y sticky; h hidden (no visible flag).
 */
export function parameters(dialect: Dialect, table: string): ParamsetDescription {
  const described: Record<string, ParameterDescription> = {};
  let tabOrder = 0;
  for (const line of table.split('\n')) {
    const fields = line.trim().split(/\s+/);
    const name = fields[0];
    if (name === undefined || name === '') continue;
    const special = fields.find((field) => field.startsWith('SPECIAL='));
    const control = fields.find((field) => field.startsWith('CONTROL='));
    const plain = fields.filter((field) => field !== special && field !== control);
    described[name] = {
      ...parameter(dialect, plain, tabOrder),
      ...(special === undefined ? {} : { SPECIAL: specials(special) }),
      ...(control === undefined ? {} : { CONTROL: control.slice('CONTROL='.length) }),
    };
    tabOrder += 1;
  }
  return described;
}

function parameter(dialect: Dialect, fields: readonly string[], tabOrder: number): ParameterDescription {
  const [name, type, letters = '', ...rest] = fields as [string, ParameterDescription['TYPE'], string, ...string[]];
  const common = {
    ...(dialect === 'hmip' ? { ID: name } : { ID: name, TAB_ORDER: tabOrder }),
    TYPE: type,
    OPERATIONS: bits(letters, OPERATION_BITS),
    FLAGS: (letters.includes('h') ? 0 : 1) | bits(letters, FLAG_BITS),
  };
  const unit = { UNIT: bounded(type) ? (rest[3] ?? '') : '' };
  switch (type) {
    case 'BOOL':
      return { ...common, ...unit, MIN: false, MAX: true, DEFAULT: rest[0] === 'true' };
    case 'ACTION':
      return dialect === 'hmip'
        ? { ...common, ...unit, MIN: false, MAX: true, DEFAULT: false }
        : { ...common, ...unit, MIN: 0, MAX: 0, DEFAULT: false };
    case 'ENUM':
      return { ...common, ...unit, ...enumeration(dialect, rest) };
    case 'STRING':
      return { ...common, ...unit, MIN: '', MAX: '', DEFAULT: rest.join(' ') };
    default:
      return { ...common, ...unit, MIN: Number(rest[0]), MAX: Number(rest[1]), DEFAULT: Number(rest[2]) };
  }
}

function enumeration(dialect: Dialect, rest: readonly string[]) {
  const options = (rest[0] ?? '').split('|').map((option) => option.replaceAll('~', ' '));
  const chosen = rest[1] === undefined ? 0 : options.indexOf(rest[1]);
  const bounds =
    dialect === 'hmip'
      ? { MIN: options[0] ?? '', MAX: options.at(-1) ?? '', DEFAULT: options[chosen] ?? '' }
      : { MIN: 0, MAX: options.length - 1, DEFAULT: chosen };
  return { ...bounds, VALUE_LIST: options };
}

function specials(field: string): { readonly ID: string; readonly VALUE: number }[] {
  return field
    .slice('SPECIAL='.length)
    .split(',')
    .map((entry) => {
      const [id = '', value = '0'] = entry.split(':');
      return { ID: id, VALUE: Number(value) };
    });
}

function bounded(type: string): boolean {
  return type === 'FLOAT' || type === 'INTEGER';
}

function bits(letters: string, table: Readonly<Record<string, number>>): number {
  return [...letters].reduce((sum, letter) => sum | (table[letter] ?? 0), 0);
}
