import type { DefinedSysvar } from '../house/types.js';
import type { HubBook } from '../live/hub.js';
import type { LiveProgram, LiveSysvar } from '../live/types.js';
import { named } from '../rega/reach.js';
import {
  breaksOn,
  flagOf,
  type JsonMethods,
  type JsonParams,
  type JsonRpcContext,
  numberOf,
  textOf,
} from './context.js';
import { JSON_ERROR, JsonRpcFailure, UNREADABLE } from './error.js';

/** The answer of methods for a variable that refused the state. */
const NOT_TAKEN = -1;

/** `SysVar.*` */
export function sysvarMethods(context: JsonRpcContext): JsonMethods {
  return { ...readMethods(context), ...setMethods(context), ...createMethods(context), ...deleteMethods(context) };
}

function readMethods({ state: { hub, registry } }: JsonRpcContext): JsonMethods {
  const detailOf = (variable: LiveSysvar) =>
    variableDetail(variable, (address) => String(registry.channel(address)?.id ?? ''));

  function byId(params: JsonParams): LiveSysvar {
    const id = numberOf(params, 'id');
    const variable = hub.variables().find((each) => each.id === id);
    if (variable === undefined) throw new JsonRpcFailure(JSON_ERROR.general, 'unknown variable');
    return variable;
  }

  return {
    'SysVar.getAll': { level: 2, run: () => breaksOn(hub.variables()).map(detailOf) },
    'SysVar.get': { level: 2, run: (params) => detailOf(byId(params)) },
    'SysVar.getValue': { level: 2, run: (params) => String(byId(params).value) },
    'SysVar.getValueByName': { level: 2, run: (params) => String(hub.variable(lookUp(hub, params))?.value ?? '') },
  };
}

/** A text cannot be set, and `setEnum` changes the options of a list instead of choosing one. */
function setMethods({ state: { hub } }: JsonRpcContext): JsonMethods {
  /** The CCU's own script breaks on nothing, and its Tcl on the answer. */
  function broken(): never {
    throw new JsonRpcFailure(JSON_ERROR.internal, 'internal error: expected boolean value but got ""');
  }

  function set(params: JsonParams, value: boolean | number): unknown {
    const name = lookUp(hub, params);
    if (name === '') return broken();
    // The answer is the given value, not the resulting one.
    return hub.tellState(name, value) ? params.value : NOT_TAKEN;
  }

  return {
    'SysVar.setBool': { level: 2, run: (params) => set(params, flagOf(params, 'value')) },
    'SysVar.setFloat': { level: 2, run: (params) => set(params, numberOf(params, 'value')) },
    'SysVar.setEnum': {
      level: 2,
      run: (params) => {
        const valueList = textOf(params, 'valueList').split(';');
        return hub.changeVariable(lookUp(hub, params), { valueList }) === undefined ? broken() : valueList.join(';');
      },
    },
  };
}

function createMethods({ state: { hub, registry } }: JsonRpcContext): JsonMethods {
  /** `shown` is the value that the answer carries. */
  function create(params: JsonParams, variable: Omit<DefinedSysvar, 'name' | 'internal'>, shown: string) {
    const name = textOf(params, 'name');
    const channelAddress = channelOf(params);
    const made = hub.createVariable({
      ...variable,
      name,
      internal: flagOf(params, 'internal'),
      ...(channelAddress === undefined ? {} : { channelAddress }),
    });
    return { name: made.name, id: String(made.id), value: shown };
  }

  /** Older firmware has no channel here; newer one needs -1 for none. */
  function channelOf(params: JsonParams): string | undefined {
    const id = params.chnID === undefined ? -1 : numberOf(params, 'chnID');
    return id === -1 ? undefined : registry.addressOf(id);
  }

  return {
    'SysVar.createBool': {
      level: 2,
      run: (params) => {
        const value = flagOf(params, 'init_val');
        return create(params, { type: 'LOGIC', value, valueNames: ['false', 'true'] }, String(value));
      },
    },
    'SysVar.createFloat': {
      level: 2,
      run: (params) => {
        const [minimum, maximum] = [numberOf(params, 'minValue'), numberOf(params, 'maxValue')];
        return create(params, { type: 'NUMBER', value: 0, minimum, maximum }, '0');
      },
    },
    'SysVar.createEnum': {
      level: 2,
      run: (params) => {
        const options = textOf(params, 'valList');
        return create(params, { type: 'LIST', value: 0, valueList: options.split(';') }, options);
      },
    },
  };
}

