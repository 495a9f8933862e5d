import type { Group, NamedObject, WaitOptions } from '../model/hub-model.js';
import type { CcuEvent } from '../model/model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { GroupKind } from '../rega/scripts/names.js';
import { checkedName } from './checked-name.js';

export interface NameDeps {
  readonly central: string;
  readonly rega: ReGaRunner;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  /** The last reported names are outdated, and could not be read again. */
  readonly namesOutdated: () => void;
}

/** Options of a change of names, rooms or functions. */
export interface ChangeOptions {
  /** False when more changes follow; then `namesChanged` is called after the last of them. Default true. */
  readonly reload?: boolean;
}

/**
 * Rooms or functions: same shape, same operations. Changes are followed by a `names_loaded` event; when they cannot be read
 * right away, it comes as soon as they can.
 */
export interface Groups {
  list(options?: WaitOptions): Promise<readonly Group[]>;
  /** Rejects with `conflict` when the name exists. Answers the name that the CCU made of it: without blanks at its ends. */
  create(name: string): Promise<{ readonly id: number; readonly name: string }>;
  /** Answers the name as `create` does. Rejects with `unerasable` for a group of the CCU itself, as `remove` does. */
  rename(id: number, name: string): Promise<string>;
  remove(id: number): Promise<void>;
  /** Puts the channel into exactly these groups. */
  assign(channelAddress: string, groupIds: readonly number[], options?: ChangeOptions): Promise<void>;
}

/** Names of devices and channels, and the rooms and functions they are in. */
export interface NameCalls {
  names(options?: WaitOptions): Promise<readonly NamedObject[]>;
  /**
   * Renames a device or channel by its address. Answers the name it has then: the CCU puts a number behind a name that
   * another device, or another channel, has.
   */
  rename(address: string, name: string, options?: ChangeOptions): Promise<string>;
  readonly rooms: Groups;
  readonly functions: Groups;
  /** Reads names, rooms and functions and reports them in a `names_loaded` event. */
  reloadNames(): Promise<void>;
  /** The same after changes, which were made in any case: when it fails now, it is done as soon as it can. Never rejects. */
  namesChanged(): Promise<void>;
}

export function nameCalls(deps: NameDeps): NameCalls {
  const { rega } = deps;

  async function reloadNames(): Promise<void> {
    const names = await rega.run('names', {});
    const rooms = await rega.run('groups', { kind: 'rooms' });
    const functions = await rega.run('groups', { kind: 'functions' });
    deps.emit({
      type: 'names_loaded',
      central: deps.central,
      at: deps.now(),
      names: names.map(({ id, address, name }) => ({ address, name, ...(id === 0 ? {} : { iseId: id }) })),
      rooms: rooms.map(({ name, channelAddresses }) => ({ name, channelAddresses })),
      functions: functions.map(({ name, channelAddresses }) => ({ name, channelAddresses })),
    });
  }

  /** The change was made, even if it cannot be read back now. */
  async function namesChanged(): Promise<void> {
    try {
      await reloadNames();
    } catch {
      deps.namesOutdated();
    }
  }

  return {
    async names({ signal } = {}) {
      return (await rega.run('names', {}, signal)).map(({ kind: _, ...named }) => named);
    },
    async rename(address, name, { reload = true } = {}) {
      const wanted = checkedName(name);
      const became = (await rega.run('rename', { address, name: wanted }))[0]?.name ?? wanted;
      if (reload) await namesChanged();
      return became;
    },
    rooms: groupCalls('rooms', rega, namesChanged),
    functions: groupCalls('functions', rega, namesChanged),
    reloadNames,
    namesChanged,
  };
}

function groupCalls(kind: GroupKind, rega: ReGaRunner, namesChanged: () => Promise<void>): Groups {
  return {
    list: ({ signal } = {}) => rega.run('groups', { kind }, signal),
    async create(name) {
      const became = checkedName(name);
      const rows = await rega.run('group_create', { kind, name: became });
      await namesChanged();
      return { id: rows[0]?.id ?? 0, name: became };
    },
    async rename(id, name) {
      const became = checkedName(name);
      await rega.run('group_rename', { kind, id, name: became });
      await namesChanged();
      return became;
    },
    async remove(id) {
      await rega.run('group_delete', { kind, id });
      await namesChanged();
    },
    async assign(channelAddress, groupIds, { reload = true } = {}) {
      await rega.run('group_assign', { kind, channelAddress, ids: groupIds });
      if (reload) await namesChanged();
    },
  };
}
