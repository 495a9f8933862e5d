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

/** Programs and system variables. */
export interface HubBook {
  programs(): readonly LiveProgram[];
  program(id: number): LiveProgram | undefined;
  /** Runs the program; false when its condition was asked for and does not hold. */
  execute(id: number, checkCondition: boolean): boolean;
  changeProgram(id: number, change: Partial<Pick<LiveProgram, 'active'>>): boolean;
  removeProgram(id: number): boolean;
  variables(): readonly LiveSystemVariable[];
  variable(name: string): LiveSystemVariable | undefined;
  setVariable(name: string, value: WireValue): boolean;
  createVariable(variable: HouseSystemVariable): number | undefined;
  changeVariable(name: string, change: Partial<HouseSystemVariable>): boolean;
  removeVariable(name: string): boolean;
}

export interface HubPorts {
  readonly nextId: () => number;
  readonly now: () => number;
  readonly act: (action: HouseProgramAction) => void;
  readonly alarm: (variable: string, on: boolean) => void;
}

export function createHubBook(house: House, ports: HubPorts): HubBook {
  const { nextId, now, act, alarm } = ports;
  const programs = new Map<number, LiveProgram>();
  const variables = new Map<string, LiveSystemVariable>();

  for (const program of house.programs) {
    const id = nextId();
    programs.set(id, { ...program, id, active: program.active ?? true, lastExecutedAt: 0, executions: 0 });
  }
  for (const variable of house.systemVariables)
    variables.set(variable.name, { ...variable, id: nextId(), setAt: now() });

  return {
    programs: () => [...programs.values()],
    program: (id) => programs.get(id),
    execute(id, checkCondition) {
      const program = programs.get(id);
      if (program === undefined) return false;
      const { condition } = program;
      if (checkCondition && condition !== undefined && variables.get(condition.variable)?.value !== condition.equals)
        return false;
      programs.set(id, { ...program, lastExecutedAt: now(), executions: program.executions + 1 });
      for (const action of program.actions ?? []) act(action);
      return true;
    },
    changeProgram(id, change) {
      const program = programs.get(id);
      if (program === undefined) return false;
      programs.set(id, { ...program, ...change });
      return true;
    },
    removeProgram: (id) => programs.delete(id),
    variables: () => [...variables.values()],
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
      variables.set(variable.name, { ...variable, id, setAt: now() });
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
  };
}
