import { GatewayError, unlessRefused } from '@ccu-gateway/gateway-core';
import type { ReadingCore } from '../house.js';
import type { Subjects } from '../other.js';
import { PayloadError } from '../payload.js';
import type { Asked } from '../tree.js';
import { type ChannelNames, itemOf, type NamedChannel } from './names.js';
import { forPoint, forVariable, readPayload } from './payload.js';
import { readVariables } from './variables.js';

/** Dependencies of the readers of commands. */
export interface CommandReading {
  readonly house: ReadingCore;
  readonly central: string;
  readonly subjects: Subjects;
  readonly names: () => ChannelNames;
}

/** Words for a level, which Home Assistant sends. */
const LEVEL_WORDS: Readonly<Record<string, number>> = { OPEN: 1, CLOSE: 0, ON: 1.005, OFF: 0 };
/** Modes of thermostats that are set by data points of their own. */
const MODES: Readonly<Record<string, string>> = {
  'AUTO-MODE': 'AUTO_MODE',
  'MANU-MODE': 'MANU_MODE',
  'BOOST-MODE': 'BOOST_MODE',
  'COMFORT-MODE': 'COMFORT_MODE',
  'LOWERING-MODE': 'LOWERING_MODE',
};
const USUAL_SET_POINT = 20;

const unknown = (what: string) => new GatewayError('not_found', `There is no ${what}`, { reason: 'not_found' });

/** Command of a message at `set/<channel>/<data point>`, `set/<variable>` or `set/<program>`. */
export function readSet(reading: CommandReading, path: string, payload: Buffer): Asked {
  const { house, central, subjects, names } = reading;
  const value = readPayload(payload);
  const cut = path.lastIndexOf('/');
  const named = cut === -1 ? undefined : names().find(path.slice(0, cut));
  if (named !== undefined) return setPoint(reading, named, path.slice(cut + 1), value);
  const isIt = (each: { readonly name: string }) => each.name === path || itemOf(each.name) === path;
  const variable = readVariables(house, central).find(({ rawName, shown }) => isIt(shown) || isIt({ name: rawName }));
  if (variable !== undefined) {
    const { rawName: name, shown } = variable;
    return {
      command: { kind: 'sysvar', central, name, value: forVariable(value, shown) },
      subject: subjects.sysvar(name),
    };
  }
  const program = (unlessRefused(() => house.programs.list({ central })) ?? []).find(isIt);
  if (program === undefined) throw unknown(`channel, variable or program ${path}`);
  const { id } = program;
  const subject = subjects.program(program.name);
  if (typeof value !== 'boolean') return { command: { kind: 'program', central, program: id }, subject };
  return { command: { kind: 'program_active', central, program: id, active: value }, subject };
}

function setPoint(
  { house, central, subjects }: CommandReading,
  named: NamedChannel,
  asked: string,
  said: unknown,
): Asked {
  const { device, channel } = named;
  const pointOf = (name: string) =>
    unlessRefused(() =>
      house.devices.getValue({ central, address: device.address, channel: channel.number, parameter: name }),
    );
  const { parameter, value } = meant(asked, said, pointOf);
  const point = pointOf(parameter);
  return {
    command: {
      kind: 'set',
      central,
      device: device.address,
      channel: String(channel.number),
      parameter,
      value: point === undefined ? value : forPoint(value, point),
    },
    subject: subjects.set(device.address, channel.number, parameter),
  };
}

type PointOf = (parameter: string) => ReturnType<ReadingCore['devices']['getValue']> | undefined;

/** Some words at one data point mean another one. */
function meant(parameter: string, value: unknown, pointOf: PointOf): { parameter: string; value: unknown } {
  if (typeof value !== 'string') return { parameter, value };
  const word = value.toUpperCase();
  if (parameter === 'LEVEL') {
    return word === 'STOP' ? { parameter: 'STOP', value: true } : { parameter, value: LEVEL_WORDS[word] ?? value };
  }
  const mode = MODES[word];
  if (parameter !== 'CONTROL_MODE' || mode === undefined || pointOf(parameter)?.operations.write !== false) {
    return { parameter, value };
  }
  const setPoint = pointOf('SET_TEMPERATURE')?.value;
  const isManual = mode === 'MANU_MODE';
  return { parameter: mode, value: isManual ? (typeof setPoint === 'number' ? setPoint : USUAL_SET_POINT) : true };
}

/** Command of a message at `paramset/<channel or device>/<paramset>`, with one parameter or without. */
export function readParamset({ central, subjects, names }: CommandReading, path: string, payload: Buffer): Asked {
  const value = readPayload(payload);
  const isWhole = typeof value === 'object' && value !== null && !Array.isArray(value);
  const levels = path.split('/');
  const parameter = isWhole ? undefined : levels.pop();
  const paramset = levels.pop();
  if (paramset === undefined || levels.length === 0) {
    throw new PayloadError('Several parameters are a JSON object; one is named by the topic');
  }
  const item = levels.join('/');
  const named = names().find(item);
  const device = named?.device ?? names().findDevice(item);
  if (device === undefined) throw unknown(`channel or device ${item}`);
  const values = parameter === undefined ? { ...(value as object) } : { [parameter]: value };
  const channel = named?.channel.number;
  return {
    command: {
      kind: 'paramset',
      central,
      device: device.address,
      ...(channel === undefined ? {} : { channel: String(channel) }),
      paramset,
      values,
    },
    subject: subjects.paramset(device.address, channel, paramset),
  };
}