function deleteMethods({ state }: JsonRpcContext): JsonMethods {
  const { hub, registry, rooms, functions } = state;

  /** True for any object of that name or id, not only for a variable. */
  function isThere(text: string): boolean {
    const objects = [
      ...registry.all().flatMap((device) => [device, ...device.channels]),
      ...hub.programs(),
      ...rooms.all(),
      ...functions.all(),
    ];
    return named(objects, text, { looksUpByText: true }) !== undefined;
  }

  return {
    // Deletes any object of that name from the list of variables; an object that is no variable was not in it.
    'SysVar.deleteSysVarByName': {
      level: 2,
      run: (params) => {
        const name = lookUp(hub, params);
        if (name === '' && !isThere(textOf(params, 'name'))) return UNREADABLE;
        hub.unlistVariable(name);
        return true;
      },
    },
  };
}

/** These methods search all objects for a "name", and take digits as an id. */
function lookUp(hub: HubBook, params: JsonParams): string {
  const text = textOf(params, 'name');
  return named(hub.variables(), text, { looksUpByText: true })?.name ?? '';
}

function variableDetail(variable: LiveSysvar, channelId: (address: string) => string) {
  return {
    id: String(variable.id),
    name: variable.name,
    type: variable.type === 'INTEGER' ? 'NUMBER' : variable.type,
    unit: variable.unit ?? '',
    value: String(variable.value),
    channelId: variable.channelAddress === undefined ? '65535' : channelId(variable.channelAddress),
    isLogged: variable.logged ?? false,
    isVisible: variable.visible ?? true,
    isInternal: variable.internal ?? false,
    valueName0: variable.valueNames?.[0] ?? '',
    valueName1: variable.valueNames?.[1] ?? '',
    valueList: (variable.valueList ?? []).join(';'),
    minValue: String(variable.minimum ?? ''),
    maxValue: String(variable.maximum ?? ''),
  };
}

/** `Program.*` */
export function programMethods({ state: { hub }, timeZone }: JsonRpcContext): JsonMethods {
  const detailOf = (program: LiveProgram) => programDetail(program, timeZone);

  function programAt(params: JsonParams): LiveProgram {
    const program = hub.program(numberOf(params, 'id'));
    if (program === undefined) throw new JsonRpcFailure(JSON_ERROR.internal, "internal error: can't read the program");
    return program;
  }

  return {
    'Program.getAll': { level: 2, run: () => breaksOn(hub.programs()).map(detailOf) },
    'Program.get': { level: 2, run: (params) => detailOf(programAt(params)) },
    'Program.execute': { level: 2, run: (params) => hub.execute(numberOf(params, 'id')) },
    'Program.deleteProgramByName': {
      level: 2,
      run: (params) => {
        const program = hub.programs().find(({ name }) => name === textOf(params, 'name'));
        return program !== undefined && hub.removeProgram(program.id);
      },
    },
  };
}

function programDetail({ id, name, active, internal, lastExecutedAt }: LiveProgram, timeZone: string | undefined) {
  return {
    id: String(id),
    name,
    isActive: active,
    isInternal: internal ?? false,
    // Swedes write dates as this CCU does.
    lastExecuteTime: new Date(lastExecutedAt).toLocaleString('sv-SE', timeZone === undefined ? {} : { timeZone }),
  };
}
