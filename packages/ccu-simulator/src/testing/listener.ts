import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireValue } from '../house/types.js';
import type { TypedValue } from '../wire/typed-value.js';
import { list, NOTHING, plain, text } from '../wire/typed-value.js';
import { decodeCall } from '../wire/xml-decode.js';
import { encodeResponse } from '../wire/xml-encode.js';

/** One call of a CCU to the listener; calls inside a multicall are listed singly. */
export interface HeardCall {
  readonly method: string;
  readonly params: readonly WireValue[];
}

/** A callback address for tests: hears everything, answers at once. */
export interface CallbackListener extends AsyncDisposable {
  readonly url: string;
  readonly heard: readonly HeardCall[];
  /** Values of `event` calls as `ADDRESS.PARAMETER=value`. */
  events(): readonly string[];
  close(): Promise<void>;
}

/**
 * Listens on a free port of 127.0.0.1. `answerListDevices` is its answer to `listDevices`; an empty list when absent.
 *
 * @example
 * await using listener = await listenForCallbacks();
 * // register listener.url with the CCU, then
 * ccu.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 21.5);
 * await until(() => listener.events().length > 0);
 */
export async function listenForCallbacks(answerListDevices: TypedValue = list([])): Promise<CallbackListener> {
  const heard: HeardCall[] = [];
  const hear = (method: string, params: readonly TypedValue[]): TypedValue => {
    if (method === 'system.multicall' && params[0]?.type === 'array') {
      return list(params[0].value.map((entry) => list([hearOne(entry)])));
    }
    heard.push({ method, params: params.map(plain) });
    if (method === 'listDevices') return answerListDevices;
    return method === 'system.listMethods'
      ? list(['event', 'listDevices', 'newDevices', 'system.multicall'].map(text))
      : NOTHING;
  };
  const hearOne = (entry: TypedValue): TypedValue => {
    const { methodName, params } = entry.type === 'struct' ? entry.value : {};
    return params?.type === 'array' ? hear(String(methodName?.value), params.value) : NOTHING;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, params } = decodeCall(Buffer.concat(chunks));
      const body = encodeResponse(hear(method, params), 'hmip');
      response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': body.length }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    heard,
    events: () =>
      heard
        .filter(({ method }) => method === 'event')
        .map(({ params: [, address, parameter, value] }) => `${address}.${parameter}=${value}`),
    close,
    [Symbol.asyncDispose]: close,
  };
}
