import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import { parameterLabel } from '../labels/label.js';
import type { CustomDataPoint } from '../model/custom.js';
import type { Locale } from '../requests/requests.js';
import { confirmedOperations } from '../values/confirm.js';
import { deviceName } from './name.js';

export function describeCustom(custom: CustomDataPoint, locale: Locale): CustomDPSummary {
  const { behaviour, channel } = custom;
  return {
    name: custom.name,
    unique_id: customId(custom),
    category: behaviour.category,
    channel_no: channel.number,
    supported_operations: behaviour.operations(channel),
    confirm: confirmedOperations(channel.points.get(behaviour.parameter), behaviour.operations(channel)),
    kind: behaviour.kind,
    channels: [channel.number],
    capabilities: behaviour.capabilities(channel),
    config: behaviour.config(channel),
    state: behaviour.state(channel),
    ...customName(custom, locale),
  };
}

export function customId({ behaviour, channel }: CustomDataPoint): string {
  const { device } = channel;
  const suffix = behaviour.kind === 'lock_button' ? 'button_lock' : undefined;
  return device.central.ids.customDataPoint(device.address, channel.number, suffix);
}

/** Named after the channel where people named it, without the device's name in front; else by its channel number. */
function customName(
  { behaviour, channel, name }: CustomDataPoint,
  locale: Locale,
): { translated_name: string; parameter_name: string } {
  if (behaviour.kind === 'lock_button') {
    return {
      translated_name: parameterLabel('GLOBAL_BUTTON_LOCK', locale),
      parameter_name: 'Button Lock',
    };
  }
  const whole = deviceName(channel.device);
  const own = channel.name;
  if (own !== undefined && own !== whole && !own.endsWith(`:${channel.number}`)) {
    return { translated_name: own.startsWith(`${whole} `) ? own.slice(whole.length + 1) : own, parameter_name: '' };
  }
  const marker = name.includes('@') ? `ch${channel.number}` : '';
  return { translated_name: marker, parameter_name: marker };
}
