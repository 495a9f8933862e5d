import type { ConfirmReason } from '@ccu-gateway/contract/types';
import { channelReason } from '../../values/confirm.js';
import { CLIMATE } from './kinds/climate.js';
import { DIMMING } from './kinds/dimming.js';
import type { Kind } from './kinds/kind.js';
import { LOCKING } from './kinds/locking.js';
import { MOVING } from './kinds/moving.js';
import { SIGNALLING } from './kinds/signalling.js';
import { SWITCHING } from './kinds/switching.js';
import type { Human, Recipe } from './recipe/draft.js';
import {
  defaultOf,
  isSameValue,
  type LinkParameter,
  type LinkValue,
  type LinkValues,
  readReceiver,
  storedValue,
} from './recipe/parameters.js';
import { senderKinds } from './recipe/senders.js';
import type { KindKey } from './recipe/texts.js';

/** The ends of a link: types of the channels, the roles they have in common, and the receiver's LINK parameters. */
export interface LinkPair {
  readonly senderType: string;
  readonly roles: readonly string[];
  readonly receiverType: string;
  readonly parameters: readonly LinkParameter[];
}

/** A profile that fits a pair. */
export interface Profile {
  readonly id: number;
  readonly key: KindKey;
  /** Why people confirm it before it is written. */
  readonly confirm: ConfirmReason | undefined;
  readonly recipe: Recipe;
}

/** All kinds; numbers are those of the wire. */
export const KINDS: readonly Kind[] = [...SWITCHING, ...DIMMING, ...MOVING, ...LOCKING, ...SIGNALLING, ...CLIMATE];

/** Number of the profile with the values that the device gives a new link. */
export const FACTORY = 1;

/** Profiles for a pair, the usual ones first and the factory setting last. Profiles with the same values appear once. */
export function profilesOf({ senderType, roles, receiverType, parameters }: LinkPair): readonly Profile[] {
  const receiver = readReceiver(receiverType, parameters);
  const senders = senderKinds(senderType, roles);
  const reason = channelReason(receiverType);
  const seen = new Set<string>();
  const found = KINDS.filter((kind) => kind.senders.some((each) => senders.has(each))).flatMap((kind): Profile[] => {
    const recipe = kind.make(receiver, senders);
    if (recipe === undefined) return [];
    const contents = JSON.stringify([recipe.fixed, recipe.humans.map((human) => human.parameters)]);
    if (seen.has(contents)) return [];
    seen.add(contents);
    return [{ id: kind.id, key: kind.key, confirm: kind.confirm ?? (kind.isHarmless ? undefined : reason), recipe }];
  });
  const factory = factoryOf(parameters);
  return factory === undefined ? found : [...found, { id: FACTORY, key: 'factory', confirm: reason, recipe: factory }];
}

function factoryOf(parameters: readonly LinkParameter[]): Recipe | undefined {
  const fixed: Record<string, LinkValue> = {};
  for (const parameter of parameters) {
    const standard = defaultOf(parameter);
    if (standard !== undefined && parameter.type !== 'STRING') fixed[parameter.parameter] = standard;
  }
  return Object.keys(fixed).length === 0 ? undefined : { fixed, humans: [] };
}

/** Why an entered value is refused. */
export interface HumanFault {
  readonly field: string;
  readonly reason: string;
  readonly min?: number;
  readonly max?: number;
}

export type AppliedProfile =
  | { readonly ok: true; readonly values: LinkValues; readonly settings: Readonly<Record<string, number>> }
  | { readonly ok: false; readonly faults: readonly HumanFault[] };

/**
 * The device parameters of a profile with these settings; settings left out have their defaults. `settings` of the
 * result are the nearest that the device can store.
 */
export function applyProfile({ recipe }: Profile, settings: Readonly<Record<string, unknown>>): AppliedProfile {
  const known = new Set<string>(recipe.humans.map(({ id }) => id));
  const faults: HumanFault[] = Object.keys(settings)
    .filter((id) => !known.has(id))
    .map((id) => ({
      field: id,
      reason: `is no setting of this profile, which has ${[...known].join(', ') || 'none'}`,
    }));
  const values: Record<string, LinkValue> = { ...recipe.fixed };
  const stored: Record<string, number> = {};
  for (const human of recipe.humans) {
    const wanted = Object.hasOwn(settings, human.id) ? settings[human.id] : human.default;
    const fault = faultOf(human, wanted);
    if (fault !== undefined) faults.push(fault);
    else {
      const encoded = human.encode(wanted as number);
      Object.assign(values, encoded);
      stored[human.id] = human.decode(encoded) ?? (wanted as number);
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, values, settings: stored };
}

function faultOf({ id, min, max, options }: Human, value: unknown): HumanFault | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { field: id, reason: 'must be a number' };
  if (options !== undefined) {
    if (options.some((each) => each.value === value)) return undefined;
    return { field: id, reason: `must be one of ${options.map((each) => each.value).join(', ')}` };
  }
  if (value >= min && value <= max) return undefined;
  return { field: id, reason: `must be between ${min} and ${max}`, min, max };
}

/** The profile that a link has, and its settings; undefined for a link that is set individually. */
export interface MatchedProfile {
  readonly profile: Profile;
  readonly settings: Readonly<Record<string, number>>;
}

/** Finds the profile of stored values. Values are as the CCU answered them, with options by number or by name. */
export function matchProfile(
  profiles: readonly Profile[],
  parameters: readonly LinkParameter[],
  current: Readonly<Record<string, unknown>>,
): MatchedProfile | undefined {
  const values: Record<string, LinkValue> = {};
  for (const parameter of parameters) {
    const value = storedValue(parameter, current[parameter.parameter]);
    if (value !== undefined) values[parameter.parameter] = value;
  }
  for (const profile of profiles) {
    const settings = settingsOf(profile.recipe, values);
    if (settings !== undefined) return { profile, settings };
  }
  return undefined;
}

function settingsOf({ fixed, humans }: Recipe, values: LinkValues): Record<string, number> | undefined {
  if (Object.entries(fixed).some(([name, value]) => !isSameValue(values[name], value))) return undefined;
  const settings: Record<string, number> = {};
  for (const human of humans) {
    const value = human.decode(values);
    if (value === undefined) return undefined;
    settings[human.id] = value;
  }
  return settings;
}

/** The parameters whose stored values differ from wanted ones, in the order of the device's maker. */
export function changesOf(
  parameters: readonly LinkParameter[],
  current: Readonly<Record<string, unknown>>,
  wanted: LinkValues,
): readonly { readonly parameter: LinkParameter; readonly from: LinkValue | undefined; readonly to: LinkValue }[] {
  return parameters.flatMap((parameter) => {
    const to = wanted[parameter.parameter];
    if (to === undefined) return [];
    const from = storedValue(parameter, current[parameter.parameter]);
    return isSameValue(from, to) ? [] : [{ parameter, from, to }];
  });
}
