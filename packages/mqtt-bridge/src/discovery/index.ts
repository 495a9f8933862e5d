import type { DeviceView } from '@ccu-gateway/gateway-core';
import { customEntities } from './custom.js';
import type { DeviceDiscoveryOptions, DiscoveryMessage, DiscoveryOptions, Entity, Scene } from './message.js';
import { objectIdOf } from './object-id.js';
import { assembled } from './payload.js';
import { calculatedEntities, pointEntities } from './point.js';

/** Discovery message of a device; undefined without any entity. */
export function discoveryOf(view: DeviceView, options: DeviceDiscoveryOptions): DiscoveryMessage | undefined {
  const { device } = view;
  const { tree } = options;
  const central = device.central ?? '';
  const named = tree.naming.device(device);
  // A device in the place of another one stays the same device of Home Assistant.
  const id = objectIdOf(tree.topics.prefix, central, device.identity_address ?? device.address);
  const scene: Scene = { ...view, topic: (branch, ...path) => tree.topics.of(central, branch, named, ...path) };
  const found = [
    ...customEntities(scene),
    ...pointEntities(scene),
    ...calculatedEntities(scene),
    ...firmware(scene, tree.topics.of(central, 'device', named)),
  ];
  return assembled(id, aboutDevice(view, options), availabilityOf(view, named, options), found, options);
}

function aboutDevice({ device }: DeviceView, { areaOf }: DeviceDiscoveryOptions) {
  const {
    name,
    address,
    model,
    model_label,
    manufacturer,
    firmware: { Current },
    rooms = [],
  } = device;
  // Home Assistant knows one area of a device: its room, or the part of the building that has all its rooms.
  const [first, ...others] = rooms;
  const area = others.length === 0 ? first : (areaOf(rooms) ?? first);
  return {
    name: name || address,
    manufacturer: manufacturer || 'eQ-3',
    model: model_label || model,
    model_id: model,
    serial_number: address,
    ...(Current ? { sw_version: Current } : {}),
    ...(area ? { suggested_area: area } : {}),
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

/** Shown where the device reports its firmware; it is installed at the CCU. */
function firmware({ device }: Scene, topic: string): Entity[] {
  if (!device.updatable || !device.firmware.Current) return [];
  const template =
    "{{ {'installed_version': value_json.firmware, 'latest_version': value_json.firmware_available | default(value_json.firmware, true)} | tojson }}";
  const component = {
    p: 'update',
    device_class: 'firmware',
    state_topic: topic,
    value_template: template,
    entity_category: 'diagnostic',
  };
  return [{ key: 'firmware', channel: 0, name: 'Firmware', needs: topic, component }];
}
