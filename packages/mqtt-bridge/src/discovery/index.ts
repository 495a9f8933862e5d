import type { DeviceView } from '@ccu-gateway/gateway-core';
import { customEntities } from './custom.js';
import type { Component, DiscoveryMessage, DiscoveryOptions, Entity, Scene } from './message.js';
import { escaped, objectIdOf } from './object-id.js';
import { pointEntities } from './point.js';

/** What Home Assistant is told of a device; undefined where it has nothing that would be an entity. */
export function discoveryOf(view: DeviceView, options: DiscoveryOptions): DiscoveryMessage | undefined {
  const { device } = view;
  const { tree, isWanted } = options;
  const central = device.central ?? '';
  const named = tree.naming.device(device);
  const id = objectIdOf(tree.topics.prefix, central, device.address);
  const scene: Scene = { ...view, topic: (branch, ...path) => tree.topics.of(central, branch, named, ...path) };
  const found = [
    ...customEntities(scene),
    ...pointEntities(scene),
    ...firmware(scene, tree.topics.of(central, 'device', named)),
  ];
  const entities = distinct(found.filter(({ needs }) => needs === undefined || isWanted(needs)));
  if (entities.length === 0) return undefined;
  const cmps: Record<string, Component> = {};
  for (const { key, name, component } of entities) {
    cmps[escaped(key)] = { ...component, unique_id: `${id}_${escaped(key)}`, name: name ?? null };
  }
  const { prefix, qos } = options;
  return {
    topic: `${prefix}/device/${id}/config`,
    payload: {
      dev: aboutDevice(view, id),
      o: { name: 'ccu-gateway' },
      availability: availabilityOf(view, named, options),
      availability_mode: 'all',
      qos,
      cmps,
    },
  };
}

function aboutDevice({ device }: DeviceView, id: string) {
  const {
    name,
    address,
    model,
    model_label,
    manufacturer,
    firmware: { Current },
    rooms = [],
  } = device;
  const [room] = rooms;
  return {
    identifiers: [id],
    name: name || address,
    manufacturer: manufacturer || 'eQ-3',
    model: model_label || model,
    model_id: model,
    serial_number: address,
    ...(Current ? { sw_version: Current } : {}),
    ...(room ? { suggested_area: room } : {}),
  };
}

/** The gateway, the device and its interface, each where it is published. */
function availabilityOf({ device }: DeviceView, named: string, { tree, isWanted }: DiscoveryOptions) {
  const { topics } = tree;
  const central = device.central ?? '';
  const told = [
    { topic: topics.of(central, 'device', named), member: 'available' },
    { topic: topics.of(central, 'hub', 'interface', device.interface), member: 'connected' },
  ];
  return [
    { topic: topics.bridgeState },
    ...told
      .filter(({ topic }) => isWanted(topic))
      .map(({ topic, member }) => ({
        topic,
        value_template: `{{ 'online' if value_json.${member} else 'offline' }}`,
      })),
  ];
}

/** Shown where the device says what it runs; it is installed at the CCU. */
function firmware({ device }: Scene, topic: string): Entity[] {
  if (!device.updatable || !device.firmware.Current) return [];
  const template =
    "{{ {'installed_version': value_json.firmware, 'latest_version': value_json.firmware_available or value_json.firmware} | tojson }}";
  const component = {
    p: 'update',
    device_class: 'firmware',
    state_topic: topic,
    value_template: template,
    entity_category: 'diagnostic',
  };
  return [{ key: 'firmware', channel: 0, name: 'Firmware', needs: topic, component }];
}

/** Two entities of a device never have one name: the channel tells them apart, and where it does not, the key. */
function distinct(entities: readonly Entity[]): Entity[] {
  const again = (given: readonly Entity[], rename: (entity: Entity) => string): Entity[] => {
    const counts = new Map<string | undefined, number>();
    for (const { name } of given) counts.set(name, (counts.get(name) ?? 0) + 1);
    return given.map((each) => ((counts.get(each.name) ?? 0) > 1 ? { ...each, name: rename(each) } : each));
  };
  const byChannel = again(entities, ({ name = '', channel }) => `${name} ${channel}`.trim());
  return again(byChannel, ({ name = '', key }) => `${name} (${key})`);
}
