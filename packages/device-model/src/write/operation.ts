import { descriptorOf } from '../build/device.js';
import type { Draft } from '../model/custom.js';
import { flagsOf } from '../model/flags.js';
import { locateDevice } from '../model/locate.js';
import { createParameters } from '../model/parameters.js';
import type { Channel, Device, HouseRecords } from '../model/state.js';
import type { PlannedWrite, TypedValue } from '../requests/plan.js';
import type { OperationRequest, PlannedOperation } from '../requests/requests.js';
import { type FieldError, invalid, notFound } from '../requests/result.js';
import { coerce } from '../values/coerce.js';
import { lockedChannel, paramsetWrite, targetOf } from './write.js';

/** Turns an operation of a custom data point into writes: one call where one channel is meant, however many parameters. */
export function planOperation(house: HouseRecords, request: OperationRequest): PlannedOperation {
  const device = locateDevice(house, request.address, request);
  if (!device.ok) return device;
  const custom = device.value.customs.find((each) => each.name === request.name);
  if (custom === undefined) {
    return notFound('custom_data_point', `device ${device.value.address} has no custom data point ${request.name}`);
  }
  const { behaviour, channel } = custom;
  if (flagsOf(channel).locked && behaviour.kind !== 'lock_button') return lockedChannel(channel);
  const operations = behaviour.operations(channel);
  if (!operations.includes(request.operation)) {
    return {
      ok: false,
      code: 'unsupported',
      message: `${custom.name} cannot ${request.operation}; it can ${operations.join(', ')}`,
    };
  }
  const given = request.params ?? {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return invalid('params must be an object', [{ field: 'params', reason: 'must be an object' }]);
  }
  const parameters = createParameters(given as Readonly<Record<string, unknown>>);
  const drafted = behaviour.plan(channel, request.operation, parameters);
  const problems = [...parameters.problems(), ...(drafted.ok ? [] : drafted.errors)];
  if (problems.length > 0 || !drafted.ok) return invalid(`${request.operation} is not possible like this`, problems);

  const writes: PlannedWrite[] = [];
  for (const draft of drafted.drafts) {
    const written = toWrite(house, draft);
    if (!written.ok) return invalid(`${request.operation} is not possible like this`, written.errors);
    writes.push(written.write);
  }
  return { ok: true, writes, urgent: drafted.urgent === true };
}

type Written =
  | { readonly ok: true; readonly write: PlannedWrite }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

function toWrite(house: HouseRecords, draft: Draft): Written {
  const typed: Record<string, TypedValue> = {};
  const errors: FieldError[] = [];
  for (const [parameter, value] of Object.entries(draft.values)) {
    const coerced = coerceMember(house, draft, parameter, value);
    if (coerced.ok) typed[parameter] = coerced.value;
    else errors.push(coerced.error);
  }
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, write: toCall(draft, typed) };
}

function coerceMember(house: HouseRecords, { holder, key }: Draft, parameter: string, value: unknown) {
  const device = deviceOf(holder);
  const described = holder.paramsets.get(key);
  const descriptor = descriptorOf(house, device, parameter, described?.[parameter]);
  return descriptor === undefined
    ? ({ ok: false, error: { field: parameter, reason: 'is not a parameter here' } } as const)
    : coerce(parameter, descriptor, value);
}

const deviceOf = (holder: Device | Channel): Device => ('device' in holder ? holder.device : holder);

/** A single value goes out as such: it confirms itself by an event of its own, and asks less of old devices. */
function toCall({ holder, key }: Draft, typed: Readonly<Record<string, TypedValue>>): PlannedWrite {
  const [only, ...more] = Object.entries(typed);
  if (!('device' in holder) || key !== 'VALUES' || only === undefined || more.length > 0) {
    return paramsetWrite(holder, key, typed);
  }
  const [parameter, value] = only;
  const point = holder.points.get(parameter);
  return {
    kind: 'value',
    ...targetOf(holder.device),
    channelAddress: holder.address,
    channel: holder.number,
    parameter,
    value,
    momentary: point?.descriptor.momentary === true,
    ...(point?.value === undefined ? {} : { current: point.value }),
  };
}
