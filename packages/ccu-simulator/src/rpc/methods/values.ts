import type { ParamsetDescription, WireValue } from '../../house/types.js';
import { can, defaultValue, isState, OPERATION } from '../../live/defaults.js';
import type { TypedValue } from '../../types.js';
import { accept, assertWritable } from '../coerce.js';
import {
  assertDescribes,
  assertReachable,
  describedAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  optionalText,
  perform,
  performConfiguration,
  textAt,
  transmitUsage,
  valueDescription,
} from '../context.js';
import { FAULT_CODE, failure, RpcFault, typeError, unknownParameter, unknownParamset } from '../fault.js';
import { bool, NOTHING, record, text, typedBy, typedDescription } from '../typed-value.js';

/** The week of older thermostats is described without any operation, yet it is written like the rest. */
const WEEK_WITHOUT_OPERATIONS = /^(?:TEMPERATUR|TIMEOUT)_[A-Z]+_\d+$/;
const RX_MODES: ReadonlySet<string> = new Set(['', 'BURST', 'WAKEUP']);

/** Reading and writing values and paramsets. */
export function valueMethods(context: InterfaceContext): Handlers {
  const { state, strict } = context;

  function setValue(channelAddress: string, parameter: string, sent: TypedValue): void {
    const description = valueDescription(context, channelAddress, parameter);
    assertWritable(description);
    const value = accept(parameter, description, sent, strict);
    assertReachable(context, channelAddress);
    perform(context, channelAddress, () => state.write(channelAddress, { [parameter]: value }));
  }

  /**
   * VALUES: HmIPServer takes the whole set or refuses it. rfd and hs485d set member after member in the order of their
   * names, and what became of each is not told.
   */
  function putValues(channelAddress: string, members: Readonly<Record<string, TypedValue>>): void {
    if (!strict) {
      for (const [parameter, value] of Object.entries(members).sort(byName)) tryValue(channelAddress, parameter, value);
      return;
    }
    assertComplete(state.describe(channelAddress), members);
    const accepted = acceptMembers(state.describe(channelAddress), members, strict);
    assertReachable(context, channelAddress);
    if (Object.keys(accepted).length > 0) perform(context, channelAddress, () => state.write(channelAddress, accepted));
  }

  function tryValue(channelAddress: string, parameter: string, value: TypedValue): void {
    try {
      setValue(channelAddress, parameter, value);
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
    }
  }

  function putMaster(address: string, members: Readonly<Record<string, TypedValue>>): void {
    const description = state.registry.paramsets(address).MASTER ?? {};
    const accepted = acceptMembers(description, members, strict);
    assertReachable(context, address);
    if (Object.keys(accepted).length === 0) return;
    performConfiguration(context, address, () => state.configure(address, accepted));
  }

  function putLink(receiver: string, sender: string, members: Readonly<Record<string, TypedValue>>): void {
    const description = state.registry.paramsets(receiver).LINK ?? {};
    const accepted = acceptMembers(description, members, strict);
    assertReachable(context, receiver);
    if (Object.keys(accepted).length === 0) return;
    performConfiguration(context, receiver, () => state.configureLink(receiver, sender, accepted));
  }

  /** The peer of a LINK paramset named by the other end's address, in either direction. */
  function linkOf(address: string, key: string): boolean {
    return state.links.find(key, address) !== undefined || state.links.find(address, key) !== undefined;
  }

  function getParamset(address: string, key: string, mode: number): TypedValue {
    const description = describedAt(context, address);
    if (key === 'VALUES' && description.PARAMSETS?.includes('VALUES')) {
      if (context.interfaceName === 'CUxD') throw failure('Not supported');
      return valuesOf(context, address);
    }
    if (key === 'MASTER' && description.PARAMSETS?.includes('MASTER')) {
      const described = state.registry.paramsets(address).MASTER ?? {};
      return members(described, state.store.master(address), mode);
    }
    if (key === 'SERVICE' && description.PARAMSETS?.includes('SERVICE')) {
      return members(state.registry.paramsets(address).SERVICE ?? {}, {}, mode);
    }
    if (linkOf(address, key)) {
      return members(state.registry.paramsets(address).LINK ?? {}, state.store.link(address, key) ?? {}, mode);
    }
    throw unknownParamset();
  }

  return {
    setValue: (params) => {
      const sent = params[2];
      if (sent === undefined) throw failure('wrong argument count');
      checkRxMode(optionalText(params, 3));
      setValue(textAt(params, 0), textAt(params, 1), sent);
      return NOTHING;
    },
    getValue: (params) => {
      const channelAddress = textAt(params, 0);
      const parameter = textAt(params, 1);
      const description = valueDescription(context, channelAddress, parameter);
      if (!can(description, OPERATION.read)) throw failure('Parameter is not readable');
      return typedBy(description, state.store.value(channelAddress, parameter)?.value ?? defaultValue(description));
    },
    getParamset: (params) =>
      getParamset(textAt(params, 0), textAt(params, 1), params[2] === undefined ? 0 : integerAt(params, 2)),
    putParamset: (params) => {
      const address = textAt(params, 0);
      const key = textAt(params, 1);
      const set = params[2];
      if (set?.type !== 'struct') throw set === undefined ? failure('wrong argument count') : typeError();
      checkRxMode(optionalText(params, 3));
      const description = describedAt(context, address);
      if (key === 'VALUES' && description.PARAMSETS?.includes(key)) putValues(address, set.value);
      else if (key === 'MASTER' && description.PARAMSETS?.includes(key)) putMaster(address, set.value);
      else if (linkOf(address, key)) putLink(address, key, set.value);
      else throw unknownParamset();
      return NOTHING;
    },
    getParamsetDescription: (params) => {
      const address = textAt(params, 0);
      assertDescribes(context, address);
      const { PARAMSETS = [] } = describedAt(context, address);
      const asked = textAt(params, 1);
      const key = state.registry.description(asked) === undefined ? asked : 'LINK';
      if (!PARAMSETS.includes(key)) throw unknownParamset();
      return described(state.registry.paramsets(address)[key as 'VALUES'] ?? {});
    },
    getParamsetId: (params) => {
      const description = describedAt(context, textAt(params, 0));
      return text(
        `${String(description.PARENT_TYPE ?? description.TYPE).toLowerCase()}_${description.INDEX ?? 'dev'}_${textAt(params, 1).toLowerCase()}`,
      );
    },
    determineParameter: (params) => {
      const address = textAt(params, 0);
      describedAt(context, address);
      const parameter = textAt(params, 2);
      const described = state.registry.paramsets(address)[textAt(params, 1) as 'VALUES']?.[parameter];
      if (described === undefined) throw unknownParameter();
      if (!can(described, OPERATION.determine)) throw new RpcFault(FAULT_CODE.unsupported, 'Operation not supported');
      return typedBy(described, defaultValue(described));
    },
    reportValueUsage: (params) => {
      const address = textAt(params, 0);
      describedAt(context, address);
      // No daemon checks the name: what is linked is the channel.
      state.usage.report(address, textAt(params, 1), integerAt(params, 2));
      return bool(transmitUsage(context, address));
    },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function checkRxMode(mode: string): void {
  if (!RX_MODES.has(mode)) throw unknownParameter();
}

/** Lights that know durations take a ramp only together with one. */
function assertComplete(description: ParamsetDescription, members: Readonly<Record<string, TypedValue>>): void {
  const ramps = Object.keys(members).some((name) => name.startsWith('RAMP_TIME'));
  if (ramps && 'DURATION_VALUE' in description && !('DURATION_VALUE' in members)) {
    throw failure('Generic error (MISSING_NON_OPTIONAL_PARAMETER)');
  }
}

function acceptMembers(
  description: ParamsetDescription,
  sent: Readonly<Record<string, TypedValue>>,
  strict: boolean,
): Record<string, WireValue> {
  const accepted: Record<string, WireValue> = {};
  for (const [name, value] of Object.entries(sent)) {
    const described = description[name];
    if (described === undefined) {
      if (strict) throw unknownParameter();
      continue;
    }
    try {
      if (!WEEK_WITHOUT_OPERATIONS.test(name)) assertWritable(described);
      accepted[name] = accept(name, described, value, strict);
    } catch (error) {
      if (strict) throw error;
      // rfd answers success and leaves out what it could not set.
    }
  }
  return accepted;
}

/** What VALUES answers: every readable parameter with a state. */
function valuesOf({ state }: InterfaceContext, channelAddress: string): TypedValue {
  const values: Record<string, TypedValue> = {};
  for (const [name, description] of Object.entries(state.describe(channelAddress))) {
    if (!isState(description) || !can(description, OPERATION.read)) continue;
    values[name] = typedBy(description, state.store.value(channelAddress, name)?.value ?? defaultValue(description));
  }
  return record(values);
}

function members(
  description: ParamsetDescription,
  values: Readonly<Record<string, WireValue>>,
  mode: number,
): TypedValue {
  return record(
    Object.fromEntries(
      Object.entries(description)
        .filter(([, described]) => described.TYPE !== 'ACTION')
        .map(([name, described]) => {
          const value = typedBy(described, values[name] ?? defaultValue(described));
          return [name, mode === 1 ? record({ VALUE: value, UNDEFINED: { type: 'boolean', value: false } }) : value];
        }),
    ),
  );
}

function described(description: ParamsetDescription): TypedValue {
  return record(
    Object.fromEntries(Object.entries(description).map(([name, parameter]) => [name, typedDescription(parameter)])),
  );
}
