import type { CallOptions } from '@ccu-gateway/fleet';
import type { LinkReliability } from '@ccu-gateway/gateway-core';
import { pack, unpack } from './carry.js';
import { failureOf } from './errors.js';
import type { GatewayPorts } from './ports.js';
import { type CcuPorts, type Directory, REPEATABLE, TABLE } from './table.js';

/** The other gateways of the fleet. */
export interface Remote {
  /** Whether this process is connected with the CCU. */
  isLocal(central: string): boolean;
  /** The CCUs of the fleet. */
  centrals(): readonly string[];
  /** Asks the holder of a CCU. @throws CallError, RemoteCallError */
  call(central: string, method: string, args: unknown, options: CallOptions): Promise<unknown>;
}

export type CallPorts = CcuPorts &
  Pick<GatewayPorts, 'deviceControl' | 'messages' | 'system' | 'visibility' | 'diagnostics'>;

type Method = (...args: readonly unknown[]) => Promise<unknown>;
type Locate = (directory: Directory, ...args: readonly unknown[]) => string | undefined;

/** Longer than anything that a CCU is asked for; who asks gives up by a signal. */
const CALL_MS = 120_000;
/** What a gateway knows without asking a CCU. */
const LOOK_MS = 5_000;

/**
 * The same ports for all CCUs of a fleet: what is about one that another gateway is connected with is asked there, once, and answered as if
 * it were done here.
 *
 * @example
 * const core = createGatewayCore({ ...ports, ...remotePorts(ports, house, remote) });
 */
export function remotePorts(ports: CallPorts, directory: Directory, remote: Remote): CallPorts {
  const ask = async (
    central: string,
    method: string,
    args: readonly unknown[],
    isQuestion = false,
  ): Promise<unknown> => {
    const signal = signalIn(args);
    try {
      const options = { timeoutMs: isQuestion ? LOOK_MS : CALL_MS, ...(signal && { signal }) };
      return unpack(await remote.call(central, method, args.map(pack), options));
    } catch (error) {
      throw failureOf(error, { does: `is connected with ${central}`, reason: 'no_central', isQuestion });
    }
  };
  const wrapped = mapTable((port, method, locate) => {
    const own = methodOf(ports, port, method);
    return async (...args: readonly unknown[]) => {
      const central = locate(directory, ...args);
      if (central === undefined || remote.isLocal(central)) return await own(...args);
      return await ask(central, `${port}.${method}`, args, REPEATABLE.has(port));
    };
  });
  const { deviceControl, diagnostics, messages, system, visibility } = ports;
  const others = () => remote.centrals().filter((central) => !remote.isLocal(central));
  // Each wrapped method takes and answers what the one behind it does.
  const all = wrapped as unknown as CallPorts;
  return {
    ...all,
    system: { ...system, ...all.system },
    visibility: { ...visibility, ...all.visibility },
    diagnostics: {
      ...diagnostics,
      async reliability(central) {
        const wanted = central === undefined ? remote.centrals() : [central];
        const asked = wanted.map(async (each) => {
          if (remote.isLocal(each)) return await diagnostics.reliability(each);
          // Every holder answers with such a list.
          return (await ask(each, 'diagnostics.reliability', [each], true)) as readonly LinkReliability[];
        });
        // Where nothing is connected with one of all, there is no link of it.
        const done = await Promise.allSettled(asked);
        const [first] = done;
        if (central !== undefined && first?.status === 'rejected') throw first.reason;
        return done.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      },
    },
    deviceControl: {
      ...all.deviceControl,
      async refreshAll(central) {
        const wanted = central === undefined ? others() : [central].filter((each) => !remote.isLocal(each));
        const isOwn = central === undefined || wanted.length === 0;
        const asked = wanted.map((each) => ask(each, 'deviceControl.refreshAll', [each]));
        const done = await Promise.allSettled([...asked, ...(isOwn ? [deviceControl.refreshAll(central)] : [])]);
        for (const each of done) if (each.status === 'rejected') throw each.reason;
      },
    },
    messages: {
      ...all.messages,
      async suppressed(scope) {
        const wanted = scope.central === undefined ? remote.centrals() : [scope.central];
        const asked = wanted.map(async (central) => {
          const one = { ...scope, central };
          if (remote.isLocal(central)) return await messages.suppressed(one);
          // Every holder answers with such a list.
          return (await ask(central, 'messages.suppressed', [one])) as Awaited<ReturnType<typeof messages.suppressed>>;
        });
        return (await Promise.all(asked)).flat();
      },
    },
  };
}

/** Each method of the table, made anew. */
export function mapTable<Made>(
  make: (port: string, method: string, locate: Locate) => Made,
): Readonly<Record<string, Readonly<Record<string, Made>>>> {
  return Object.fromEntries(
    Object.entries(TABLE).map(([port, methods]) => [
      port,
      // Rows take the arguments of their methods, which the compiler does not follow through names.
      Object.fromEntries(
        Object.entries(methods as Readonly<Record<string, Locate>>).map(([method, locate]) => [
          method,
          make(port, method, locate),
        ]),
      ),
    ]),
  );
}

/** A method by its names, which come from the table. */
export function methodOf(ports: CallPorts, port: string, method: string): Method {
  const found = ports[port as keyof CallPorts] as unknown as Readonly<Record<string, Method>>;
  return (...args) => (found[method] as Method)(...args);
}

function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const arg of args) {
    if (typeof arg !== 'object' || arg === null) continue;
    const signal: unknown = Reflect.get(arg, 'signal');
    if (signal instanceof AbortSignal) return signal;
  }
  return undefined;
}
