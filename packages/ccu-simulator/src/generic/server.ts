import { createCallbackClient } from '../callbacks/client.js';
import { createSwitches } from '../environment/switches.js';
import type { Timers } from '../environment/time.js';
import type { WireValue } from '../house/types.js';
import { openHttpPort } from '../net/http-port.js';
import { RpcFault } from '../wire/fault.js';
import type { TypedValue } from '../wire/typed-value.js';
import { list, plain, text, typed } from '../wire/typed-value.js';
import { decodeCall } from '../wire/xml-decode.js';
import { encodeFault, encodeResponse, type XmlDialect } from '../wire/xml-encode.js';
import { SWITCH } from './devices.js';
import { commonMethods, type GenericMethods, type GenericState, homegearMethods, jackMethods } from './methods.js';

/** An XML-RPC server of another maker, with the protocol of the interfaces of a CCU and only a few of their methods. */
export interface GenericServer extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** Received calls, oldest first; `encoding` as the call declares it. */
  readonly calls: readonly {
    readonly method: string;
    readonly params: readonly WireValue[];
    readonly encoding: string;
    readonly authorization: string | undefined;
  }[];
  /** Addresses that are called at events. */
  clients(): readonly string[];
  /** Reports a value of a device. */
  emit(channelAddress: string, parameter: string, value: WireValue): Promise<void>;
  value(channelAddress: string, parameter: string): WireValue | undefined;
  /** Forgets its clients without a word, as after a restart. */
  forget(): void;
}

/** Kind of the simulated server, and its missing methods. */
export interface GenericServerOptions {
  /** `homegear`: UTF-8, faults of the XML-RPC convention, no registration of one's own id for devices. */
  readonly kind: 'ccu-jack' | 'homegear';
  /** Methods that it does not have although servers of its kind do. */
  readonly without?: readonly string[];
  /** True when it lists its methods. Default true. */
  readonly listsMethods?: boolean;
  /** The only path it answers on. Default: of its kind. */
  readonly path?: string;
  readonly timers: Timers;
}

const PATHS = { 'ccu-jack': '/RPC3', homegear: '/RPC2' } as const;

/**
 * Starts a server of another maker on a free port of 127.0.0.1, with one switch, `JACK000001`.
 *
 * @example
 * await using jack = await startGenericServer({ kind: 'ccu-jack', timers: createManualTime().timers });
 * await jack.emit('JACK000001:1', 'STATE', true);
 */
export async function startGenericServer(options: GenericServerOptions): Promise<GenericServer> {
  const { kind, timers } = options;
  const dialect: XmlDialect = kind === 'homegear' ? 'utf8' : 'hmip';
  const calls: GenericServer['calls'][number][] = [];
  const clients = new Map<string, string>();
  const values = new Map<string, WireValue>([
    [`${SWITCH}:0.UNREACH`, false],
    [`${SWITCH}:1.STATE`, false],
    [`${SWITCH}:1.LABEL`, 'Λάμπα'],
  ]);

  async function tell(address: string, name: string, value: TypedValue): Promise<void> {
    for (const [url, id] of clients) {
      const client = createCallbackClient(url, dialect, timers);
      await client.call('event', [text(id), text(address), text(name), value]).catch(() => undefined);
      client.close();
    }
  }

  const missing = (method: string) =>
    kind === 'homegear'
      ? new RpcFault(-32_601, 'Requested method not found.')
      : new RpcFault(-1, `Unknown method: ${method}`);

  const state: GenericState = { clients, values, tell };
  const methods: GenericMethods = {
    ...commonMethods(state),
    ...(kind === 'homegear' ? homegearMethods(state) : jackMethods()),
  };
  for (const name of options.without ?? []) delete methods[name];
  if (options.listsMethods !== false) {
    methods['system.listMethods'] = () => list([...Object.keys(methods)].map(text));
  }

  const port = await openHttpPort({
    host: '127.0.0.1',
    port: 0,
    switches: createSwitches(),
    clock: () => 0,
    timers,
    handle(ask) {
      if (ask.url !== (options.path ?? PATHS[kind])) return { status: 404, body: 'Not found\n' };
      const { method, params } = decodeCall(ask.body);
      const encoding = /encoding="([^"]+)"/.exec(ask.body.toString('latin1', 0, 100))?.[1] ?? '';
      const given = params.map(plain);
      calls.push({ method, params: given, encoding, authorization: ask.headers.authorization });
      const headers = { 'Content-Type': 'text/xml' };
      try {
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
        if (run === undefined) throw missing(method);
        return { headers, body: encodeResponse(run(given), dialect) };
      } catch (error) {
        const { code, message } = error as RpcFault;
        return { headers, body: encodeFault(code, message, dialect) };
      }
    },
  });

  return {
    host: '127.0.0.1',
    port: port.port,
    calls,
    clients: () => [...clients.keys()],
    async emit(channelAddress, name, value) {
      values.set(`${channelAddress}.${name}`, value);
      await tell(channelAddress, name, typed(value));
    },
    value: (channelAddress, name) => values.get(`${channelAddress}.${name}`),
    forget: () => clients.clear(),
    [Symbol.asyncDispose]: () => port.close(),
  };
}
