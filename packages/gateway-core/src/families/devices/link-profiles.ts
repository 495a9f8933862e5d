import type { FormParameter } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { found } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import type { ParamsetAddress } from './paramsets.js';
import { type ParamsetWriting, paramsetPlaceOf, placeOf, readLinkParamset, writeLinkParamset } from './paramsets.js';

/** Ready-made settings of the receiving end of a link. */
export interface LinkProfile {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Profiles of a link, and the active one. */
export interface LinkProfiles {
  readonly interface_id: string;
  /** 0 when the link is set to none of them. */
  readonly active_profile_id: number;
  readonly profiles: readonly LinkProfile[];
}

/** Channel addresses of a link. */
export interface LinkEnds extends Scope {
  readonly sender: string;
  readonly receiver: string;
}

const NONE = 0;
const DEFAULTS = 1;

const TEXTS = {
  de: { name: 'Werkseinstellung', description: 'Die Werte, mit denen das Gerät eine neue Verknüpfung beginnt.' },
  en: { name: 'Factory setting', description: 'The values that the device gives a new link.' },
} as const;

/**
 * The profiles of a link that follow from the device's own description. Those of a CCU's web interface are part of that
 * interface, and no protocol carries them. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * const { profiles } = await core.as(caller).links.profiles(ends);
 */
export async function listLinkProfiles(ports: ParamsetWriting, ends: LinkEnds): Promise<LinkProfiles> {
  const { values, current, place } = await readProfile(ports, ends);
  const isActive = Object.entries(values).every(([name, value]) => isSame(current[name], value));
  const known = Object.keys(values).length > 0;
  return {
    interface_id: `${place.central}-${place.interfaceName}`,
    active_profile_id: known && isActive ? DEFAULTS : NONE,
    profiles: known ? [{ id: DEFAULTS, ...TEXTS[ends.locale ?? 'en'], values }] : [],
  };
}

/**
 * Writes the values that differ from the profile, as one call. Resolves with the number of those parameters. Role
 * `operator`; audited as `link_paramset_write` if there is a difference.
 *
 * @throws GatewayError `not_found` also for an unknown profile, and as `writeLinkParamset`
 * @example
 * const ends = { sender: '0001D3C99C0002:1', receiver: '0001D3C99C0001:3' };
 * const { written } = await core.as(caller).links.applyProfile({ ...ends, profileId: 1 });
 */
export const applyLinkProfile = useCase(
  'operator',
  async (
    ports: ParamsetWriting,
    caller: Caller,
    {
      profileId,
      editToken,
      ...ends
    }: LinkEnds & { readonly profileId: number; readonly editToken?: string | undefined },
  ): Promise<{ readonly written: number; readonly interface_id: string }> => {
    const unknown = notFound(`A profile ${profileId} of this link`);
    if (profileId !== DEFAULTS) throw unknown;
    const { values, current, place } = await readProfile(ports, ends);
    if (Object.keys(values).length === 0) throw unknown;
    const different = Object.entries(values).filter(([name, value]) => !isSame(current[name], value));
    const target = { ...scopeOf(ends), address: ends.receiver, peer: ends.sender };
    const written =
      different.length === 0
        ? 0
        : await writeLinkParamset(ports, caller, { ...target, values: Object.fromEntries(different), editToken });
    return { written, interface_id: `${place.central}-${place.interfaceName}` };
  },
);

interface ProfileReading {
  readonly place: ParamsetAddress;
  readonly values: Readonly<Record<string, unknown>>;
  readonly current: Readonly<Record<string, unknown>>;
}

async function readProfile(ports: ParamsetWriting, ends: LinkEnds): Promise<ProfileReading> {
  const receiver = { ...scopeOf(ends), address: ends.receiver };
  const place = paramsetPlaceOf(ports.house, receiver, 'LINK');
  placeOf(ports.house, { ...scopeOf(ends), address: ends.sender });
  const description = await ports.paramsets.describeParamset(place);
  const parameters = found(ports.devices.describeParamset({ ...receiver, key: 'LINK', description }));
  const values = Object.fromEntries(parameters.filter(isPreset).map((each) => [each.parameter, each.default]));
  const current = await readLinkParamset(ports, { ...receiver, peer: ends.sender });
  // A device describes more than a link of it may have.
  return { place, current, values: Object.fromEntries(Object.entries(values).filter(([name]) => name in current)) };
}

const scopeOf = ({ central }: Scope): Scope => (central === undefined ? {} : { central });

const isPreset = ({ operations, internal, default: standard }: FormParameter): boolean =>
  operations.write && !internal && standard !== undefined;

function isSame(current: unknown, value: unknown): boolean {
  if (typeof current === 'number' && typeof value === 'number') return Math.abs(current - value) < 1e-6;
  return current === value;
}
