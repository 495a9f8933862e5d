import type { LinkProfile, LinkProfilePreview, LinkWait } from '@ccu-gateway/contract/types';
import { parameterLabel, valueLabels } from '../labels/label.js';
import { locateChannelAddress } from '../model/locate.js';
import type { Channel, HouseRecords } from '../model/state.js';
import { describeParamset } from '../paramset/describe.js';
import type { LinkProfileChoice, LinkProfileRequest, LinkProfilesFound } from '../requests/families.js';
import type { Locale } from '../requests/requests.js';
import { type Found, type Invalid, invalid, notFound, ok } from '../requests/result.js';
import { roleTokens } from '../view/channel.js';
import { rxMode } from '../view/device.js';
import { deviceName } from '../view/name.js';
import { applyProfile, changesOf, matchProfile, type Profile, profilesOf } from './profiles/profiles.js';
import type { Human } from './profiles/recipe/draft.js';
import { effectInWords } from './profiles/recipe/effect.js';
import type { LinkParameter } from './profiles/recipe/parameters.js';
import { humanLabel, kindName, kindSentence } from './profiles/recipe/texts.js';

interface LocatedPair {
  readonly sender: Channel;
  readonly receiver: Channel;
  readonly parameters: readonly LinkParameter[];
  readonly profiles: readonly Profile[];
  readonly locale: Locale;
}

/** Values of a link as they were read; a CCU that answers none of them has not read it. */
function readValues({ values }: LinkProfileRequest): Readonly<Record<string, unknown>> | undefined {
  return values === undefined || Object.keys(values).length === 0 ? undefined : values;
}

function locatePair(house: HouseRecords, request: LinkProfileRequest): Found<LocatedPair> {
  const receiver = locateChannelAddress(house, request.receiver, request);
  if (!receiver.ok) return receiver;
  const scope = { central: receiver.value.device.central.name };
  const sender = locateChannelAddress(house, request.sender, scope);
  if (!sender.ok) return sender;
  const locale = request.locale ?? house.locale;
  const { description } = request;
  const values = readValues(request);
  const at = { ...scope, address: request.receiver, key: 'LINK', locale, description } as const;
  const described = describeParamset(house, at);
  if (!described.ok) return described;
  // A device describes more than a link of it may have.
  const parameters = described.value.filter(
    ({ parameter, internal }) => !internal && (values === undefined || Object.hasOwn(values, parameter)),
  );
  const offered = new Set(roleTokens(sender.value.description.LINK_SOURCE_ROLES));
  const profiles = profilesOf({
    senderType: sender.value.description.TYPE,
    roles: roleTokens(receiver.value.description.LINK_TARGET_ROLES).filter((role) => offered.has(role)),
    receiverType: receiver.value.description.TYPE,
    parameters,
  });
  return ok({ sender: sender.value, receiver: receiver.value, parameters, profiles, locale });
}

/** Profiles of a pair in words, and the one that the values have. */
export function describeProfiles(house: HouseRecords, request: LinkProfileRequest): Found<LinkProfilesFound> {
  const located = locatePair(house, request);
  if (!located.ok) return located;
  const { profiles, parameters, locale } = located.value;
  const values = readValues(request);
  const match = values === undefined ? undefined : matchProfile(profiles, parameters, values);
  return ok({
    active_profile_id: match?.profile.id ?? 0,
    ...(match === undefined ? {} : { active_settings: match.settings }),
    waits: waitsOf(located.value),
    profiles: profiles.map((each) => describeProfile(each, locale)),
  });
}

function describeProfile(profile: Profile, locale: Locale): LinkProfile {
  const { id, key, confirm, recipe } = profile;
  const applied = applyProfile(profile, {});
  return {
    id,
    kind: key,
    name: kindName(key, locale),
    description: kindSentence(key, locale),
    ...(confirm === undefined ? {} : { confirm }),
    settings: recipe.humans.map((human) => describeSetting(human, locale)),
    values: applied.ok ? applied.values : recipe.fixed,
  };
}

function describeSetting({ id, unit, min, max, default: standard, options, parameters }: Human, locale: Locale) {
  const words = options?.map(({ word }) => word) ?? [];
  const labels = valueLabels(words, locale) ?? {};
  return {
    id,
    label: humanLabel(id, locale),
    ...(unit === undefined ? {} : { unit }),
    min,
    max,
    default: standard,
    ...(options === undefined
      ? {}
      : { options: options.map(({ value, word }) => ({ value, label: labels[word] ?? word })) }),
    parameters: [...parameters],
  };
}

/** The effect of a profile on a link. */
export function previewProfile(house: HouseRecords, choice: LinkProfileChoice): Found<LinkProfilePreview> | Invalid {
  const located = locatePair(house, choice);
  if (!located.ok) return located;
  const { profiles, parameters, locale } = located.value;
  const profile = profiles.find(({ id }) => id === choice.profileId);
  if (profile === undefined) {
    const known = profiles.map(({ id }) => id).join(', ');
    return notFound('link', `these channels have no profile ${choice.profileId}, but ${known || 'none'}`);
  }
  const applied = applyProfile(profile, choice.settings);
  if (!applied.ok) {
    const errors = applied.faults.map((fault) => ({ ...fault, field: `settings.${fault.field}` }));
    return invalid(`the profile ${kindName(profile.key, locale)} does not take these settings`, errors);
  }
  const changes = changesOf(parameters, choice.values ?? {}, applied.values);
  return ok({
    profile_id: profile.id,
    settings: applied.settings,
    effect: effectInWords(profile.key, profile.recipe.humans, applied.settings, locale),
    ...(profile.confirm === undefined ? {} : { confirm: profile.confirm }),
    changes: changes.map(({ parameter: { parameter }, from, to }) => ({
      parameter,
      label: parameterLabel(parameter, locale),
      ...(from === undefined ? {} : { from }),
      to,
    })),
    waits: waitsOf(located.value),
  });
}

/** Ends whose radio sleeps: a link changes when they wake. */
function waitsOf({ sender, receiver }: LocatedPair): readonly LinkWait[] {
  const devices = new Set([sender.device, receiver.device]);
  return [...devices].flatMap((device): LinkWait[] => {
    const mode = rxMode(device.description.RX_MODE);
    if (mode === undefined || mode.always || mode.burst) return [];
    // Devices that wake by themselves receive after their own messages; the others only after a key press.
    const until = mode.wakeup || mode.lazy_config ? 'next_report' : 'key_press';
    return [{ address: device.address, device_name: deviceName(device), until }];
  });
}
