import type { WireValue } from '../model/model.js';
import type { OutgoingValue, RpcCall } from '../wire/codecs/index.js';

/** Everything a CCU may tell us; it asks for this list when it registers us. */
const METHODS = [
  'deleteDevices',
  'error',
  'event',
  'firmwareUpdateStatusChanged',
  'listDevices',
  'newDevices',
  'ping',
  'readdedDevice',
  'replaceDevice',
  'reportValueUsage',
  'setReadyConfig',
  'system.listMethods',
  'system.methodHelp',
  'system.multicall',
  'updateDevice',
] as const;

const KNOWN: ReadonlySet<string> = new Set(METHODS);

/** True for a method that a CCU may call. */
export const isKnownMethod = (method: string): boolean => KNOWN.has(method);

export type CallbackAnswer =
  | { readonly ok: true; readonly value: OutgoingValue }
  | { readonly ok: false; readonly code: number; readonly message: string };

/**
 * The answer to a call depends on its name alone, so that it is sent before any work: inside a CCU one thread waits for
 * it. `listDevices` is answered with an empty list, so that the CCU sends everything by `newDevices`; removed devices
 * are found by reading the list of the CCU.
 */
export function answerTo(call: RpcCall): CallbackAnswer {
  if (call.method === 'system.multicall') return { ok: true, value: callsOf(call).map(answerInside) };
  switch (call.method) {
    case 'system.listMethods':
      return { ok: true, value: METHODS };
    case 'listDevices':
      return { ok: true, value: [] };
    case 'ping':
    case 'reportValueUsage':
      return { ok: true, value: true };
  }
  if (KNOWN.has(call.method)) return { ok: true, value: '' };
  return { ok: false, code: -1, message: 'unknown method' };
}

/** More than a CCU with a thousand devices has to tell at once. */
const MAX_CALLS = 20_000;

/** True for a multicall above the limit of calls. */
export function tooManyCalls({ method, params: [list] }: RpcCall): boolean {
  return method === 'system.multicall' && Array.isArray(list) && list.length > MAX_CALLS;
}

const DONE: OutgoingValue = [''];

function answerInside(call: RpcCall): OutgoingValue {
  if (call.method === 'system.multicall') return { faultCode: -1, faultString: 'no multicall inside a multicall' };
  const answer = answerTo(call);
  if (!answer.ok) return { faultCode: answer.code, faultString: answer.message };
  return answer.value === '' ? DONE : [answer.value];
}

/** The calls inside a multicall, else the call itself. An entry that is no call becomes one without a name. */
export function callsOf(call: RpcCall): readonly RpcCall[] {
  if (call.method !== 'system.multicall') return [call];
  const list = call.params[0];
  return Array.isArray(list) ? (list as readonly WireValue[]).map(toCall) : [];
}

function toCall(value: WireValue): RpcCall {
  const { methodName, params } = (typeof value === 'object' ? value : {}) as Readonly<Record<string, WireValue>>;
  return {
    method: typeof methodName === 'string' ? methodName : '',
    params: Array.isArray(params) ? (params as readonly WireValue[]) : [],
  };
}
