import type { Component, DiscoveryMessage, DiscoveryOptions, Entity } from './message.js';
import { escaped } from './object-id.js';

/** The message of a device with those of its entities that are published; undefined where there is none. */
export function assembled(
  id: string,
  dev: Readonly<Record<string, unknown>>,
  availability: DiscoveryMessage['payload']['availability'],
  found: readonly Entity[],
  { prefix, qos, isWanted }: DiscoveryOptions,
): DiscoveryMessage | undefined {
  const entities = distinct(found.filter(({ needs }) => needs === undefined || isWanted(needs)));
  if (entities.length === 0) return undefined;
  const cmps: Record<string, Component> = {};
  for (const { key, name, component } of entities) {
    // A trigger is no entity: it has neither id nor name.
    const about = component.p === 'device_automation' ? {} : { unique_id: `${id}_${escaped(key)}`, name: name ?? null };
    // Home Assistant up to 2026.5.1 ignores the quality of service of a whole message.
    cmps[escaped(key)] = { ...component, ...about, qos };
  }
  return {
    topic: `${prefix}/device/${id}/config`,
    payload: {
      dev: { identifiers: [id], ...dev },
      o: { name: 'ccu-gateway' },
      availability,
      availability_mode: 'all',
      cmps,
    },
  };
}

/** Gives each entity of a device its own name: by the channel, and where that is not enough, by the key. */
function distinct(entities: readonly Entity[]): Entity[] {
  const again = (given: readonly Entity[], rename: (entity: Entity) => string): Entity[] => {
    const counts = new Map<string | undefined, number>();
    for (const { name } of given) counts.set(name, (counts.get(name) ?? 0) + 1);
    return given.map((each) => ((counts.get(each.name) ?? 0) > 1 ? { ...each, name: rename(each) } : each));
  };
  const byChannel = again(entities, ({ name = '', channel }) => `${name} ${channel}`.trim());
  return again(byChannel, ({ name = '', key }) => `${name} (${key})`);
}
