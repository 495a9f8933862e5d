import type { Sysvar } from '@ccu-gateway/ccu-client';
import { centralsIn } from '../model/locate.js';
import type { CentralRecord, HouseRecords } from '../model/state.js';
import type { Scope, SysvarWrite } from '../requests/requests.js';
import {
  type CentralRequired,
  type FieldError,
  type Found,
  invalid,
  type NotFound,
  notFound,
  ok,
} from '../requests/result.js';
import { lenientNumber } from '../values/number.js';

/** Finds one hub object over all CCUs, or reports that it exists on several. */
export function locateInHub<T>(
  house: HouseRecords,
  scope: Scope,
  missing: NotFound,
  find: (central: CentralRecord) => T | undefined,
): Found<{ readonly central: CentralRecord; readonly item: T }> {
  if (scope.central !== undefined && !house.centrals.has(scope.central)) {
    return notFound('central', `no central ${scope.central}`);
  }
  const found = centralsIn(house, scope.central).flatMap((central) => {
    const item = find(central);
    return item === undefined ? [] : [{ central, item }];
  });
  const [first] = found;
  if (first === undefined) return missing;
  if (found.length === 1) return ok(first);
  const centrals = found.map((each) => each.central.name);
  return {
    ok: false,
    code: 'conflict',
    reason: 'central_required',
    centrals,
    message: `it exists on several centrals: say which one with central=${centrals.join(' or ')}`,
  } satisfies CentralRequired;
}

export function planSysvar(house: HouseRecords, name: string, value: unknown, scope: Scope): SysvarWrite {
  const found = locateInHub(house, scope, notFound('sysvar', `no system variable ${name}`), (central) =>
    central.hub.sysvars?.get(name),
  );
  if (!found.ok) return found;
  const { central, item } = found.value;
  const checked = check(item.facts, value);
  if (!checked.ok) return invalid(`${name} ${checked.error.reason}`, [checked.error]);
  return { ok: true, write: { central: central.name, name, id: item.facts.id, value: checked.value } };
}

type Checked =
  | { readonly ok: true; readonly value: boolean | number | string }
  | { readonly ok: false; readonly error: FieldError };

const MAX_TEXT = 4096;

function check(facts: Sysvar, value: unknown): Checked {
  const bad = (reason: string, bounds: { min?: number; max?: number } = {}): Checked => ({
    ok: false,
    error: { field: 'value', reason, ...bounds },
  });
  switch (facts.type) {
    case 'LOGIC':
    case 'ALARM':
      if (value === true || value === false) return { ok: true, value };
      if (value === 0 || value === 1) return { ok: true, value: value === 1 };
      return bad('must be true or false');
    case 'LIST':
      return checkOption(facts.valueList, value, bad);
    case 'NUMBER':
    case 'INTEGER':
      return checkNumber(facts, value, bad);
    default:
      if (typeof value !== 'string') return bad('must be text');
      return value.length > MAX_TEXT ? bad(`must have at most ${MAX_TEXT} characters`) : { ok: true, value };
  }
}

type Refuse = (reason: string, bounds?: { min?: number; max?: number }) => Checked;

function checkOption(options: readonly string[], value: unknown, bad: Refuse): Checked {
  const index = typeof value === 'string' && options.includes(value) ? options.indexOf(value) : value;
  if (typeof index !== 'number' || !Number.isInteger(index)) return bad(`must be one of ${options.join(', ')}`);
  return index >= 0 && index < options.length
    ? { ok: true, value: index }
    : bad(`must be between 0 and ${options.length - 1}`, { min: 0, max: options.length - 1 });
}

function checkNumber(facts: Sysvar, value: unknown, bad: Refuse): Checked {
  if (typeof value !== 'number' || !Number.isFinite(value)) return bad('must be a number');
  if (facts.type === 'INTEGER' && !Number.isInteger(value)) return bad('must be a whole number');
  const min = lenientNumber(facts.min);
  const max = lenientNumber(facts.max);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    return bad(`must be between ${min ?? '-∞'} and ${max ?? '∞'}`, {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    });
  }
  return { ok: true, value };
}
