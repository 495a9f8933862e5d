import type { ChannelSummary, EventGroupSummary } from '@ccu-gateway/contract/types';
import { isAvailable, type TriggerKind } from '../announce/announce.js';
import { triggerKindOf } from '../announce/trigger.js';
import { customOn } from '../custom/custom-data-point.js';
import { channelTypeLabel } from '../labels/label.js';
import { flagsOf } from '../model/flags.js';
import type { Channel, DataPoint, Device } from '../model/state.js';
import { timestamp } from '../model/time.js';
import type { Locale } from '../requests/requests.js';
import { isOutOfMode } from '../visibility/operation-mode.js';
import { isSilent } from '../visibility/usage.js';
import { deviceName } from './name.js';

export const describeChannel = (channel: Channel, locale: Locale): ChannelSummary =>
  describe(channel, locale, undefined);

/** The same with where it belongs, for a line of its own. */
export const describePlacedChannel = (channel: Channel, locale: Locale): ChannelSummary =>
  describe(channel, locale, channel.device);

/** Every member is there, so that all summaries have one shape; undefined ones are not sent. */
function describe(channel: Channel, locale: Locale, device: Device | undefined): ChannelSummary & Partial<Place> {
  const { description, group } = channel;
  const custom = customOn(channel);
  const flags = flagsOf(channel);
  return {
    central: device?.central.name,
    device_address: device?.address,
    address: channel.address,
    number: channel.number,
    name: channel.name,
    category: description.TYPE,
    type: description.TYPE,
    type_label: channelTypeLabel(description.TYPE, locale),
    paramset_key: 'VALUES',
    paramset_keys: unlessEmpty(paramsetKeys(channel)),
    data_points_count: channel.points.size,
    custom_dp_name: custom?.name,
    group_no: group?.master,
    is_group_master: group === undefined ? undefined : group.master === channel.number,
    is_in_multi_group: group === undefined ? undefined : true,
    sub_device_name: group === undefined ? undefined : subDeviceName(channel),
    room: roomOf(channel),
    rooms: unlessEmpty(channel.rooms),
    functions: unlessEmpty(channel.functions),
    is_custom_dp_primary: custom !== undefined && group?.master === channel.number ? true : undefined,
    hidden: flags.hidden ? true : undefined,
    locked: flags.locked ? true : undefined,
    link_source_roles: unlessEmpty(roleTokens(description.LINK_SOURCE_ROLES)),
    link_target_roles: unlessEmpty(roleTokens(description.LINK_TARGET_ROLES)),
  };
}

interface Place {
  readonly central: string;
  readonly device_address: string;
}

const unlessEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

function paramsetKeys(channel: Channel): readonly string[] {
  const described = Array.isArray(channel.description.PARAMSETS) ? channel.description.PARAMSETS : [];
  const known = (key: 'VALUES' | 'MASTER') => channel.paramsets.has(key) || described.includes(key);
  return [
    ...(channel.points.size > 0 || (known('VALUES') && channel.paramsets.get('VALUES') === undefined)
      ? ['VALUES']
      : []),
    ...(known('MASTER') && !channel.emptyParamsets.has('MASTER') ? ['MASTER'] : []),
  ];
}

/** The channel's room when there is exactly one; a channel without rooms goes by its group's master. */
function roomOf(channel: Channel): string | undefined {
  if (channel.rooms.length > 0) return channel.rooms.length === 1 ? channel.rooms[0] : undefined;
  const master = channel.group === undefined ? undefined : channel.device.channels.get(channel.group.master);
  return master?.rooms.length === 1 ? master.rooms[0] : undefined;
}

function subDeviceName(channel: Channel): string {
  const master = channel.group?.master ?? channel.number;
  return channel.device.channels.get(master)?.name ?? `${deviceName(channel.device)} ${master}`;
}

export function roleTokens(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(/\s+/).filter((token) => token !== '') : [];
}

/** The channel's impulses by flavour. The communication test is nothing to build an entity from. */
export function describeEventGroups(channel: Channel): readonly EventGroupSummary[] {
  const groups = new Map<TriggerKind, DataPoint[]>();
  for (const point of channel.points.values()) {
    const kind = triggerKindOf(point);
    if (kind === undefined || point.parameter === 'INSTALL_TEST' || isOutOfMode(point) || isSilent(point)) continue;
    const members = groups.get(kind);
    if (members === undefined) groups.set(kind, [point]);
    else members.push(point);
  }
  return [...groups].map(([kind, members]) => describeGroup(channel, kind, members));
}

function describeGroup(channel: Channel, kind: TriggerKind, members: readonly DataPoint[]): EventGroupSummary {
  const { device } = channel;
  const parameters = members.map((point) => point.parameter).sort();
  const last = members
    .filter((point) => point.lastTrigger !== undefined)
    .sort((a, b) => (b.lastTrigger?.at ?? 0) - (a.lastTrigger?.at ?? 0))[0];
  const at = timestamp(last?.lastTrigger?.at);
  return {
    channel_address: channel.address,
    unique_id: device.central.ids.eventGroup(device.address, channel.number, kind),
    kind,
    event_types: parameters.map((parameter) => parameter.toLowerCase()),
    parameters,
    available: isAvailable(device),
    ...(last?.lastTrigger === undefined
      ? {}
      : {
          last_triggered_event: {
            parameter: last.parameter.toLowerCase(),
            value: last.lastTrigger.value,
            ...(at === undefined ? {} : { triggered_at: at }),
          },
        }),
  };
}
