import type { HttpAnswer, HttpAsk } from '../net/http-port.js';
import * as bin from '../wire/bin-codec.js';
import { RpcFault } from '../wire/fault.js';
import type { TypedValue } from '../wire/typed-value.js';
import { decodeCall } from '../wire/xml-decode.js';
import { encodeFault, encodeResponse } from '../wire/xml-encode.js';
import type { InterfaceProcess } from './interface-process.js';

/** Called for every call, with the fault in its answer. */
export type CallListener = (method: string, params: readonly TypedValue[], faultCode: number | undefined) => void;

type Outcome = { readonly value: TypedValue } | { readonly fault: RpcFault };

async function run(
  process: InterfaceProcess,
  method: string,
  params: readonly TypedValue[],
  onCall: CallListener,
): Promise<Outcome> {
  if (process.isDeaf()) return new Promise(() => undefined);
  try {
    const value = await process.call(method, params);
    onCall(method, params, undefined);
    return { value };
  } catch (error) {
    const fault = error instanceof RpcFault ? error : new RpcFault(-1, 'internal error');
    onCall(method, params, fault.code);
    return { fault };
  }
}

/** XML-RPC over HTTP; the group daemon answers under its own path only. */
export function createXmlEndpoint(
  process: InterfaceProcess,
  onCall: CallListener,
): (ask: HttpAsk) => Promise<HttpAnswer> {
  const groups = process.interfaceName === 'VirtualDevices';
  const dialect = groups || process.interfaceName === 'HmIP-RF' ? 'hmip' : 'bidcos';
  const headers = { 'Content-Type': 'text/xml' };
  return async (ask) => {
    if (groups && new URL(ask.url, 'http://ccu').pathname !== '/groups') return { status: 404, body: 'Not found\n' };
    try {
      const { method, params } = decodeCall(ask.body);
      const outcome = await run(process, method, params, onCall);
      const body =
        'value' in outcome
          ? encodeResponse(outcome.value, dialect)
          : encodeFault(outcome.fault.code, outcome.fault.message, dialect);
      return { headers, body };
    } catch {
      // HmIPServer answers an unreadable body with an empty one.
      return { headers, body: dialect === 'hmip' ? '' : encodeFault(-1, 'parse error', dialect) };
    }
  };
}

/** BIN-RPC over TCP. */
export function createBinEndpoint(
  process: InterfaceProcess,
  onCall: CallListener,
): (message: Buffer) => Promise<Buffer> {
  return async (message) => {
    const { method, params } = bin.decodeCall(message);
    const outcome = await run(process, method, params, onCall);
    return 'value' in outcome
      ? bin.encodeResponse(outcome.value)
      : bin.encodeFault(outcome.fault.code, outcome.fault.message);
  };
}
