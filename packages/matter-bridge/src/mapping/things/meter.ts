import { energyMeasurement, type Metered, powerMeasurement, powerTopology } from '../clusters/electrical.js';
import { type ChannelView, refIfTold } from '../device.js';
import type { ClusterPlan, Input } from '../plan.js';
import { type Extra, functionOf, type ThingFunction } from './function.js';

/** Values metered by a channel; undefined where it meters no electricity. */
export function meteredBy(channel: ChannelView): Metered | undefined {
  const of = (parameter: string) => refIfTold(channel, parameter);
  const metered: Metered = {
    power: of('POWER'),
    voltage: of('VOLTAGE'),
    current: of('CURRENT'),
    frequency: of('FREQUENCY'),
    energy: of('ENERGY_COUNTER'),
  };
  return metered.power === undefined && metered.energy === undefined ? undefined : metered;
}

const inputsOf = ({ power, voltage, current, frequency, energy }: Metered): readonly Input[] =>
  [power, voltage, current, frequency, energy].filter((each): each is NonNullable<typeof each> => each !== undefined);

const clustersOf = (metered: Metered): readonly ClusterPlan[] => [
  powerTopology(),
  ...(metered.power === undefined ? [] : [powerMeasurement(metered)]),
  ...(metered.energy === undefined ? [] : [energyMeasurement(metered)]),
];

/** The meter of an actor is part of the endpoint of the actor. */
export function withMeter(actor: ThingFunction, meter: ChannelView | undefined): ThingFunction {
  const metered = meter === undefined ? undefined : meteredBy(meter);
  if (metered === undefined) return actor;
  const extra: Extra = { deviceType: 'ElectricalSensor', clusters: clustersOf(metered), inputs: inputsOf(metered) };
  return { ...actor, extras: [...actor.extras, extra] };
}

/** A meter for itself. */
export function meterFunction(channel: ChannelView): ThingFunction | undefined {
  const metered = meteredBy(channel);
  return metered === undefined
    ? undefined
    : functionOf('meter', 'ElectricalSensor', clustersOf(metered), inputsOf(metered));
}
