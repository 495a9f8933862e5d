import type { FieldError, NewAct } from '@ccu-gateway/contract/types';
import type { ValueWrite } from '@ccu-gateway/device-model';
import type { House } from '../ports/house.js';
import { invalid } from '../use-case/errors.js';
import { keyOf } from './book.js';

interface PointAt {
  readonly central: string;
  readonly deviceAddress: string;
  readonly channel: number;
  readonly parameter: string;
}

/** True for a data point that a person confirms, such as of a lock or gate: no clock may operate it. */
export function asksFirst(house: Pick<House, 'dataPoint'>, { deviceAddress: address, ...at }: PointAt): boolean {
  const { central, channel, parameter } = at;
  const found = house.dataPoint({ address, central, channel, parameter });
  return found.ok && found.value.confirm !== undefined;
}

/**
 * Checks each write of an act against the model. Data points that a person confirms are refused, because the end of the act
 * would operate them.
 *
 * @throws GatewayError `validation` with the faults of all writes
 */
export function planAct(house: Pick<House, 'validateWrite' | 'dataPoint'>, { writes }: NewAct): readonly ValueWrite[] {
  const errors: FieldError[] = [];
  const plans = new Map<string, ValueWrite>();
  writes.forEach(({ device_address: address, channel, parameter, value, central }, index) => {
    const planned = house.validateWrite({ address, channel, parameter, value, ...(central && { central }) });
    const field = `writes.${index}`;
    if (!planned.ok) {
      const faults = planned.code === 'validation' ? planned.errors : undefined;
      if (faults === undefined) errors.push({ field, reason: planned.message });
      else errors.push(...faults.map((fault) => ({ ...fault, field: `${field}.${fault.field}` })));
      return;
    }
    const key = keyOf(planned.write);
    if (asksFirst(house, planned.write))
      errors.push({ field, reason: 'asks a person first, which the end of an act cannot' });
    else if (planned.write.momentary) errors.push({ field, reason: 'is an impulse, which nothing can take back' });
    else if (plans.has(key)) errors.push({ field, reason: 'sets a data point that another write of the act sets' });
    plans.set(key, planned.write);
  });
  if (errors.length > 0) throw invalid(errors);
  return [...plans.values()];
}
