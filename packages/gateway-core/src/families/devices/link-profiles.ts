import type { Link, LinkProfileApplied, LinkProfilePreview, LinkProfiles } from '@ccu-gateway/contract/types';
import type { LinkProfileRequest, LinkRequest, Locale, Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { found, houseRefusal, isUnsupported } from '../../use-case/refusal.js';
import { afterDoing } from '../../use-case/steps.js';
import { useCase } from '../../use-case/use-case.js';
import {
  checkConfirmed,
  checkNewLink,
  type LinkWriting,
  listDeviceLinks,
  type MadeLink,
  makeLink,
  takeBackLink,
} from './links.js';
import { type ParamsetWriting, paramsetPlaceOf, placeOf, readLinkParamset, writeLinkParamset } from './paramsets.js';

/** Channel addresses of a link. */
export interface LinkEnds extends Scope {
  readonly sender: string;
  readonly receiver: string;
}

/** A profile with the values of people for its settings. */
export interface ProfileChoice {
  readonly profileId: number;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Needed for profiles with a reason to confirm, such as one that unlocks a door. */
  readonly confirm?: boolean | undefined;
  readonly editToken?: string | undefined;
}

/** Ports of the use cases about profiles of links. */
export interface ProfileWriting extends LinkWriting, ParamsetWriting {}

/**
 * The profiles that the link of two channels can have, derived from the description of the receiver, and the one that it
 * has. The channels need no link yet. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` for channels that cannot be
 * linked, `upstream_unavailable`, `service_unready`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * const { profiles } = await core.as(caller).links.profiles(ends);
 */
export async function listLinkProfiles(ports: ProfileWriting, ends: LinkEnds): Promise<LinkProfiles> {
  const { request, interfaceId, exists } = await readEnds(ports, ends);
  return { interface_id: interfaceId, exists, ...found(ports.devices.links.profiles(request)) };
}

/**
 * The parameters that a profile would change, and the ends that would receive them later. Nothing is written. Role
 * `viewer`.
 *
 * @throws GatewayError `not_found` also for an unknown profile, `validation` naming each wrong setting, and as
 * `listLinkProfiles`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * const { changes } = await core.as(caller).links.previewProfile({ ...ends, profileId: 5, settings: { time: 60 } });
 */
export async function previewLinkProfile(
  ports: ProfileWriting,
  { profileId, settings = {}, ...ends }: LinkEnds & Omit<ProfileChoice, 'editToken'>,
): Promise<LinkProfilePreview> {
  const { request } = await readEnds(ports, ends);
  return previewed(ports, request, { profileId, settings });
}

/**
 * Writes the values of an existing link that differ from the profile, as one call. Resolves with the number of those
 * parameters. Role `operator`; audited as `link_paramset_write` if there is a difference.
 *
 * @throws GatewayError `not_found` also for an unknown profile or link, `validation` naming each wrong setting or the
 * missing `confirm`, and as `writeLinkParamset`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * const { written } = await core.as(caller).links.applyProfile({ ...ends, profileId: 5, settings: { time: 60 } });
 */
export const applyLinkProfile = useCase(
  'operator',
  async (
    ports: ProfileWriting,
    caller: Caller,
    { profileId, settings = {}, confirm = false, editToken, ...ends }: LinkEnds & ProfileChoice,
  ): Promise<LinkProfileApplied> => {
    const { request, interfaceId, exists } = await readEnds(ports, ends);
    if (!exists) throw notFound(`A link from ${ends.sender} to ${ends.receiver}`);
    const preview = previewed(ports, request, { profileId, settings });
    checkConfirmed('profile', preview.confirm, confirm);
    const values = Object.fromEntries(preview.changes.map(({ parameter, to }) => [parameter, to]));
    const target = { ...scopeOf(ends), address: ends.receiver, peer: ends.sender };
    const written =
      preview.changes.length === 0 ? 0 : await writeLinkParamset(ports, caller, { ...target, values, editToken });
    return { success: true, profile_id: profileId, written, interface_id: interfaceId, waits: preview.waits };
  },
);

/**
 * Makes a direct link with a profile. Everything is checked before the link is made. Where only the profile is refused
 * then, a new link is removed again, because its factory setting may do something else; if it stays, the error lists
 * `link` in `applied`. Role `operator`; audited as `link_add`, `link_paramset_write` and `link_remove`.
 *
 * @throws GatewayError as `addLink` and `applyLinkProfile`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * await core.as(caller).links.addWithProfile({ ...ends, profileId: 5, settings: { time: 60 } });
 */
export const addLinkWithProfile = useCase(
  'operator',
  async (ports: ProfileWriting, caller: Caller, asked: LinkRequest & ProfileChoice): Promise<void> => {
    const { profileId, settings, confirm = false, editToken, ...link } = asked;
    checkNewLink(ports, link);
    const ends = { ...scopeOf(link), sender: link.sender, receiver: link.receiver };
    const { request, exists } = await readEnds(ports, ends);
    checkConfirmed('profile', previewed(ports, request, { profileId, settings }).confirm, confirm);
    const made = await makeLink(ports, caller, link);
    try {
      await applyLinkProfile(ports, caller, { ...ends, profileId, settings, confirm, editToken });
    } catch (error) {
      if (!exists && (await isRemoved(ports, caller, made))) throw error;
      throw afterDoing(error, ['link']);
    }
  },
);

/** Removes the new link of a refused profile; false if the CCU refuses that, too. */
async function isRemoved(ports: LinkWriting, caller: Caller, made: MadeLink): Promise<boolean> {
  try {
    await takeBackLink(ports, caller, made);
    return true;
  } catch {
    return false;
  }
}

/** Links of a device that are read for their profiles at the same time. */
const AT_ONCE = 4;

const INDIVIDUAL: Readonly<Record<Locale, string>> = { de: 'Individuell', en: 'Individual' };

/**
 * Links of one device, as seen from it, each with its profile. A link whose receiver does not answer now has none. Role
 * `viewer`.
 *
 * @throws GatewayError as `listDeviceLinks`
 * @example
 * const [link] = await core.as(caller).links.withProfiles('0001D3C99C0001', { locale: 'de' });
 */
export async function listLinksWithProfiles(
  ports: ProfileWriting,
  address: string,
  scope: Scope,
): Promise<readonly Link[]> {
  const links = await listDeviceLinks(ports, address, scope);
  const { central } = placeOf(ports.house, { ...scope, address });
  const described: Link[] = [];
  for (let index = 0; index < links.length; index += AT_ONCE) {
    const some = links.slice(index, index + AT_ONCE);
    described.push(...(await Promise.all(some.map((link) => withProfile(ports, link, { ...scope, central })))));
  }
  return described;
}

async function withProfile(ports: ProfileWriting, link: Link, scope: Scope): Promise<Link> {
  try {
    const ends = { ...scope, sender: link.sender_address, receiver: link.receiver_address };
    const { request } = await readEnds(ports, ends, true);
    return { ...link, profile: activeOf(found(ports.devices.links.profiles(request)), scope.locale ?? 'en') };
  } catch (error) {
    if (error instanceof GatewayError) return link;
    throw error;
  }
}

function activeOf(
  { active_profile_id: id, active_settings: set = {}, profiles }: Omit<LinkProfiles, 'interface_id' | 'exists'>,
  locale: Locale,
): NonNullable<Link['profile']> {
  const active = profiles.find((each) => each.id === id);
  if (active === undefined) return { id: 0, name: INDIVIDUAL[locale], settings: [] };
  const settings = active.settings.map(({ id: name, label, unit, options }) => {
    const value = set[name] ?? 0;
    const option = options?.find((each) => each.value === value)?.label;
    return {
      id: name,
      label,
      value,
      ...(unit === undefined ? {} : { unit }),
      ...(option === undefined ? {} : { option }),
    };
  });
  return { id, name: active.name, settings };
}

interface EndsRead {
  readonly request: LinkProfileRequest;
  readonly interfaceId: string;
  readonly exists: boolean;
}

/** Description and values of a link. Channels without a link must fit each other. */
async function readEnds(ports: ProfileWriting, ends: LinkEnds, isKnown = false): Promise<EndsRead> {
  const receiver = { ...scopeOf(ends), address: ends.receiver };
  const place = paramsetPlaceOf(ports.house, receiver, 'LINK');
  placeOf(ports.house, { ...scopeOf(ends), address: ends.sender });
  const exists = isKnown || (await isLinked(ports, { ...place, sender: ends.sender, receiver: ends.receiver }));
  if (!exists) checkNewLink(ports, ends);
  const description = await ports.paramsets.describeParamset(place);
  const values = exists ? await readLinkParamset(ports, { ...receiver, peer: ends.sender }) : undefined;
  const request = { ...ends, central: place.central, description, ...(values === undefined ? {} : { values }) };
  return { request, interfaceId: `${place.central}-${place.interfaceName}`, exists };
}

async function isLinked(
  { links }: ProfileWriting,
  { central, interfaceName, sender, receiver }: { readonly central: string; readonly interfaceName: string } & LinkEnds,
): Promise<boolean> {
  try {
    const known = await links.listLinks(central, interfaceName, receiver);
    return known.some((each) => each.sender === sender && each.receiver === receiver);
  } catch (error) {
    if (isUnsupported(error)) return false;
    throw error;
  }
}

function previewed(
  { devices }: ProfileWriting,
  request: LinkProfileRequest,
  {
    profileId,
    settings,
  }: Required<Pick<ProfileChoice, 'profileId'>> & { readonly settings: ProfileChoice['settings'] },
): LinkProfilePreview {
  const preview = devices.links.applyProfile({ ...request, profileId, settings: settings ?? {} });
  if (!preview.ok) throw houseRefusal(preview);
  return preview.value;
}

const scopeOf = ({ central }: Scope): Scope => (central === undefined ? {} : { central });
