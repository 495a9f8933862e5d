import type { DataPointSummary, ProgramSummary, SysvarSummary } from '@ccu-gateway/contract/types';
import { millis } from '../message.js';
import type { NamedChannel } from './names.js';
import { optionsOf } from './payload.js';

/** Motion of an actor with its target. */
export interface Motion {
  readonly working: boolean;
  readonly direction: number | undefined;
}

/** Finds another data point of the same channel. */
export type Sibling = (parameter: string) => DataPointSummary | undefined;

/** Motion of an actor; undefined where its channel does not report it, and for data points that do not move. */
export function motionOf(parameter: string, sibling: Sibling): Motion | undefined {
  if (parameter !== 'STATE' && !parameter.startsWith('LEVEL')) return undefined;
  const told = ['WORKING', 'WORKING_SLATS', 'PROCESS'].flatMap((each) => sibling(each) ?? []);
  const known = told.filter(({ observed }) => observed);
  if (known.length === 0) return undefined;
  return { working: known.some(({ value }) => Number(value) !== 0), direction: directionOf(sibling) };
}

/** HmIP counts the other way round. */
const ACTIVITY: Readonly<Record<number, number>> = { 0: 3, 3: 0 };

function directionOf(sibling: Sibling): number | undefined {
  const direction = sibling('DIRECTION')?.value;
  if (typeof direction === 'number') return direction;
  const activity = sibling('ACTIVITY_STATE')?.value;
  return typeof activity === 'number' ? (ACTIVITY[activity] ?? activity) : undefined;
}

/** Facts published with a value. */
export interface PointFacts {
  readonly ccu: string;
  readonly named: NamedChannel;
  readonly point: DataPointSummary;
  /** Another name for the data point, for topics that hm2mqtt adds. */
  readonly datapoint?: string | undefined;
  readonly value: unknown;
  readonly previous?: unknown;
  readonly change: boolean;
  readonly ts: number | undefined;
  readonly lc: number | undefined;
  readonly motion?: Motion | undefined;
}

/** The block `hm` of a data point. */
export function pointBlock(facts: PointFacts): object {
  const { ccu, named, point, value, previous, change, ts, lc, motion } = facts;
  const { device, channel } = named;
  const { rooms = [], functions = [] } = channel;
  const { datapoint = point.parameter } = facts;
  const isUncertain = point.source === 'cache' || point.source === 'stale';
  return {
    ccu,
    iface: device.interface,
    device: device.address,
    deviceName: device.name,
    deviceType: device.model,
    channel: channel.address,
    channelName: channel.name,
    channelType: channel.type,
    channelIndex: channel.number,
    datapoint,
    datapointName: `${device.interface}.${channel.address}.${datapoint}`,
    datapointType: point.type,
    datapointMin: point.min,
    datapointMax: point.max,
    datapointEnum: point.value_list,
    datapointDefault: point.default,
    datapointControl: point.control,
    // The CCU has 0.5 and means 50 %.
    datapointUnit: point.multiplier === 100 ? '100%' : point.unit,
    valuePrevious: previous,
    valueEnum: typeof value === 'number' ? point.value_list?.[value] : undefined,
    valueStable: motion?.working === true ? undefined : value,
    rooms,
    room: rooms[0],
    functions,
    function: functions[0],
    ts,
    lc,
    change,
    cache: point.source === 'cache',
    uncertain: isUncertain,
    working: motion?.working,
    direction: motion?.direction,
    stable: motion?.working !== true,
  };
}

/** The block `hm` of a variable. */
export function variableBlock(ccu: string, variable: SysvarSummary): object {
  const { name, description, value, value_type, unit, vid } = variable;
  const options = optionsOf(variable);
  const ts = millis(variable.modified_at ?? variable.last_seen_at);
  return {
    ccu,
    iface: 'ReGaHSS',
    type: 'SYSVAR',
    name,
    info: description,
    valueType: TYPES[value_type] ?? 'number',
    valueEnum: options?.[Number(value)],
    unit,
    enum: options,
    id: vid,
    channel: variable.channel,
    ts,
    lc: millis(variable.modified_at),
  };
}

const TYPES: Readonly<Record<string, string>> = { LOGIC: 'boolean', ALARM: 'boolean', STRING: 'string' };

/** The block `hm` of a program. */
export function programBlock(ccu: string, { id, name, active, last_executed }: ProgramSummary): object {
  return { id, ccu, iface: 'ReGaHSS', type: 'PROGRAM', name, active, ts: millis(last_executed) ?? 0 };
}
