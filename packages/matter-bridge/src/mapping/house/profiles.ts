import { type FunctionType, typesOf } from '../device-types.js';
import type { Profile } from '../house-view.js';
import type { EndpointPlan } from '../plan.js';
import type { ThingFunction } from '../things/function.js';

/** Device types that a system supports, and its limit. */
export interface ProfileFacts {
  /** Matter's device types; absent where every type is shown. */
  readonly knows: ReadonlySet<FunctionType> | undefined;
  readonly maxEndpoints: number;
  /** True when it distinguishes pulling the latch of a door from unlocking it. */
  readonly knowsUnbolting: boolean;
}

/** No limit is known. */
const UNBOUNDED = Number.POSITIVE_INFINITY;

/** From the publications of the makers and known facts about their systems; see docs/matter.md. */
export const PROFILES: Readonly<Record<Profile, ProfileFacts>> = {
  all: { knows: undefined, maxEndpoints: UNBOUNDED, knowsUnbolting: true },
  homeassistant: { knows: undefined, maxEndpoints: UNBOUNDED, knowsUnbolting: true },
  alexa: {
    knows: typesOf('alexa'),
    maxEndpoints: 80,
    knowsUnbolting: false,
  },
  google: {
    knows: typesOf('google'),
    maxEndpoints: UNBOUNDED,
    knowsUnbolting: false,
  },
  apple: {
    knows: typesOf('apple'),
    maxEndpoints: UNBOUNDED,
    knowsUnbolting: true,
  },
};

/** Systems with a profile of their own. */
export const ECOSYSTEMS = ['alexa', 'apple', 'google', 'homeassistant'] as const satisfies readonly Profile[];

const knows = ({ knows: known }: ProfileFacts, deviceType: FunctionType): boolean => known?.has(deviceType) ?? true;

/**
 * A function in the form of a system: itself, by another type, or not at all; with the extras that the system supports.
 */
export function fitFunction(wanted: ThingFunction, facts: ProfileFacts): ThingFunction | undefined {
  if (knows(facts, wanted.deviceType)) {
    return { ...wanted, extras: wanted.extras.filter(({ deviceType }) => knows(facts, deviceType)) };
  }
  return wanted.instead === undefined ? undefined : fitFunction({ ...wanted.instead, extras: wanted.extras }, facts);
}

/** Endpoints that a plan takes: itself and its parts. */
export const endpointsOf = ({ parts }: Pick<EndpointPlan, 'parts'>): number => 1 + parts.length;

/**
 * Splits plans, in their order, into those that fit into a system and those above its limit.
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

/** Warning about choices. */
export interface Warning {
  readonly code: 'limit_passed' | 'unlock_needs_pin';
  readonly message: string;
  readonly keys: readonly string[];
}

/**
 * Warnings about the things to expose.
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
