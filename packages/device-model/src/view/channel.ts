import { isAvailable, type TriggerKind } from '../announce.js';
import { customOn } from '../custom/custom-data-point.js';
import { flagsOf } from '../flags.js';
import { channelTypeLabel } from '../labels/label.js';
import type { Locale } from '../requests.js';
import type { ChannelSummary, EventGroupSummary } from '../shapes/devices.js';
import type { Channel, DataPoint } from '../state.js';
import { timestamp } from '../time.js';
import { triggerKindOf } from '../trigger.js';
import { isOutOfMode } from '../visibility/operation-mode.js';
import { deviceName } from './name.js';

export function describeChannel(channel: Channel, locale: Locale): ChannelSummary {
  const { description, group } = channel;
  const typeLabel = channelTypeLabel(description.TYPE, locale);
  const keys = paramsetKeys(channel);
  const custom = customOn(channel);
  const flags = flagsOf(channel);
  const room = roomOf(channel);
  return {
    address: channel.address,
    number: channel.number,
    ...(channel.name === undefined ? {} : { name: channel.name }),
    category: description.TYPE,
    type: description.TYPE,
    ...(typeLabel === undefined ? {} : { type_label: typeLabel }),
    paramset_key: 'VALUES',
    ...(keys.length === 0 ? {} : { paramset_keys: keys }),
    data_points_count: channel.points.size,
    ...(custom === undefined ? {} : { custom_dp_name: custom.name }),
    ...(group === undefined ? {} : { group_no: group.master, is_group_master: group.master === channel.number }),
    ...(group === undefined ? {} : { is_in_multi_group: true, sub_device_name: subDeviceName(channel) }),
    ...(room === undefined ? {} : { room }),
    ...(channel.rooms.length === 0 ? {} : { rooms: channel.rooms }),
    ...(channel.functions.length === 0 ? {} : { functions: channel.functions }),
    ...(custom !== undefined && group?.master === channel.number ? { is_custom_dp_primary: true } : {}),
    ...(flags.hidden ? { hidden: true } : {}),
    ...(flags.locked ? { locked: true } : {}),
    ...roles('link_source_roles', description.LINK_SOURCE_ROLES),
    ...roles('link_target_roles', description.LINK_TARGET_ROLES),
  };
}

function paramsetKeys(channel: Channel): readonly string[] {
  const described = Array.isArray(channel.description.PARAMSETS) ? channel.description.PARAMSETS : [];
  const known = (key: 'VALUES' | 'MASTER') => channel.paramsets.has(key) || described.includes(key);
  return [
    ...(channel.points.size > 0 || (known('VALUES') && channel.paramsets.get('VALUES') === undefined)
      ? ['VALUES']
      : []),
    ...(known('MASTER') && hasMembers(channel.paramsets.get('MASTER')) ? ['MASTER'] : []),
  ];
}

const hasMembers = (paramset: object | undefined): boolean =>
  paramset === undefined || Object.keys(paramset).length > 0;

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

function roles(
  key: 'link_source_roles' | 'link_target_roles',
  text: string | undefined,
): Partial<Record<typeof key, readonly string[]>> {
  const tokens = roleTokens(text);
  return tokens.length === 0 ? {} : { [key]: tokens };
}

export function roleTokens(text: unknown): readonly string[] {
  return typeof text === 'string' ? text.split(/\s+/).filter((token) => token !== '') : [];
}

/** The channel's impulses by flavour. The communication test is nothing to build an entity from. */
export function describeEventGroups(channel: Channel): readonly EventGroupSummary[] {
  const groups = new Map<TriggerKind, DataPoint[]>();
  for (const point of channel.points.values()) {
    const kind = triggerKindOf(point);
    if (kind === undefined || point.parameter === 'INSTALL_TEST' || isOutOfMode(point)) continue;
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
