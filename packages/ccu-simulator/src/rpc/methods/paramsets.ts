import type { ParamsetDescription, WireValue } from '../../house/types.js';
import { can, defaultValue, isState, OPERATION } from '../../live/defaults.js';
import { FAULT_CODE, failure, RpcFault, typeError, unknownParameter, unknownParamset } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';
import { NOTHING, record, text, typedBy, typedDescription } from '../../wire/typed-value.js';
import {
  assertDescribes,
  describedAt,
  type Handlers,
  type InterfaceContext,
  integerAt,
  optionalText,
  textAt,
} from './context.js';
import { putLink, putMaster, putValues } from './put-paramset.js';
import { checkRxMode } from './values.js';

/** Methods for paramsets and their descriptions. */
export function paramsetMethods(context: InterfaceContext): Handlers {
  const { state } = context;
  return {
    getParamset: (params) =>
      getParamset(context, textAt(params, 0), textAt(params, 1), params[2] === undefined ? 0 : integerAt(params, 2)),
    putParamset: (params) => {
      const address = textAt(params, 0);
      const key = textAt(params, 1);
      const set = params[2];
      if (set?.type !== 'struct') throw set === undefined ? failure('wrong argument count') : typeError();
      checkRxMode(optionalText(params, 3));
      const description = describedAt(context, address);
      if (key === 'VALUES' && description.PARAMSETS?.includes(key)) putValues(context, address, set.value);
      else if (key === 'MASTER' && description.PARAMSETS?.includes(key)) putMaster(context, address, set.value);
      else if (isLink(context, address, key)) putLink(context, address, key, set.value);
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
  };
}

function getParamset(context: InterfaceContext, address: string, key: string, mode: number): TypedValue {
  const { state, interfaceName } = context;
  const description = describedAt(context, address);
  if (key === 'VALUES' && description.PARAMSETS?.includes('VALUES')) {
    if (interfaceName === 'CUxD') throw failure('Not supported');
    return valuesOf(context, address);
  }
  if (key === 'MASTER' && description.PARAMSETS?.includes('MASTER')) {
    return members(state.registry.paramsets(address).MASTER ?? {}, state.store.master(address), mode);
  }
  if (key === 'SERVICE' && description.PARAMSETS?.includes('SERVICE')) {
    return members(state.registry.paramsets(address).SERVICE ?? {}, {}, mode);
  }
  if (isLink(context, address, key)) {
    return members(state.registry.paramsets(address).LINK ?? {}, state.store.link(address, key) ?? {}, mode);
  }
  throw unknownParamset();
}

/** True when the key of a paramset is the address of a peer: that names a LINK paramset, in either direction. */
function isLink({ state: { links } }: InterfaceContext, address: string, key: string): boolean {
  return links.find(key, address) !== undefined || links.find(address, key) !== undefined;
}

/** Content of VALUES: every readable parameter with a state. */
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
