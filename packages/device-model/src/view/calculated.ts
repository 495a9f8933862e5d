import type { CalculatedDPDetail, CalculatedDPSummary } from '@ccu-gateway/contract/types';
import { isAvailable } from '../announce/announce.js';
import { isValid } from '../calculated/calculated.js';
import { parameterLabel } from '../labels/label.js';
import type { CalculatedDataPoint } from '../model/calculated.js';
import { timestamp } from '../model/time.js';
import type { Locale } from '../requests/requests.js';

export function describeCalculated(calculated: CalculatedDataPoint, locale: Locale): CalculatedDPSummary {
  const { channel, name, value } = calculated;
  const modified = timestamp(calculated.changedAt);
  const information = calculated.information?.();
  return {
    name,
    unique_id: calculatedId(calculated),
    value,
    observed: value !== null,
    available: value !== null && calculated.sources.every(isValid) && isAvailable(channel.device),
    category: calculated.category,
    translated_name: parameterLabel(name, locale),
    ...(modified === undefined ? {} : { modified_at: modified }),
    ...(calculated.unit === undefined ? {} : { unit: calculated.unit }),
    ...(information === undefined ? {} : { additional_information: information }),
  };
}

export function describeCalculatedDetail(calculated: CalculatedDataPoint, locale: Locale): CalculatedDPDetail {
  return {
    ...describeCalculated(calculated, locale),
    depends_on: calculated.sources.map((source) => source.parameter),
  };
}

export function calculatedId({ channel, name }: CalculatedDataPoint): string {
  return channel.device.central.ids.calculated(channel.device.address, channel.number, name);
}
