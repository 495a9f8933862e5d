import { record, text } from '../wire/typed-value.js';
import { type JsonMethods, type JsonParams, type JsonRpcContext, textOf } from './context.js';
import { type Argument, forwardingTo, shown, textFrom } from './forward.js';
import { type Struct, sent, tclText } from './representation.js';

const valueFrom: Argument = (params) => sent(textOf(params, 'type'), textOf(params, 'value'));

const setFrom: Argument = (params) => {
  const set = Array.isArray(params.set) ? (params.set as readonly JsonParams[]) : [];
  return record(Object.fromEntries(set.map((entry) => [textOf(entry, 'name'), valueFrom(entry)])));
};

/** `Interface.*` about values and paramsets. */
export function paramsetMethods(context: JsonRpcContext): JsonMethods {
  const { forward, order } = forwardingTo(context);
  const address = textFrom('address');
  const paramset = [address, textFrom('paramsetKey')] as const;
  const value = [address, textFrom('valueKey')] as const;

  return {
    'Interface.getParamset': shown(forward(1, 'getParamset', ...paramset), textsOf),
    'Interface.getParamsetDescription': shown(forward(1, 'getParamsetDescription', ...paramset), descriptionRows),
    'Interface.putParamset': order(2, 'putParamset', ...paramset, setFrom),
    'Interface.getParamsetId': forward(1, 'getParamsetId', address, textFrom('paramsetType')),
    'Interface.determineParameter': forward(8, 'determineParameter', ...paramset, textFrom('parameterId')),
    'Interface.getValue': shown(forward(1, 'getValue', ...value), String),
    'Interface.getMasterValue': shown(
      forward(1, 'getParamset', address, () => text('MASTER')),
      (set: Struct, params) => String(set[textOf(params, 'valueKey')] ?? ''),
    ),
    // A guest may do this on a real CCU, too.
    'Interface.setValue': order(1, 'setValue', ...value, valueFrom),
  };
}

function textsOf(set: Struct): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(set).map(([name, value]) => [name, String(value)]));
}

function descriptionRows(set: Readonly<Record<string, Struct>>) {
  return Object.entries(set).map(([name, description]) => ({
    NAME: name,
    ...Object.fromEntries(Object.entries(description).map(([member, value]) => [member, tclText(value)])),
  }));
}
