import type { DefinedGroup, DefinedProgramAction, HouseDefinition } from '../house/types.js';
import { movedAddress } from './links.js';
import { freeName, trimmedName } from './names.js';
import { createSysvarBook, type SysvarBook, type SysvarPorts } from './sysvar-book.js';
import type { LiveGroup, LiveProgram, LiveSysvar } from './types.js';

/** Rooms or functions. */
export interface GroupBook {
  all(): readonly LiveGroup[];
  /** A new group may be called like another one; the id. */
  create(name: string): number;
  /** The name that it has now, with a number behind it where another group is called so; undefined for no group. */
  rename(id: number, name: string): string | undefined;
  remove(id: number): boolean;
  /** Puts the channel into exactly these groups. */
  assign(channelAddress: string, ids: readonly number[]): void;
  /** The channels of a device are those of another one from now on. */
  move(oldAddress: string, newAddress: string): void;
}

export function createGroupBook(seed: readonly DefinedGroup[], nextId: () => number): GroupBook {
  const groups = new Map<number, LiveGroup>();
  const add = (group: DefinedGroup) => {
    const id = nextId();
    groups.set(id, {
      id,
      name: group.name,
      description: group.description ?? '',
      channelAddresses: group.channelAddresses,
    });
    return id;
  };
  for (const group of seed) add(group);
  return {
    all: () => [...groups.values()],
    create: (name) => add({ name: trimmedName(name), channelAddresses: [] }),
    rename(id, name) {
      const group = groups.get(id);
      if (group === undefined) return undefined;
      const others = [...groups.values()].filter((each) => each.id !== id);
      const became = freeName(
        name,
        others.map((each) => each.name),
      );
      groups.set(id, { ...group, name: became });
      return became;
    },
    remove: (id) => groups.delete(id),
    assign(channelAddress, ids) {
      for (const group of groups.values()) {
        const others = group.channelAddresses.filter((address) => address !== channelAddress);
        groups.set(group.id, {
          ...group,
          channelAddresses: ids.includes(group.id) ? [...others, channelAddress] : others,
        });
      }
    },
    move(oldAddress, newAddress) {
      const moved = (address: string) => movedAddress(address, oldAddress, newAddress);
      for (const group of groups.values()) {
        // The new device leaves the groups that it was in.
        const others = group.channelAddresses.filter(
          (address) => moved(address) !== address || !isOf(address, newAddress),
        );
        groups.set(group.id, { ...group, channelAddresses: others.map(moved) });
      }
    },
  };
}

const isOf = (address: string, device: string): boolean => address === device || address.startsWith(`${device}:`);

/** Programs and system variables. */
export interface HubBook extends SysvarBook {
  programs(): readonly LiveProgram[];
  program(id: number): LiveProgram | undefined;
  /** Runs the program, active or not and under any condition; false for an unknown one. */
  execute(id: number): boolean;
  /** A program without a condition runs when it is made active. */
  changeProgram(id: number, change: Partial<Pick<LiveProgram, 'active'>>): boolean;
  removeProgram(id: number): boolean;
  /** Programs name channels by object: they act on another device in the place of this one. */
  moveDevice(oldAddress: string, newAddress: string): void;
  programsUsing(channelAddress: string): readonly LiveProgram[];
  /** Runs the programs of this key. */
  keyPressed(channelAddress: string): void;
  variables(): readonly LiveSysvar[];
  /** The CCU was restarted: from now on its counters of messages are internal. */
  restarted(): void;
}

export interface HubPorts extends SysvarPorts {
  readonly act: (action: DefinedProgramAction) => void;
  /** Other programs use these keys now. */
  readonly usageChanged: (channelAddresses: readonly string[]) => void;
  /** How many messages of that kind are on, and since when there are that many. */
  readonly counted: (kind: 'alarm' | 'service') => { readonly count: number; readonly since: number };
}

/** Names that the web interface translates are written like this. */
const builtIn = (key: string): string => `\${${key}}`;

/** The variables that count messages have the same ids on every CCU. */
const COUNTERS = [
  { id: 40, kind: 'alarm', name: builtIn('sysVarAlarmMessages'), description: builtIn('sysVarAlarmMessagesCount') },
  {
    id: 41,
    kind: 'service',
    name: builtIn('sysVarServiceMessages'),
    description: builtIn('sysVarServiceMessagesCount'),
  },
] as const;

function withChannels(program: LiveProgram, moved: (address: string) => string): LiveProgram {
  const { keys, actions } = program;
  return {
    ...program,
    ...(keys && { keys: keys.map(moved) }),
    ...(actions && {
      actions: actions.map((action) =>
        action.kind === 'channel' ? { ...action, channelAddress: moved(action.channelAddress) } : action,
      ),
    }),
  };
}

export function createHubBook(house: HouseDefinition, ports: HubPorts): HubBook {
  const { nextId, now, act, counted, usageChanged } = ports;
  const programs = new Map<number, LiveProgram>();

  for (const program of house.programs) {
    const id = nextId();
    programs.set(id, { ...program, id, active: program.active ?? true, lastExecutedAt: 0, executions: 0 });
  }
  const { all, ...book } = createSysvarBook(house.sysvars, ports);
  let restarted = false;

  const counters = () =>
    COUNTERS.map(({ kind, ...variable }): LiveSysvar => {
      const { count, since } = counted(kind);
      return {
        ...variable,
        listedAt: [],
        type: 'INTEGER',
        value: count,
        setAt: since,
        visible: false,
        internal: restarted,
      };
    });

  function run(id: number): void {
    const program = programs.get(id);
    if (program === undefined) return;
    programs.set(id, { ...program, lastExecutedAt: now(), executions: program.executions + 1 });
    for (const action of program.actions ?? []) act(action);
  }

  const programsUsing = (channelAddress: string) =>
    [...programs.values()].filter(({ keys }) => keys?.includes(channelAddress) === true);

  return {
    programs: () => [...programs.values()],
    program: (id) => programs.get(id),
    execute(id) {
      const program = programs.get(id);
      if (program === undefined) return false;
      run(id);
      return true;
    },
    programsUsing,
    keyPressed(channelAddress) {
      for (const { id, active, condition } of programsUsing(channelAddress)) {
        const holds = condition === undefined || book.variable(condition.variable)?.value === condition.equals;
        if (active && holds) run(id);
      }
    },
    changeProgram(id, change) {
      const program = programs.get(id);
      if (program === undefined) return false;
      programs.set(id, { ...program, ...change });
      const switchedOn = change.active === true && !program.active;
      if (switchedOn && program.condition === undefined && program.keys === undefined) run(id);
      return true;
    },
    removeProgram(id) {
      const program = programs.get(id);
      programs.delete(id);
      usageChanged(program?.keys ?? []);
      return program !== undefined;
    },
    moveDevice(oldAddress, newAddress) {
      const moved = (address: string) => movedAddress(address, oldAddress, newAddress);
      for (const program of programs.values()) programs.set(program.id, withChannels(program, moved));
    },
    variables: () => [...counters(), ...all()],
    ...book,
    restarted() {
      restarted = true;
    },
  };
}
