import type { Profile } from '../house-view.js';
import type { EndpointPlan } from '../plan.js';
import type { ThingFunction } from '../things/function.js';

/** What a system that the bridge is shown to knows, and how much of it. */
export interface ProfileFacts {
  /** Matter's device types; absent where every type is shown. */
  readonly knows: ReadonlySet<string> | undefined;
  readonly maxEndpoints: number;
  /** Whether it tells pulling the latch of a door from unlocking it. */
  readonly knowsUnbolting: boolean;
}

/** What every system knows. */
const COMMON = [
  'ColorTemperatureLight',
  'ContactSensor',
  'DimmableLight',
  'DoorLock',
  'ExtendedColorLight',
  'HumiditySensor',
  'OccupancySensor',
  'OnOffLight',
  'OnOffPlugInUnit',
  'PowerSource',
  'SmokeCoAlarm',
  'TemperatureSensor',
  'Thermostat',
  'WindowCovering',
] as const;

/** No limit is known. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** By what the makers publish and what is known of their systems; see docs/matter.md. */
export const PROFILES: Readonly<Record<Profile, ProfileFacts>> = {
  all: { knows: undefined, maxEndpoints: UNBOUNDED, knowsUnbolting: true },
  homeassistant: { knows: undefined, maxEndpoints: UNBOUNDED, knowsUnbolting: true },
  alexa: {
    knows: new Set([...COMMON, 'AirQualitySensor', 'GenericSwitch']),
    maxEndpoints: 80,
    knowsUnbolting: false,
  },
  google: {
    knows: new Set([...COMMON, 'AirQualitySensor', 'LightSensor', 'PressureSensor', 'WaterLeakDetector']),
    maxEndpoints: UNBOUNDED,
    knowsUnbolting: false,
  },
  apple: {
    knows: new Set([...COMMON, 'AirQualitySensor', 'GenericSwitch', 'LightSensor', 'WaterLeakDetector']),
    maxEndpoints: UNBOUNDED,
    knowsUnbolting: true,
  },
};

/** Systems with a profile of their own. */
export const ECOSYSTEMS = ['alexa', 'apple', 'google', 'homeassistant'] as const satisfies readonly Profile[];

const knows = ({ knows: known }: ProfileFacts, deviceType: string): boolean => known?.has(deviceType) ?? true;

/** A function as a system knows it: itself, by another type, or not at all; with those extras that are known. */
export function fitFunction(wanted: ThingFunction, facts: ProfileFacts): ThingFunction | undefined {
  if (knows(facts, wanted.deviceType)) {
    return { ...wanted, extras: wanted.extras.filter(({ deviceType }) => knows(facts, deviceType)) };
  }
  return wanted.instead === undefined ? undefined : fitFunction({ ...wanted.instead, extras: wanted.extras }, facts);
}

/** Endpoints that a plan takes: itself and its parts. */
export const endpointsOf = ({ parts }: Pick<EndpointPlan, 'parts'>): number => 1 + parts.length;

/**
 * What of these plans, in their order, a system takes, and what is too much for it.
 *
 * @example
 * const { shown, tooMany } = withinLimit(plans, 'alexa');
 */
export function withinLimit(
  plans: readonly EndpointPlan[],
  profile: Profile,
): { readonly shown: readonly EndpointPlan[]; readonly tooMany: readonly EndpointPlan[] } {
  const { maxEndpoints } = PROFILES[profile];
  const shown: EndpointPlan[] = [];
  const tooMany: EndpointPlan[] = [];
  let count = 0;
  for (const plan of plans) {
    const fits = count + endpointsOf(plan) <= maxEndpoints;
    if (fits) count += endpointsOf(plan);
    (fits ? shown : tooMany).push(plan);
  }
  return { shown, tooMany };
}

/** Something that people should know of what they chose. */
export interface Warning {
  readonly code: 'limit_passed' | 'unlock_needs_pin';
  readonly message: string;
  readonly keys: readonly string[];
}

/**
 * What is to be said of the things that are to be shown.
 *
 * @example
 * for (const { code, message } of warningsOf(plans, 'google')) log.warn({ code }, message);
 */
export function warningsOf(plans: readonly EndpointPlan[], profile: Profile): readonly Warning[] {
  const { tooMany } = withinLimit(plans, profile);
  const locks = plans.filter(({ deviceTypes }) => deviceTypes[0] === 'DoorLock');
  const { maxEndpoints } = PROFILES[profile];
  return [
    ...(tooMany.length === 0
      ? []
      : [
          {
            code: 'limit_passed',
            message: `At most ${maxEndpoints} endpoints are shown with this profile: ${tooMany.length} things are left out.`,
            keys: tooMany.map(({ key }) => key),
          } as const,
        ]),
    ...(profile !== 'google' || locks.length === 0
      ? []
      : [
          {
            code: 'unlock_needs_pin',
            message:
              'Google Home locks these doors but does not unlock them, because the locks have no code of their own.',
            keys: locks.map(({ key }) => key),
          } as const,
        ]),
  ];
}
