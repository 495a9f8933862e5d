import type { CustomDPSummary, DataPointSummary } from '@ccu-gateway/contract/types';
import type { DeviceView } from '@ccu-gateway/gateway-core';

/** A value of a device, as assistants read it. */
interface ShownValue {
  readonly channel: number;
  readonly parameter: string;
  readonly label: string;
  /** An option by its name. */
  readonly value: unknown;
  readonly unit?: string;
  /** Of the value, or of an unconfirmed write. */
  readonly pending?: true;
}

/** Parameters of channel 0 that interest people only where they report something. */
const QUIET =
  /^(RSSI_|DUTY_CYCLE|OPERATING_VOLTAGE|CARRIER_SENSE|ERROR_CODE$|LOW_BAT$|LOWBAT$|SABOTAGE$|UNREACH$|ERROR_)/;
const USED: readonly string[] = ['data_point', 'ce_primary', 'ce_visible'];

/** Values for people: without those of the radio and those that report nothing. */
export function valuesOf({ dataPoints }: Pick<DeviceView, 'dataPoints'>): readonly ShownValue[] {
  return [...dataPoints].flatMap(([channel, points]) =>
    points
      .filter(({ usage }) => USED.includes(usage))
      .filter(({ observed, parameter, value }) => observed && !(QUIET.test(parameter) && isQuiet(parameter, value)))
      .map((point) => shown(channel, point)),
  );
}

const isQuiet = (parameter: string, value: unknown) =>
  /^(RSSI_|OPERATING_VOLTAGE|CARRIER_SENSE|DUTY_CYCLE)/.test(parameter) || value === false || value === 0;

/** One value. */
export function shown(channel: number, point: DataPointSummary): ShownValue {
  const { parameter, parameter_label: label, unit, pending } = point;
  return {
    channel,
    parameter,
    label,
    value: readableOf(point),
    ...(unit === undefined || unit === '' ? {} : { unit }),
    ...(pending === true && { pending }),
  };
}

/** An option by its name, a number in the unit of people; null where it is not known. */
export function readableOf({ value, display_value: display, value_list: options }: DataPointSummary): unknown {
  if (options !== undefined && typeof value === 'number') return options[value] ?? value;
  return display ?? value ?? null;
}

/** A light, cover, thermostat or the like. */
export function thingOf({ name, category, channel_no: channel, state }: CustomDPSummary) {
  const known = Object.entries(state).filter(([, value]) => value !== null && value !== undefined);
  return { name, category, channel, state: Object.fromEntries(known) };
}

/** Values of a device in a list. */
const FEW = 6;

/** A device with its present state, short enough for a list. */
export function summaryOf(view: DeviceView, area?: string) {
  const { address, name, central, model, rooms, functions, available } = view.device;
  const things = view.customDataPoints.map(thingOf);
  const values = valuesOf(view)
    .filter(({ channel }) => !things.some((thing) => thing.channel === channel && thing.category !== 'switch'))
    .slice(0, FEW)
    .map(({ label, value, unit }) => ({ label, value, ...(unit === undefined ? {} : { unit }) }));
  return {
    address,
    name,
    central,
    model,
    ...(rooms === undefined ? {} : { rooms }),
    ...(area === undefined ? {} : { area }),
    ...(functions === undefined ? {} : { functions }),
    available,
    ...(view.device.availability.LowBattery === true && { low_battery: true }),
    ...(things.length === 0 ? {} : { things }),
    ...(values.length === 0 ? {} : { values }),
  };
}
