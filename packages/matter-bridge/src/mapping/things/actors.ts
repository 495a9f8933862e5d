import type { CustomCategory, CustomDPSummary } from '@ccu-gateway/contract/types';
import { stateOf } from '../clusters/cluster.js';
import { colorControl } from '../clusters/color-control.js';
import { doorLock } from '../clusters/door-lock.js';
import { levelControl } from '../clusters/level.js';
import { humidityMeasurement } from '../clusters/measurements.js';
import { onOff } from '../clusters/on-off.js';
import { thermostat } from '../clusters/thermostat.js';
import { valveControl } from '../clusters/valve.js';
import { type Covering, windowCovering } from '../clusters/window-covering.js';
import { customRef } from '../device.js';
import type { FunctionType } from '../device-types.js';
import type { DeviceView } from '../house-view.js';
import { clamp, finite } from '../numbers.js';
import type { CustomDataPointRef } from '../plan.js';
import type { ReasonCode } from '../reasons.js';
import { functionOf, type ThingFunction } from './function.js';

/** Operated data point, with the choices for it. */
export interface Actor {
  readonly view: DeviceView;
  readonly custom: CustomDPSummary;
  readonly kind: 'plug' | 'light';
  /** True when the system of the bridge distinguishes pulling the latch from unlocking. */
  readonly knowsUnbolting: boolean;
}

const refOf = ({ view, custom }: Actor): CustomDataPointRef => customRef(view, custom.name);
const can = ({ custom }: Actor, capability: string): boolean => custom.capabilities[capability] === true;

/** Matter's times end there: sixteen bits of seconds. */
const LONGEST = 65_534;

/** The longest time that an operation takes; undefined where it takes none. A value with a unit takes any. */
function longestTime({ view, custom }: Actor, capability: string, parameter: string): number | undefined {
  if (custom.capabilities[capability] !== true) return undefined;
  const points = view.dataPoints.get(custom.channel_no) ?? [];
  const max = points.find((point) => point.parameter === parameter)?.max;
  return Math.min(LONGEST, typeof max === 'number' && max > 0 ? max : LONGEST);
}

function switched(actor: Actor, deviceType: FunctionType): ThingFunction {
  const of = refOf(actor);
  const cluster = onOff({
    of,
    on: 'turn_on',
    off: 'turn_off',
    state: 'is_on',
    isLight: false,
    timer: longestTime(actor, 'on_time', 'ON_TIME'),
  });
  return functionOf('switch', deviceType, [cluster], [of]);
}

function light(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const { config } = actor.custom;
  const dimmed = { of, ramp: longestTime(actor, 'transition', 'RAMP_TIME') };
  const base = [
    onOff({
      of,
      on: 'turn_on',
      off: 'turn_off',
      state: 'is_on',
      isLight: true,
      timer: longestTime(actor, 'on_time', 'ON_TIME'),
    }),
    levelControl(dimmed),
  ];
  const [hasTint, hasWhites] = [can(actor, 'color'), can(actor, 'color_temp')];
  if (!hasTint && !hasWhites) return functionOf('light', 'DimmableLight', base, [of]);
  const min = clamp(finite(config.min_color_temp_kelvin) ?? 2000, 100, 20_000);
  const max = clamp(finite(config.max_color_temp_kelvin) ?? 6500, min, 20_000);
  const colored = colorControl({ ...dimmed, hasTint, whites: hasWhites ? { min, max } : undefined });
  return functionOf('light', hasTint ? 'ExtendedColorLight' : 'ColorTemperatureLight', [...base, colored], [of]);
}

const COVERS: Readonly<Record<string, Covering['kind']>> = {
  cover_blind: 'blind',
  cover_window: 'window',
  cover_garage: 'door',
};

function cover(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const kind = COVERS[actor.custom.kind] ?? 'shutter';
  const cluster = windowCovering({ of, kind, hasTilt: can(actor, 'tilt'), hasStop: can(actor, 'stop') });
  return functionOf('cover', 'WindowCovering', [cluster], [of]);
}

const LOWEST = 4.5;
const HIGHEST = 30.5;

/** True with a valve position: HmIP reports it as a level, BidCos as a percentage. */
const tellsValve = ({ view, custom }: Actor): boolean =>
  (view.dataPoints.get(custom.channel_no) ?? []).some(
    ({ parameter, type }) => parameter === 'LEVEL' || (parameter === 'VALVE_STATE' && type === 'INTEGER'),
  );

function climate(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const { config, supported_operations: operations, state } = actor.custom;
  const min = clamp(finite(config.min_temp) ?? LOWEST, 0, 60);
  const max = clamp(finite(config.max_temp) ?? HIGHEST, min + 1, 90);
  const modes: readonly unknown[] = Array.isArray(config.hvac_modes) ? config.hvac_modes : [];
  const cluster = thermostat({
    of,
    min,
    max,
    cools: can(actor, 'cooling') && modes.includes('cool'),
    hasModes: operations.includes('set_mode'),
    hasValve: tellsValve(actor),
    tellsAction: tellsValve(actor) || Object.hasOwn(state, 'hvac_action'),
  });
  return functionOf('thermostat', 'Thermostat', [cluster], [of]);
}

/** A thermostat measures humidity, too, or the sensor beside it does. */
function humidity(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const read = humidityMeasurement((values) => stateOf(values, of).current_humidity);
  return functionOf('humidity', 'HumiditySensor', [read], [of]);
}

function lock(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const cluster = doorLock({ of, unlatches: actor.knowsUnbolting && can(actor, 'open') });
  return functionOf('lock', 'DoorLock', [cluster], [of]);
}

function valve(actor: Actor): ThingFunction {
  const of = refOf(actor);
  const timer = longestTime(actor, 'on_time', 'ON_TIME');
  return functionOf('valve', 'WaterValve', [valveControl(of, timer)], [of]);
}

/** True when clients ask before they operate it: a plug would hide that it opens, wakes or admits. */
const asks = ({ custom }: Actor): boolean => Object.keys(custom.confirm).length > 0;

/** Device types of a category, or the reason why Matter shows none of it. No functions: no device type matches. */
type Mapping = ((actor: Actor) => readonly ThingFunction[]) | ReasonCode;

/** The mapping of each category. */
const MAPPINGS: Readonly<Record<CustomCategory, Mapping>> = {
  climate: (actor) => [climate(actor), ...(can(actor, 'humidity') ? [humidity(actor)] : [])],
  cover: (actor) => [cover(actor)],
  light: (actor) => [light(actor)],
  lock: (actor) => [lock(actor)],
  siren: (actor) => (asks(actor) ? [] : [switched(actor, 'OnOffPlugInUnit')]),
  switch: (actor) => (asks(actor) ? [] : [switched(actor, actor.kind === 'light' ? 'OnOffLight' : 'OnOffPlugInUnit')]),
  text_display: 'text_display',
  valve: (actor) => [valve(actor)],
};

/** Reason why Matter shows nothing of a category; undefined where it shows some. */
export function refusalOfCategory(category: CustomCategory): ReasonCode | undefined {
  const mapping = MAPPINGS[category];
  return typeof mapping === 'string' ? mapping : undefined;
}

/** Functions of an actor for Matter; none without a matching device type. */
export function functionsOfActor(actor: Actor): readonly ThingFunction[] {
  const mapping = MAPPINGS[actor.custom.category];
  return typeof mapping === 'string' ? [] : mapping(actor);
}
