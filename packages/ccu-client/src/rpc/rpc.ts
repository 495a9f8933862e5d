import { CcuError, type CcuErrorCode, isCcuError, saying } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { InterfaceName, WireValue } from '../model/model.js';
import type { Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { createGate } from '../time/gate.js';
import { isUnknownMethod } from '../transport/errors.js';
import type { RpcClient } from '../transport/rpc-client.js';
import type { OutgoingValue } from '../wire/codecs/index.js';
import type { Circuit } from './circuit.js';

export interface RpcOptions {
  /** Default `timings.rpcTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Before everything that waits. */
  readonly urgent?: boolean;
  /** Waits for no other call: those may hang, and this one finds out. */
  readonly beside?: boolean;
  /** Tries although the circuit is open, for callers with a pace of their own. */
  readonly probe?: boolean;
}

/** Calls to one interface process, never more at a time than it likes. Rejects with `CcuError`. */
export interface InterfaceRpc {
  call(method: string, params?: readonly OutgoingValue[], options?: RpcOptions): Promise<WireValue>;
  close(): void;
}

const BREAKS: ReadonlySet<CcuErrorCode> = new Set(['unreachable', 'timeout', 'booting', 'protocol']);

/** True when the interface itself failed, and did not only refuse one call. */
export function isTransportFailure(error: unknown): boolean {
  return isCcuError(error) && BREAKS.has(error.code);
}

export function createInterfaceRpc(deps: {
  readonly interfaceName: InterfaceName;
  readonly client: RpcClient;
  readonly profile: InterfaceProfile;
  readonly circuit: Circuit;
  readonly timings: Timings;
  /** A call failed because no answer came. */
  readonly onFailure: () => void;
  /** A call has no answer for so long that it is worth a ping: the process of the interface may hang. */
  readonly onSlow: () => void;
  readonly timers: Timers;
}): InterfaceRpc {
  const { interfaceName, client, circuit, timings, profile } = deps;
  /** Methods that a generic server lists; empty without a list. */
  let methods: ReadonlySet<string> = new Set();
  const gate = createGate(profile.concurrency);

  async function attempt(method: string, params: readonly OutgoingValue[], options: RpcOptions): Promise<WireValue> {
    if (isMissing(method)) throw noSuchMethod(method);
    if (options.probe !== true) circuit.check();
    try {
      const timeoutMs = options.timeoutMs ?? timings.rpcTimeoutMs;
      const once = !HARMLESS.test(method);
      const calling = client.call(method, params, { timeoutMs, signal: options.signal, once });
      const value = await (options.probe === true ? calling : watched(calling));
      circuit.succeeded();
      if (profile.generic && method === LIST_METHODS) methods = namesIn(value);
      return value;
    } catch (error) {
      if (isTransportFailure(error)) {
        circuit.failed();
        if (options.probe !== true) deps.onFailure();
      } else if (isCcuError(error) && error.faultCode !== undefined) circuit.succeeded();
      else circuit.undecided();
      const missing = profile.generic && isCcuError(error) && isUnknownMethod(error);
      throw missing ? noSuchMethod(method) : tagged(error, interfaceName);
    }
  }

  async function watched(calling: Promise<WireValue>): Promise<WireValue> {
    const cancel = deps.timers.after(slowAfterMs(timings), deps.onSlow);
    try {
      return await calling;
    } finally {
      cancel();
    }
  }

  /** The basic methods of such servers are called with or without an entry in the list. */
  function isMissing(method: string): boolean {
    return profile.generic && methods.size > 0 && !ESSENTIAL.has(method) && !methods.has(method);
  }

  function noSuchMethod(method: string): CcuError {
    return new CcuError('unsupported', `${interfaceName} has no method ${method}`, { interfaceName });
  }

  return {
    call: (method, params = [], options = {}) =>
      options.beside === true
        ? attempt(method, params, options)
        : gate.run(() => attempt(method, params, options), options),
    close: () => client.close(),
  };
}

/** Calls that took as long as half a ping may take are slow: by then the last proof before them is old enough for another one. */
const slowAfterMs = ({ pongTimeoutMs }: Timings): number => pongTimeoutMs / 2;

/**
 * Methods that may be repeated when a persistent connection breaks: they change nothing, or nothing more at a second
 * time.
 */
const HARMLESS = /^(?:get|list|system\.|(?:init|ping|rssiInfo|reportValueUsage|clientServerInitialized)$)/;
const LIST_METHODS = 'system.listMethods';
/** `ping` is not listed by every server that has it. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  LIST_METHODS,
  'init',
  'ping',
  'listDevices',
  'getParamsetDescription',
  'setValue',
]);

function namesIn(value: WireValue): ReadonlySet<string> {
  const list = Array.isArray(value) ? (value as readonly WireValue[]) : [];
  return new Set(list.filter((name): name is string => typeof name === 'string'));
}

function tagged(error: unknown, interfaceName: InterfaceName): unknown {
  if (!isCcuError(error) || error.interfaceName !== undefined) return error;
  return saying(error, { interfaceName });
}
