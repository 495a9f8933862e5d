import { refusesCall } from '../environment/switches.js';
import type { DefinedSysvar, SysvarType, WireValue } from '../house/types.js';
import { isBinary } from '../live/state.js';
import type { LiveSysvar } from '../live/types.js';
import { type ReGaContext, refusal, rows, type ScriptHandlers } from './context.js';
import { metBy, named, type ScriptReach } from './reach.js';

type VariableNames =
  | 'variables'
  | 'variable_set'
  | 'variable_create'
  | 'variable_change'
  | 'variable_delete'
  | 'variable_usage';

const TYPES: Readonly<Record<'BOOL' | 'ALARM' | 'ENUM' | 'INTEGER' | 'FLOAT' | 'STRING', SysvarType>> = {
  BOOL: 'LOGIC',
  ALARM: 'ALARM',
  ENUM: 'LIST',
  INTEGER: 'INTEGER',
  FLOAT: 'NUMBER',
  STRING: 'STRING',
};

/** Members of a variable in the words of a change. */
interface Settings {
  readonly name?: string;
  readonly description?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly valueList?: readonly string[];
  readonly valueName0?: string;
  readonly valueName1?: string;
  readonly visible?: boolean;
  readonly logged?: boolean;
  readonly channelAddress?: string;
}

/** Scripts about system variables. */
export function sysvarScripts({ state: { hub, messages }, switches }: ReGaContext): ScriptHandlers<VariableNames> {
  const find = (name: string, reach: ScriptReach) => named(hub.variables(), name, reach);

  return {
    variables: ({ name = '' }, { internalVariables }) =>
      rows(
        ...metBy(hub.variables(), internalVariables)
          .filter((variable) => name === '' || variable.name === name)
          .map(variableRow),
      ),
    variable_set: ({ name, value }, reach) => {
      const variable = find(name, reach);
      if (variable === undefined) return refusal('not_found');
      if (isCounter(variable) && reach.sparesOwn) return refusal('unerasable');
      const answered = !refusesCall(switches, 'State') && hub.tellState(variable.name, value);
      const { id, type, value: state } = hub.variable(variable.name) ?? variable;
      const done = type === 'ALARM' && reach.looksAtAlarm ? String(state) === String(value) : answered;
      return done || !reach.hearsRefusal ? rows({ id }) : refusal('refused');
    },
    variable_create: ({ name, type, ...rest }, reach) => {
      if (find(name, reach) !== undefined) return refusal('conflict');
      const kind = TYPES[type];
      const made = hub.createVariable({
        name,
        type: kind,
        value: reach.tellsState ? firstValue(kind, rest.min) : '',
        ...settings(rest),
        listedAt: listed([], rest.channelAddress, reach),
      });
      if (made.name === name || !reach.looksForName) return rows({ id: made.id });
      hub.removeVariable(made.name);
      return refusal('conflict');
    },
    variable_change: ({ name, change }, reach) => {
      const variable = find(name, reach);
      if (variable === undefined) return refusal('not_found');
      const { description: _text, visible: _visible, logged: _logged, ...meaning } = change;
      const changesIt = isCounter(variable) || Object.values(meaning).some((each) => each !== undefined);
      if (isOwn(variable) && changesIt && reach.sparesOwn) return refusal('unerasable');
      const listedAt = listed(variable.listedAt, change.channelAddress, reach);
      const became = hub.changeVariable(variable.name, { name: change.name ?? variable.name });
      if (became !== (change.name ?? variable.name) && reach.looksForName) {
        hub.changeVariable(became ?? '', { name: variable.name });
        return refusal('conflict');
      }
      hub.changeVariable(became ?? '', { ...settings({ ...change, name: undefined }, variable), listedAt });
      return rows({ id: variable.id });
    },
    variable_delete: (args, reach) => {
      const variable = find(args.name, reach);
      if (variable === undefined) return refusal('not_found');
      const { id, name } = variable;
      if (isOwn(variable) && reach.sparesOwn) return refusal('unerasable');
      if (messages.all().some((message) => message.variable === name)) hub.setVariable(name, false);
      hub.removeVariable(name);
      return rows({ id });
    },
    variable_usage: (args, reach) => {
      const variable = find(args.name, reach);
      if (variable === undefined) return refusal('not_found');
      const uses = metBy(hub.programs(), reach.internalPrograms).filter(
        ({ condition, actions = [] }) =>
          condition?.variable === variable.name ||
          actions.some((action) => action.kind === 'variable' && action.variable === variable.name),
      );
      return rows(...uses.map(({ id }) => ({ programId: id })));
    },
  };
}

