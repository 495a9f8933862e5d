import type { Ccu, Groups } from '@ccu-gateway/ccu-client';
import type { GroupControl, GroupKind } from '../families/devices/groups.js';
import { GatewayError } from '../use-case/errors.js';
import { type ConnectedCcus, connectedCcu } from './connected.js';
import { askCcu } from './refusal.js';

/**
 * Rooms and functions of the CCUs. The model receives changes from the names that the CCU client reads again.
 *
 * @example
 * const groups = createGroupControl({ centrals });
 */
export function createGroupControl({ centrals }: { readonly centrals: ConnectedCcus }): GroupControl {
  return {
    async createGroup(central, kind, name) {
      const groups = groupsOf(connectedCcu(centrals, central), kind);
      return (await askCcu(() => groups.create(name))).name;
    },
    async renameGroup(central, kind, name, newName) {
      const groups = groupsOf(connectedCcu(centrals, central), kind);
      const [id] = await groupIds(groups, [name]);
      return id === undefined ? newName : await askCcu(() => groups.rename(id, newName));
    },
    async removeGroup(central, kind, name) {
      const groups = groupsOf(connectedCcu(centrals, central), kind);
      const [id] = await groupIds(groups, [name]);
      if (id !== undefined) await askCcu(() => groups.remove(id));
    },
  };
}

/** Their ids, in the order of the names. Rejects with `not_found` for a name the CCU does not have. */
export async function groupIds(groups: Groups, names: readonly string[]): Promise<readonly number[]> {
  const known = await askCcu(() => groups.list());
  return names.map((name) => {
    const group = known.find((each) => each.name === name);
    if (group === undefined) {
      throw new GatewayError('not_found', `The CCU has no room or function named ${name}`, {
        reason: 'group_not_found',
      });
    }
    return group.id;
  });
}

function groupsOf(ccu: Ccu, kind: GroupKind): Groups {
  return kind === 'room' ? ccu.hub.rooms : ccu.hub.functions;
}
