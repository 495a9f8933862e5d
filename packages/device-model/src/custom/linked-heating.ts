import { parseAddress } from '../model/address.js';
import type { CustomDataPoint } from '../model/custom.js';
import type { CentralRecord, Channel, DataPoint, Device } from '../model/state.js';
import { heatingOutput } from './climate-configuration.js';
import { flagOf, numberOf, reading } from './read.js';

/** Channels through which a thermostat switches the heat of actors. */
const HEATS = /^(HEATING_)?(CLIMATECONTROL|THERMALCONTROL)_|^SWITCH_TRANSMIT$/;
/** Those of the same name that ask a boiler or a pump for warmth, dry the air, or cool. */
const DOES_NOT_HEAT = /_(HEAT_DEMAND|DEHUMIDIFIER|INPUT|CL)_/;

const OUTPUTS = ['LEVEL', 'VALVE_STATE', 'STATE'] as const;

const isThermostat = ({ behaviour }: CustomDataPoint): boolean => behaviour.category === 'climate';

const heats = ({ description: { TYPE } }: Channel): boolean => HEATS.test(TYPE) && !DOES_NOT_HEAT.test(TYPE);

/** A thermostat on the wall, which has no valve of its own: its links show its actors. */
export function heatsByLinks(device: Device): boolean {
  const wall = device.customs.some(
    (custom) =>
      isThermostat(custom) && !custom.channel.points.has('LEVEL') && !custom.channel.points.has('VALVE_STATE'),
  );
  return wall && [...device.channels.values()].some(heats);
}

/** True when a thermostat heats at the moment, by its own switch or by any actor that it is linked with. */
export function isHeating(channel: Channel): boolean | null {
  const own = channel.points.has('LEVEL') ? undefined : heatingOutput(channel);
  const isOn = flagOf(own?.point);
  const known = [
    ...(isOn === null ? [] : [isOn !== own?.heatsWhileOff]),
    ...linkedActors(channel.device).flatMap((actor) => outputOf(actor) ?? []),
  ];
  return known.length === 0 ? null : known.includes(true);
}

function linkedActors({ central, address, channels }: Device): readonly Channel[] {
  return (central.links.get(address) ?? []).flatMap(({ sender, receiver }) => {
    const from = channels.get(parseAddress(sender)?.channel ?? -1);
    const to = parseAddress(receiver);
    const actor = central.devices.get(to?.device ?? '')?.channels.get(to?.channel ?? -1);
    return from === undefined || !heats(from) || actor === undefined || actor.device.address === address ? [] : [actor];
  });
}

/**
 * Output of a linked channel; a radiator thermostat is linked by a channel without any, and its valve lies in another.
 */
function outputOf(actor: Channel): boolean | undefined {
  const channels = OUTPUTS.some((parameter) => actor.points.has(parameter))
    ? [actor]
    : actor.device.customs.filter(isThermostat).map(({ channel }) => channel);
  return channels.map(isOpen).find((each) => each !== undefined);
}

function isOpen(channel: Channel): boolean | undefined {
  for (const parameter of OUTPUTS) {
    const point = reading(channel, parameter);
    // The activity of a valve has the same name as its opening.
    if (point === undefined || point.descriptor.type === 'ENUM') continue;
    const value = flagOf(point) ?? numberOf(point);
    if (value !== null) return value === true || (typeof value === 'number' && value > 0);
  }
  return undefined;
}

/** The thermostats with a state that may depend on this value of an actor. */
export function thermostatsBehind({ channel, parameter }: DataPoint): readonly CustomDataPoint[] {
  const { central, address } = channel.device;
  const fed = central.heatedBy.get(address);
  if (fed === undefined || !OUTPUTS.some((each) => each === parameter)) return [];
  return [...fed].flatMap((each) => central.devices.get(each)?.customs.filter(isThermostat) ?? []);
}

/** By actor, the thermostats that are linked with it. */
export function heatedByActor(central: Pick<CentralRecord, 'links'>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [thermostat, links] of central.links) {
    for (const { receiver } of links) {
      const actor = parseAddress(receiver)?.device;
      if (actor === undefined) continue;
      const fed = found.get(actor) ?? new Set();
      found.set(actor, fed.add(thermostat));
    }
  }
  return found;
}
