import type { Permit, Timers } from '../model/ports.js';
import { turn } from '../time/system.js';
import {
  basicAuthorization,
  decodeXmlRpcResponse,
  decodeXmlRpcResponseInSlices,
  encodeXmlRpcCall,
  xmlRpcHeaders,
} from '../wire/codecs/index.js';
import { mapFault, mapStatus, mapTransportError, unread } from './errors.js';
import { createHttpClient } from './http.js';
import type { RpcClient } from './rpc-client.js';
import type { Target } from './tls.js';

export interface XmlRpcClientOptions {
  readonly target: Target;
  readonly path: string;
  readonly timers: Timers;
  readonly permit?: Permit;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly maxSockets: number;
  readonly repairDoubleUtf8: boolean;
  /** In which calls are written. Default Latin-1. */
  readonly encoding?: 'latin1' | 'utf8';
}

/** Above this the answer is read in slices, so that other work need not wait for a device list. */
const AT_ONCE_BYTES = 128 * 1024;

export function createXmlRpcClient(options: XmlRpcClientOptions): RpcClient {
  const { target, timers, maxSockets, permit, credentials } = options;
  const http = createHttpClient({ target, timers, maxSockets, permit });
  const authorization: Readonly<Record<string, string>> =
    credentials === undefined ? {} : { Authorization: basicAuthorization(credentials.username, credentials.password) };

  return {
    async call(method, params, { timeoutMs, signal, once }) {
      const body = encodeXmlRpcCall(method, params, { encoding: options.encoding });
      const answer = await http.exchange({
        path: options.path,
        headers: { ...xmlRpcHeaders(body), ...authorization },
        body,
        timeoutMs,
        signal,
        once,
      });
      const refused = mapStatus(answer.status, once);
      if (refused !== undefined) throw refused;
      const reading = { contentType: answer.contentType, repairDoubleUtf8: options.repairDoubleUtf8 };
      try {
        const result =
          answer.body.length <= AT_ONCE_BYTES
            ? decodeXmlRpcResponse(answer.body, reading)
            : await decodeXmlRpcResponseInSlices(answer.body, turn, reading);
        if (result.kind === 'fault') throw mapFault(result.code, result.message);
        return result.value;
      } catch (error) {
        throw once === true ? unread(error) : mapTransportError(error);
      }
    },
    close: () => http.close(),
  };
}
