import type { ModelEvent } from '@ccu-gateway/device-model';

const COMPOUND = /[./]/;

const PER_CENTRAL = /^(hub|central|system)\./;

/**
 * The topic of an event in segments where a name in it may itself hold a dot: people name variables and CCUs as they like,
 * and a `+` in a pattern still has to take the whole name as one.
 *
 * @example
 * topicOf(event); // ['hub', 'home', 'sysvars', 'Away']
 */
export function topicOf(event: ModelEvent): string | readonly string[] {
  const { topic, type, payload } = event;
  const ofDevice = deviceTopicOf(event);
  if (ofDevice !== undefined) return ofDevice;
  if (!('central' in payload)) return topic;
  const { central } = payload;
  const prefix = PER_CENTRAL.exec(topic)?.[1];
  if (prefix === undefined) return topic;
  const rest = topic.slice(prefix.length + central.length + 2);
  if (type === 'hub.sysvar_changed') return [prefix, central, 'sysvars', payload.name];
  if (type === 'connectivity.changed') return [prefix, central, 'connectivity', payload.interface_id];
  return [prefix, central, ...rest.split('.')];
}

/** Addresses of some interfaces hold dots and slashes; all others need no segments. */
function deviceTopicOf({ topic, payload }: ModelEvent): readonly string[] | undefined {
  if (!('device_address' in payload) || typeof payload.device_address !== 'string') return undefined;
  const { device_address: address } = payload;
  const start = `device.${address}.`;
  if (!COMPOUND.test(address) || !topic.startsWith(start)) return undefined;
  return ['device', address, ...topic.slice(start.length).split('.')];
}
