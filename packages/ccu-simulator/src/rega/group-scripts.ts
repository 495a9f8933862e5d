import type { GroupBook } from '../live/hub.js';
import { idRow, type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import { findMet, named } from './reach.js';

type Names = 'groups' | 'group_create' | 'group_rename' | 'group_delete' | 'group_assign';

/** Scripts about rooms and functions. */
export function groupScripts({ state }: ReGaContext): ScriptHandlers<Names> {
  const { registry } = state;
  const groups = (kind: 'rooms' | 'functions'): GroupBook => state[kind];

  return {
    groups: ({ kind }) => rows(...groups(kind).all()),
    group_create: ({ kind, name }, reach) => {
      if (named(groups(kind).all(), name, reach) !== undefined) return refusal('conflict');
      return idRow(groups(kind).create(name));
    },
    group_rename: ({ kind, id, name }, { looksForName }) => {
      const before = groups(kind)
        .all()
        .find((group) => group.id === id);
      if (before === undefined) return refusal('not_found');
      if (groups(kind).rename(id, name) === name || !looksForName) return rows({ id });
      groups(kind).rename(id, before.name);
      return refusal('conflict');
    },
    group_delete: ({ kind, id }) => (groups(kind).remove(id) ? rows({ id }) : refusal('not_found')),
    group_assign: ({ kind, channelAddress, ids }, reach) => {
      const channel = findMet(registry, channelAddress, reach);
      if (channel !== undefined) groups(kind).assign(channelAddress, ids);
      return idRow(channel?.id);
    },
  };
}
