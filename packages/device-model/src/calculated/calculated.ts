import { numberOf, optionOf } from '../custom/read.js';
import type { CalculatedDataPoint } from '../model/calculated.js';
import { teamOf } from '../model/stand-in.js';
import type { Channel, DataPoint, Device } from '../model/state.js';
import { toldStatus } from '../model/status.js';
import { roundTo } from '../values/number.js';
import { batteryOf, lowLimit, usualLimit, voltageLevel } from './battery.js';
import { apparentTemperature, dewPoint, dewPointSpread, enthalpy, frostPoint, vapourConcentration } from './climate.js';

type Definition = Omit<CalculatedDataPoint, 'channel' | 'value' | 'changedAt'>;

const find = (channel: Channel, ...parameters: readonly string[]): DataPoint | undefined =>
  parameters.map((parameter) => channel.points.get(parameter)).find((point) => point !== undefined);

export function buildCalculated(device: Device): void {
  const before = new Map(device.calculated.map((each) => [`${each.channel.number}/${each.name}`, each]));
  device.calculated = [...device.channels.values()].flatMap((channel) =>
    definitions(channel).map((definition) => {
      const known = before.get(`${channel.number}/${definition.name}`);
      return { ...definition, channel, value: known?.value ?? null, changedAt: known?.changedAt };
    }),
  );
  // A detector calculates from its team, which is another device.
  const others = (point: DataPoint) => point.calculated.filter(({ channel }) => channel.device !== device);
  for (const channel of device.channels.values())
    for (const point of channel.points.values()) point.calculated = others(point);
  for (const { sources } of before.values()) for (const source of sources) source.calculated = others(source);
  for (const calculated of device.calculated) {
    for (const source of calculated.sources) source.calculated = [...source.calculated, calculated];
  }
}

function definitions(channel: Channel): readonly Definition[] {
  return [
    ...airDefinitions(channel),
    ...batteryDefinitions(channel),
    ...stateDefinitions(channel),
    ...teamDefinitions(channel),
  ];
}

type Air = (temperature: number, humidity: number) => number | null;

const AIR: readonly (readonly [name: string, unit: string, formula: Air])[] = [
  ['DEW_POINT', '°C', dewPoint],
  ['DEW_POINT_SPREAD', 'K', dewPointSpread],
  ['ENTHALPY', 'kJ/kg', enthalpy],
  ['VAPOR_CONCENTRATION', 'g/m³', vapourConcentration],
];

/** Frost is of interest outdoors. */
const isOutdoor = (channel: Channel): boolean =>
  channel.description.TYPE.startsWith('WEATHER') || /STHO|SWO/i.test(channel.device.description.TYPE);

function airDefinitions(channel: Channel): readonly Definition[] {
  const temperature = find(channel, 'ACTUAL_TEMPERATURE', 'TEMPERATURE');
  const humidity = find(channel, 'HUMIDITY', 'ACTUAL_HUMIDITY');
  if (temperature === undefined || humidity === undefined) return [];
  const wind = find(channel, 'WIND_SPEED');
  const air = (name: string, unit: string, formula: Air): Definition => ({
    name,
    unit,
    category: 'sensor',
    sources: [temperature, humidity],
    compute: () => compute([temperature, humidity], ([t = 0, h = 0]) => formula(t, h)),
  });
  return [
    ...AIR.map(([name, unit, formula]) => air(name, unit, formula)),
    ...(isOutdoor(channel) ? [air('FROST_POINT', '°C', frostPoint)] : []),
    ...(wind === undefined
      ? []
      : [
          {
            name: 'APPARENT_TEMPERATURE',
            unit: '°C',
            category: 'sensor' as const,
            sources: [temperature, humidity, wind],
            compute: () =>
              compute([temperature, humidity, wind], ([t = 0, h = 0, w = 0]) => apparentTemperature(t, h, w)),
          },
        ]),
  ];
}

/** One decimal is more than any of these sensors is good for. */
function compute(sources: readonly DataPoint[], formula: (values: readonly number[]) => number | null): number | null {
  const values = sources.map(numberOf);
  if (values.some((value) => value === null)) return null;
  const result = formula(values as readonly number[]);
  return result === null || !Number.isFinite(result) ? null : roundTo(result, 1) + 0;
}

function batteryDefinitions(channel: Channel): readonly Definition[] {
  const voltage = find(channel, 'OPERATING_VOLTAGE', 'BATTERY_STATE');
  if (voltage === undefined) return [];
  const battery = batteryOf(channel.device.description.TYPE, usualLimit(channel));
  if (battery === undefined || lowLimit(channel) === undefined) return [];
  const status = find(channel, `${voltage.parameter}_STATUS`);
  return [
    {
      name: 'OPERATING_VOLTAGE_LEVEL',
      unit: '%',
      category: 'sensor',
      sources: [voltage, ...(status === undefined ? [] : [status])],
      compute: () => {
        const limit = lowLimit(channel);
        // Fed from outside, the voltage is not that of the cells.
        return limit === undefined || toldStatus(voltage) === 'external'
          ? null
          : compute([voltage], ([volts = 0]) => voltageLevel(volts, battery, limit));
      },
      information: () => ({
        ...(battery.type === undefined ? {} : { battery_type: battery.type }),
        battery_qty: battery.quantity,
        low_bat_limit: lowLimit(channel),
        voltage_max: battery.quantity * battery.cellVoltage,
      }),
    },
  ];
}

const CONTACTS: ReadonlySet<string> = new Set(['SHUTTER_CONTACT', 'ROTARY_HANDLE_SENSOR', 'ROTARY_HANDLE_TRANSCEIVER']);

function stateDefinitions(channel: Channel): readonly Definition[] {
  const contact = CONTACTS.has(channel.description.TYPE) ? find(channel, 'STATE') : undefined;
  const smoke = find(channel, 'SMOKE_DETECTOR_ALARM_STATUS');
  return [
    ...(contact?.descriptor.type === 'ENUM' ? [option('WINDOW_OPEN', contact, (name) => name !== 'CLOSED')] : []),
    ...(smoke === undefined
      ? []
      : [
          option('SMOKE_ALARM', smoke, (name) => name === 'PRIMARY_ALARM' || name === 'SECONDARY_ALARM'),
          option('INTRUSION_ALARM', smoke, (name) => name === 'INTRUSION_ALARM'),
        ]),
  ];
}

/** A member of a team is marked with the alarm of the team, whichever of its members has raised it. */
function teamDefinitions(channel: Channel): readonly Definition[] {
  const state = teamOf(channel)?.points.get('STATE');
  if (state === undefined || state.channel.device === channel.device) return [];
  const compute = () => (typeof state.value === 'boolean' ? state.value : null);
  return [{ name: 'TEAM_ALARM', category: 'binary_sensor', sources: [state], compute }];
}

function option(name: string, source: DataPoint, holds: (option: string) => boolean): Definition {
  return {
    name,
    category: 'binary_sensor',
    sources: [source],
    compute: () => {
      const chosen = optionOf(source);
      return chosen === null ? null : holds(chosen);
    },
  };
}

/** A reading with a status out of range is no source. */
export function isValid(source: DataPoint): boolean {
  const status = source.channel.points.get(`${source.parameter}_STATUS`);
  return source.value !== undefined && (status?.value === undefined || optionOf(status) === 'NORMAL');
}
