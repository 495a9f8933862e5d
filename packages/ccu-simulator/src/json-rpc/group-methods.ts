import type { GroupBook } from '../live/hub.js';
import type { LiveGroup } from '../live/types.js';
import { breaksOn, type JsonMethods, type JsonParams, type JsonRpcContext, numberOf } from './context.js';
import { JSON_ERROR, JsonRpcFailure } from './error.js';

/** `Room.*` and `Subsection.*`, the name of functions there. */
export function groupMethods({ state }: JsonRpcContext): JsonMethods {
  const { registry } = state;
  const channelId = (address: string) => String(registry.channel(address)?.id ?? '');
  const detail = ({ id, name, description, channelAddresses }: LiveGroup) => ({
    id: String(id),
    name,
    description,
    channelIds: channelAddresses.map(channelId),
  });

  function methodsOf(prefix: string, groups: GroupBook): JsonMethods {
    function at(params: JsonParams): LiveGroup {
      const group = groups.all().find(({ id }) => id === numberOf(params, 'id'));
      if (group === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown group');
      return group;
    }

    /** Puts a channel into one group, or takes it out, and leaves it in the others. */
    function change(params: JsonParams, member: boolean): boolean {
      const group = at(params);
      const address = registry.addressOf(numberOf(params, 'channelId'));
      if (address === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown channel');
      const others = groups.all().filter((each) => each.id !== group.id && each.channelAddresses.includes(address));
      groups.assign(
        address,
        [...others, ...(member ? [group] : [])].map(({ id }) => id),
      );
      return true;
    }

    return {
      [`${prefix}.getAll`]: { level: 1, run: () => breaksOn(groups.all()).map(detail) },
      [`${prefix}.listAll`]: { level: 1, run: () => groups.all().map(({ id }) => String(id)) },
      [`${prefix}.get`]: { level: 1, run: (params) => breaksOn([at(params)]).map(detail)[0] },
      [`${prefix}.addChannel`]: { level: 8, run: (params) => change(params, true) },
      [`${prefix}.removeChannel`]: { level: 8, run: (params) => change(params, false) },
    };
  }

  return { ...methodsOf('Room', state.rooms), ...methodsOf('Subsection', state.functions) };
}
