import type { LinkFacts } from '@ccu-gateway/device-model';
import type { LinkControl } from '../families/devices/links.js';
import type { ParamsetAddress, ParamsetReader } from '../families/devices/paramsets.js';
import type { DeviceModel, House } from '../ports/house.js';
import { GatewayError } from '../use-case/errors.js';
import { found, isUnsupported } from '../use-case/refusal.js';
import type { Left } from './replacement.js';

/** Values of a paramset by the names of its parameters. */
export type Values = Readonly<Record<string, unknown>>;

/** A direct link, and the parameters of its ends towards each other. */
export interface OwnLink extends Pick<LinkFacts, 'sender' | 'receiver'> {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly of: string; readonly towards: string; readonly values: Values }[];
}

/** All that belongs to a device, by the addresses that it has itself. */
export interface Belongings {
  readonly name: string;
  /** Of the object in the CCU's logic layer, which programs name. */
  readonly iseId?: number;
  readonly channels: readonly {
    readonly number: number;
    readonly name?: string;
    readonly rooms: readonly string[];
    readonly functions: readonly string[];
    readonly flags: { readonly hidden: boolean; readonly locked: boolean };
  }[];
  /** MASTER values by channel or device address. */
  readonly configuration: readonly { readonly address: string; readonly values: Values }[];
  readonly links: readonly OwnLink[];
  /** Parts that could not be read. */
  readonly unread: readonly Left[];
}

export interface BelongingsDeps {
  readonly house: Pick<House, 'device' | 'resolve'>;
  readonly devices: Pick<DeviceModel, 'channelFlags'>;
  readonly paramsets: Pick<ParamsetReader, 'readParamset'>;
  readonly links: Pick<LinkControl, 'listLinks'>;
}

/** Undefined where the CCU does not answer it now; a part that is missing does not stop the rest. */
async function attempt<T>(unread: Left[], what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    unread.push({ what, reason: error.details.reason ?? error.code });
    return undefined;
  }
}

/** Addresses of a device with a MASTER paramset: its own and those of channels. */
export function configuredAddresses(house: BelongingsDeps['house'], { central, address }: ParamsetAddress): string[] {
  const device = found(house.device(address, { central }));
  return [
    ...(device.paramset_keys?.includes('MASTER') ? [address] : []),
    ...device.channels.flatMap((channel) => (channel.paramset_keys?.includes('MASTER') ? [channel.address] : [])),
  ];
}

/** Reads all that belongs to a device: names and groups of the model, configuration and links of the CCU. */
export async function readBelongings(deps: BelongingsDeps, place: ParamsetAddress): Promise<Belongings> {
  const { house, devices, paramsets } = deps;
  const { central, address } = place;
  const device = found(house.device(address, { central }));
  const unread: Left[] = [];
  const configuration: Belongings['configuration'][number][] = [];
  for (const each of configuredAddresses(house, place)) {
    const at = { ...place, address: each, key: 'MASTER' } as const;
    const values = await attempt(unread, `${each} MASTER`, () => paramsets.readParamset(at));
    if (values !== undefined) configuration.push({ address: each, values });
  }
  return {
    name: device.name,
    ...(device.ise_id === undefined ? {} : { iseId: device.ise_id }),
    channels: device.channels.map(({ number, name, rooms = [], functions = [] }) => {
      const flags = devices.channelFlags({ central, address, channel: number });
      return {
        number,
        ...(name === undefined ? {} : { name }),
        rooms,
        functions,
        flags: flags.ok ? flags.value : { hidden: false, locked: false },
      };
    }),
    configuration,
    links: await readLinks(deps, place, unread),
    unread,
  };
}

/** Links of a device with their parameters. */
export async function readLinks(deps: BelongingsDeps, place: ParamsetAddress, unread: Left[]): Promise<OwnLink[]> {
  const { central, interfaceName, address } = place;
  const facts = await attempt(unread, 'links', async () => {
    try {
      return await deps.links.listLinks(central, interfaceName, address);
    } catch (error) {
      if (isUnsupported(error)) return [];
      throw error;
    }
  });
  const links: OwnLink[] = [];
  for (const { sender, receiver, name = '', description = '' } of facts ?? []) {
    const parameters: OwnLink['parameters'][number][] = [];
    for (const [of, towards] of [
      [receiver, sender],
      [sender, receiver],
    ] as const) {
      const end = deps.house.resolve(of, { central });
      if (!end.ok || end.value.paramsets?.includes('LINK') === false) continue;
      const at = { ...place, address: of, key: 'MASTER', peer: towards } as const;
      const values = await attempt(unread, `${of} ${towards}`, () => deps.paramsets.readParamset(at));
      if (values !== undefined) parameters.push({ of, towards, values });
    }
    links.push({ sender, receiver, name, description, parameters });
  }
  return links;
}