/** It counts messages, and has the same id on every CCU. */
const isCounter = ({ id }: LiveSysvar) => id === 40 || id === 41;

/** True for the predefined variables of a CCU, which it keeps. */
const isOwn = (variable: LiveSysvar) => isCounter(variable) || variable.name.startsWith('${sysVar');

function variableRow(variable: LiveSysvar) {
  const { id, name, type, value } = variable;
  const numeric = type === 'NUMBER' || type === 'INTEGER';
  return {
    id,
    name,
    description: variable.description ?? '',
    type,
    // The alarm's own state is asked for, which is there from the start.
    value: type === 'ALARM' ? value === true : known(type, value),
    unit: variable.unit ?? '',
    min: numeric ? (variable.minimum ?? 0) : undefined,
    max: numeric ? (variable.maximum ?? 65_000) : undefined,
    valueList: (variable.valueList ?? []).join(';'),
    valueName0: variable.valueNames?.[0] ?? '',
    valueName1: variable.valueNames?.[1] ?? '',
    internal: variable.internal ?? false,
    visible: variable.visible ?? true,
    logged: variable.logged ?? false,
    channelAddress: variable.channelAddress ?? '',
    changedAt: variable.setAt,
  };
}

/** Undefined for a variable without a state. */
function known(type: SysvarType, value: WireValue): boolean | number | string | undefined {
  if (typeof value === 'object' || (value === '' && type !== 'STRING')) return undefined;
  return value;
}

/** The lists that have a variable after it was assigned to that channel, or to none when the address is empty. */
function listed(before: readonly string[], assigned: string | undefined, reach: ScriptReach): readonly string[] {
  if (assigned === undefined) return before;
  const kept = reach.leavesChannel ? [] : before;
  return assigned !== '' && reach.joinsChannel ? [...kept, assigned] : kept;
}

/** State that the script sets at a new variable. */
function firstValue(type: SysvarType, min = 0): WireValue {
  if (type === 'STRING') return '';
  if (isBinary(type)) return false;
  return type === 'LIST' ? 0 : min;
}

function settings(change: Settings, present?: DefinedSysvar): Partial<DefinedSysvar> {
  const { min, max, valueName0, valueName1, ...same } = change;
  const names = [valueName0 ?? present?.valueNames?.[0] ?? '', valueName1 ?? present?.valueNames?.[1] ?? ''] as const;
  return {
    ...Object.fromEntries(Object.entries(same).filter(([, value]) => value !== undefined)),
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
    ...(valueName0 === undefined && valueName1 === undefined ? {} : { valueNames: names }),
  };
}

type ProgramNames = 'programs' | 'program_run' | 'program_activate' | 'program_delete';

/** Scripts about programs. */
export function programScripts({ state: { hub }, switches }: ReGaContext): ScriptHandlers<ProgramNames> {
  const settle = (id: number, done: boolean) => (done ? rows({ id }) : refusal('not_found'));

  return {
    programs: (_, { internalPrograms }) =>
      rows(
        ...metBy(hub.programs(), internalPrograms).map(
          ({ id, name, description = '', active, internal = false, lastExecutedAt }) => ({
            id,
            name,
            description,
            active,
            internal,
            visible: !internal,
            lastExecutedAt,
          }),
        ),
      ),
    program_run: ({ id, checkConditions }, { hearsRefusal }) => {
      const program = hub.program(id);
      if (program === undefined) return refusal('not_found');
      if (checkConditions && !program.active) return rows({ executed: false });
      const ran = !refusesCall(switches, 'ProgramExecute') && hub.execute(id);
      return ran || !hearsRefusal ? rows({ executed: true }) : refusal('refused');
    },
    program_activate: ({ id, active }) => settle(id, hub.changeProgram(id, { active })),
    program_delete: ({ id }) => settle(id, hub.removeProgram(id)),
  };
}
