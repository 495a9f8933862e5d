import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import { groupDevice, type HeatingGroupControl } from '../families/devices/heating-groups.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

export interface HeatingGroupDeps {
  readonly centrals: ConnectedCcus;
  readonly house: Pick<HouseModel, 'setGroups'>;
  readonly publish: (event: ModelEvent) => void;
}

/**
 * Heating groups at the CCUs. The model learns the members of each list that passes by.
 *
 * @example
 * const heatingGroups = createHeatingGroupControl({ centrals, house, publish });
 */
export function createHeatingGroupControl({ centrals, house, publish }: HeatingGroupDeps): HeatingGroupControl {
  const hubOf = (central: string) => connectedCcu(centrals, central).hub;
  return {
    async list(central) {
      const groups = await askCcu(() => hubOf(central).heatingGroups());
      const members = groups.map(
        (group) =>
          [groupDevice(group.id), group.members.map(({ address }) => address.split(':', 1)[0] ?? address)] as const,
      );
      for (const event of house.setGroups(central, new Map(members))) publish(event);
      return groups;
    },
    types: (central) => askCcu(() => hubOf(central).heatingGroupTypes()),
    suitable: (central, typeId) => askCcu(() => hubOf(central).suitableMembers(typeId)),
    save: (central, group) => askCcu(() => hubOf(central).saveHeatingGroup(group)),
    remove: (central, id) => askCcu(() => hubOf(central).removeHeatingGroup(id)),
  };
}
