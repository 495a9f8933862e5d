import { createJsonRpcClient, type JsonRpcClient } from '../json/json-rpc-client.js';
import { CcuError } from '../model/errors.js';
import type { InterfaceOptions } from '../model/interface-options.js';
import { ccuPorts, INTERFACE_PROFILES, type InterfaceProfile, isKnownInterface, placeOf } from '../model/interfaces.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import type { Now, Random, Timers } from '../model/ports.js';
import { DEFAULT_TIMINGS, type Timings } from '../model/timings.js';
import { systemTimers } from '../time/system.js';
import { createBinRpcClient } from '../transport/bin-rpc-client.js';
import { createHttpClient, type HttpClient } from '../transport/http.js';
import type { RpcClient } from '../transport/rpc-client.js';
import type { TlsTrust } from '../transport/tls.js';
import { createXmlRpcClient } from '../transport/xml-rpc-client.js';
import type { OutgoingValue } from '../wire/codecs/index.js';
import type { CompatOptions } from './model.js';

/** Client of one interface process, for the checks. */
export interface InterfaceWire {
  readonly name: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly path: string;
  call(method: string, params?: readonly OutgoingValue[], timeoutMs?: number): Promise<WireValue>;
  /** The same port without a codec; undefined where the protocol is not HTTP. */
  readonly http: HttpClient | undefined;
}

/** Clients and settings of a run. */
export interface Wires {
  readonly host: string;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly interfaces: readonly InterfaceWire[];
  readonly web: HttpClient;
  readonly json: JsonRpcClient;
  /** Undefined: never asked. */
  readonly scripts: HttpClient | undefined;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
  close(): void;
}

export function openWires(options: CompatOptions): Wires {
  const { host, signal } = options;
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const timers = options.timers ?? systemTimers;
  const tls: TlsTrust | undefined =
    options.tls === true
      ? { insecureSkipVerify: options.tlsInsecureSkipVerify, fingerprint: options.tlsFingerprint }
      : undefined;
  const credentials =
    options.username === undefined || options.username === ''
      ? undefined
      : { username: options.username, password: options.password ?? '' };
  const closing: (() => void)[] = [];
  const http = (port: number, trust = tls) => {
    const client = createHttpClient({ target: { host, port, tls: trust }, timers, maxSockets: 2 });
    closing.push(() => client.close());
    return client;
  };

  function wire(spec: InterfaceOptions): InterfaceWire {
    if (!isKnownInterface(spec.name)) throw new CcuError('unsupported', 'only interfaces of a CCU are checked');
    const profile = INTERFACE_PROFILES[spec.name];
    const { port, path, tls: secured } = placeOf(spec, profile, { host, tls: tls !== undefined });
    const trust = secured ? tls : undefined;
    const target = { host, port, tls: trust };
    const client: RpcClient =
      profile.protocol === 'bin'
        ? createBinRpcClient({ target, timers })
        : createXmlRpcClient({
            target,
            timers,
            credentials,
            path,
            maxSockets: profile.concurrency,
            repairDoubleUtf8: profile.doubleUtf8,
          });
    closing.push(() => client.close());
    return {
      name: spec.name,
      profile,
      path,
      call: (method, params = [], timeoutMs = timings.rpcTimeoutMs) =>
        client.call(method, params, { timeoutMs, signal }),
      http: profile.protocol === 'bin' ? undefined : http(port, trust),
    };
  }

  const usual = ccuPorts(tls !== undefined);
  const web = http(options.jsonRpcPort ?? usual.jsonRpc);
  return {
    host,
    credentials,
    interfaces: options.interfaces.map(wire),
    web,
    // The tables are about CCUs with a logic layer.
    json: createJsonRpcClient(web, { isThere: () => false, look: async () => false }),
    scripts: options.regaPort === 0 ? undefined : http(options.regaPort ?? usual.scripts),
    timings,
    timers,
    now: options.clock ?? Date.now,
    random: options.random ?? Math.random,
    signal,
    close() {
      for (const close of closing) close();
    },
  };
}
