import type { House, HouseGroup, HouseProgramAction, HouseSystemVariable, WireValue } from '../house/types.js';
import type { LiveGroup, LiveProgram, LiveSystemVariable } from './types.js';

/** Rooms or functions. */
export interface GroupBook {
  all(): readonly LiveGroup[];
  create(name: string): number | undefined;
  rename(id: number, name: string): boolean;
  remove(id: number): boolean;
  /** Puts the channel into exactly these groups. */
  assign(channelAddress: string, ids: readonly number[]): void;
}

export function createGroupBook(seed: readonly HouseGroup[], nextId: () => number): GroupBook {
  const groups = new Map<number, LiveGroup>();
  const add = (group: HouseGroup) => {
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
  const named = (name: string) => [...groups.values()].some((group) => group.name === name);
  return {
    all: () => [...groups.values()],
    create: (name) => (named(name) ? undefined : add({ name, channelAddresses: [] })),
    rename(id, name) {
      const group = groups.get(id);
      if (group === undefined) return false;
      groups.set(id, { ...group, name });
      return true;
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
  };
}

/** A variable is in the list of the channel it is assigned to, unless told otherwise. */
type NewSystemVariable = HouseSystemVariable & Partial<Pick<LiveSystemVariable, 'listedAt'>>;

const channelOf = ({ channelAddress = '' }: HouseSystemVariable) => (channelAddress === '' ? [] : [channelAddress]);

/** Programs and system variables. */
export interface HubBook {
  programs(): readonly LiveProgram[];
  program(id: number): LiveProgram | undefined;
  /** Runs the program; false when its condition was asked for and does not hold. */
  execute(id: number, checkCondition: boolean): boolean;
  /** A program without a condition runs when it is made active. */
  changeProgram(id: number, change: Partial<Pick<LiveProgram, 'active'>>): boolean;
  removeProgram(id: number): boolean;
  variables(): readonly LiveSystemVariable[];
  variable(name: string): LiveSystemVariable | undefined;
  setVariable(name: string, value: WireValue): boolean;
  createVariable(variable: NewSystemVariable): number | undefined;
  changeVariable(name: string, change: Partial<NewSystemVariable>): boolean;
  removeVariable(name: string): boolean;
  /** The CCU was started anew: from now on its counters of messages are internal. */
  restarted(): void;
}

export interface HubPorts {
  readonly nextId: () => number;
  readonly now: () => number;
  readonly act: (action: HouseProgramAction) => void;
  readonly alarm: (variable: string, on: boolean) => void;
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

export function createHubBook(house: House, ports: HubPorts): HubBook {
  const { nextId, now, act, alarm, counted } = ports;
  const programs = new Map<number, LiveProgram>();
  const variables = new Map<string, LiveSystemVariable>();

  for (const program of house.programs) {
    const id = nextId();
    programs.set(id, { ...program, id, active: program.active ?? true, lastExecutedAt: 0, executions: 0 });
  }
  for (const variable of house.systemVariables)
    variables.set(variable.name, { listedAt: channelOf(variable), ...variable, id: nextId(), setAt: now() });

  let restarted = false;

  const counters = () =>
    COUNTERS.map(({ kind, ...variable }): LiveSystemVariable => {
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

  return {
    programs: () => [...programs.values()],
    program: (id) => programs.get(id),
    execute(id, checkCondition) {
      const program = programs.get(id);
      if (program === undefined) return false;
      const { condition } = program;
      if (checkCondition && condition !== undefined && variables.get(condition.variable)?.value !== condition.equals)
        return false;
      run(id);
      return true;
    },
    changeProgram(id, change) {
      const program = programs.get(id);
      if (program === undefined) return false;
      programs.set(id, { ...program, ...change });
      const switchedOn = change.active === true && !program.active;
      if (switchedOn && program.condition === undefined) run(id);
      return true;
    },
    removeProgram: (id) => programs.delete(id),
    variables: () => [...counters(), ...variables.values()],
    variable: (name) => variables.get(name),
    setVariable(name, value) {
      const variable = variables.get(name);
      if (variable === undefined) return false;
      variables.set(name, { ...variable, value, setAt: now() });
      if (variable.type === 'ALARM') alarm(name, value === true);
      return true;
    },
    createVariable(variable) {
      if (variables.has(variable.name)) return undefined;
      const id = nextId();
      variables.set(variable.name, { listedAt: channelOf(variable), ...variable, id, setAt: now() });
      return id;
    },
    changeVariable(name, change) {
      const variable = variables.get(name);
      if (variable === undefined) return false;
      variables.delete(name);
      variables.set(change.name ?? name, { ...variable, ...change });
      return true;
    },
    removeVariable: (name) => variables.delete(name),
    restarted() {
      restarted = true;
    },
  };
}
