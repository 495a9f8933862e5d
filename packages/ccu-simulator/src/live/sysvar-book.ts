import type { DefinedSysvar, WireValue } from '../house/types.js';
import { freeName } from './names.js';
import { stateFrom } from './state.js';
import type { LiveSysvar } from './types.js';

/** A variable is in the list of its assigned channel, unless `listedAt` differs. */
type NewSysvar = DefinedSysvar & Partial<Pick<LiveSysvar, 'listedAt'>>;

const channelOf = ({ channelAddress = '' }: DefinedSysvar) => (channelAddress === '' ? [] : [channelAddress]);

/** System variables by name. */
export interface SysvarBook {
  variable(name: string): LiveSysvar | undefined;
  setVariable(name: string, value: WireValue): boolean;
  /**
   * Writes as a script does: false for a refused value, which changes nothing. An alarm returns true when a message
   * appeared.
   */
  tellState(name: string, value: WireValue): boolean;
  /** Called as wanted, or with a number behind it where a variable is called so. */
  createVariable(variable: NewSysvar): { readonly id: number; readonly name: string };
  /** The name that it has now; undefined for no variable. */
  changeVariable(name: string, change: Partial<NewSysvar>): string | undefined;
  removeVariable(name: string): boolean;
  /** Takes the variable out of the list and leaves the object, so that its name stays taken. */
  unlistVariable(name: string): void;
  /** Names of the objects that are in no list any more. */
  leftovers(): readonly string[];
  removeLeftover(name: string): boolean;
}

export interface SysvarPorts {
  readonly nextId: () => number;
  readonly now: () => number;
  readonly alarm: (variable: string, on: boolean) => void;
}

export function createSysvarBook(
  seed: readonly DefinedSysvar[],
  { nextId, now, alarm }: SysvarPorts,
): SysvarBook & { readonly all: () => readonly LiveSysvar[] } {
  const variables = new Map<string, LiveSysvar>();
  /** Names of objects that are in no list any more. */
  const unlisted = new Set<string>();
  const takenNames = () => [...variables.keys(), ...unlisted];
  for (const variable of seed)
    variables.set(variable.name, { listedAt: channelOf(variable), ...variable, id: nextId(), setAt: now() });

  function setVariable(name: string, value: WireValue): boolean {
    const variable = variables.get(name);
    if (variable === undefined) return false;
    variables.set(name, { ...variable, value, setAt: now() });
    if (variable.type === 'ALARM') alarm(name, value === true);
    return true;
  }

  return {
    all: () => [...variables.values()].sort((one, other) => one.id - other.id),
    variable: (name) => variables.get(name),
    setVariable,
    tellState(name, value) {
      const variable = variables.get(name);
      const state = variable === undefined ? undefined : stateFrom(variable, value);
      if (variable === undefined || state === undefined) return false;
      setVariable(name, state);
      return variable.type === 'ALARM' ? state === true && variable.value !== true : true;
    },
    createVariable(variable) {
      const id = nextId();
      const name = freeName(variable.name, takenNames());
      variables.set(name, { listedAt: channelOf(variable), ...variable, name, id, setAt: now() });
      return { id, name };
    },
    changeVariable(name, change) {
      const variable = variables.get(name);
      if (variable === undefined) return undefined;
      variables.delete(name);
      const became = change.name === undefined ? name : freeName(change.name, takenNames());
      variables.set(became, { ...variable, ...change, name: became });
      return became;
    },
    removeVariable: (name) => variables.delete(name),
    unlistVariable(name) {
      if (variables.delete(name)) unlisted.add(name);
    },
    leftovers: () => [...unlisted],
    removeLeftover: (name) => unlisted.delete(name),
  };
}
