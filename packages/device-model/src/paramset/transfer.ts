import type { ExportedConfiguration } from '@ccu-gateway/contract/types';
import { descriptorOf } from '../build/device.js';
import { locateChannel } from '../model/locate.js';
import type { Channel, HouseRecords } from '../model/state.js';
import { timestamp } from '../model/time.js';
import type { ExportRequest } from '../requests/families.js';
import type { ParamsetWrite, Planned } from '../requests/plan.js';
import type { ChannelScope } from '../requests/requests.js';
import { type FieldError, type Found, invalid, notFound, ok } from '../requests/result.js';
import { lenientNumber } from '../values/number.js';
import { planParamset } from '../write/write.js';

const VERSION = '1.0';

/** A channel's configuration as a file that can be kept or given to another channel of its kind. */
export function exportConfiguration(house: HouseRecords, request: ExportRequest): Found<ExportedConfiguration> {
  const located = locateChannel(house, request.address, request.channel, request);
  if (!located.ok) return located;
  const channel = located.value;
  const described = channel.paramsets.get(request.key);
  if (described === undefined) return notFound('paramset', `${channel.address} has no paramset ${request.key}`);
  return ok({
    version: VERSION,
    exported_at: timestamp(house.now()) as string,
    central_name: channel.device.central.name,
    device_address: channel.device.address,
    model: channel.device.description.TYPE,
    channel_address: channel.address,
    channel_type: channel.description.TYPE,
    paramset_key: request.key,
    values: request.values,
  });
}

/**
 * Checks a file against its target channel. Parameters that cannot be written there (readings, momentary ones) are left
 * out.
 */
export function planImport(house: HouseRecords, at: ChannelScope, file: unknown): Planned<ParamsetWrite> {
  const located = locateChannel(house, at.address, at.channel, at);
  if (!located.ok) return located;
  const channel = located.value;
  const content = (typeof file === 'object' && file !== null ? file : {}) as Partial<ExportedConfiguration>;
  const errors = checkFile(channel, content);
  if (errors.length > 0) return invalid('this is not a configuration of such a channel', errors);
  const key = content.paramset_key === 'VALUES' ? 'VALUES' : 'MASTER';
  const described = channel.paramsets.get(key) ?? {};
  const values = Object.fromEntries(
    Object.entries(content.values ?? {}).flatMap(([parameter, value]) => {
      const descriptor = descriptorOf(house, channel.device, parameter, described[parameter]);
      if (descriptor !== undefined && (!descriptor.writable || descriptor.momentary)) return [];
      // Other exporters write every number as text.
      const number = descriptor?.type === 'INTEGER' || descriptor?.type === 'FLOAT' ? lenientNumber(value) : undefined;
      return [[parameter, number ?? value]];
    }),
  );
  return planParamset(house, { address: channel.address, key, values, central: channel.device.central.name });
}

function checkFile(channel: Channel, content: Partial<ExportedConfiguration>): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (content.version !== VERSION) errors.push({ field: 'version', reason: `must be ${VERSION}` });
  if (content.paramset_key !== 'MASTER' && content.paramset_key !== 'VALUES') {
    errors.push({ field: 'paramset_key', reason: 'must be MASTER or VALUES' });
  }
  const model = channel.device.description.TYPE;
  if (content.model !== undefined && content.model !== model) {
    errors.push({ field: 'model', reason: `must be ${model}, as this device` });
  }
  if (content.channel_type !== undefined && content.channel_type !== channel.description.TYPE) {
    errors.push({ field: 'channel_type', reason: `must be ${channel.description.TYPE}, as this channel` });
  }
  if (typeof content.values !== 'object' || content.values === null || Array.isArray(content.values)) {
    errors.push({ field: 'values', reason: 'must be an object of parameters' });
  }
  return errors;
}
