import type { CallOptions } from '@ccu-gateway/fleet';
import { GatewayError } from '@ccu-gateway/gateway-core';
import type { LinkReliability } from '@ccu-gateway/gateway-core/use-cases';
import { pack, unpack } from './carry.js';
import { failureOf } from './errors.js';
import { type CallPorts, type Directory, KEPT_THERE, locatedMethods, REPEATABLE } from './places.js';

/** For how long one waits, and of that for a holder; default: as long as a takeover may take. */
export type HolderOptions = CallOptions & { readonly findMs?: number };

/** The other gateways of the fleet. */
export interface Remote {
  /** Returns true when this process is connected with the CCU. */
  isLocal(central: string): boolean;
  /** Returns true when this process may send something to the CCU at this moment. */
  mayAct(central: string): boolean;
  /** The name of the gateway with the CCU, where one was heard of. */
  holderOf(central: string): string | undefined;
  /** The CCUs of the fleet. */
  centrals(): readonly string[];
  /** Asks the holder of a CCU. @throws CallError, RemoteCallError */
  call(central: string, method: string, args: unknown, options: HolderOptions): Promise<unknown>;
}

/** Longer than any request to a CCU takes; the caller gives up by a signal. */
const CALL_MS = 120_000;
/** For answers of a gateway that need no CCU. */
const LOOK_MS = 5_000;
/** As long as a takeover may take: a request before a write waits as the write does. */
const KEPT_MS = 20_000;

/**
 * The same ports for all CCUs of a fleet: a call about a CCU of another gateway is made there, once, and answered as if
 * it were made here.
 *
 * @example
 * const core = createGatewayCore({ ...ports, ...remotePorts(ports, house, remote) });
 */
export function remotePorts(ports: CallPorts, directory: Directory, remote: Remote): CallPorts {
  const ask = askHolders(remote);
  const wrapped = portsAtHolders(ports, directory, { remote, ask });
  const { deviceControl, diagnostics, messages } = ports;
  const others = () => remote.centrals().filter((central) => !remote.isLocal(central));
  return {
    ...wrapped,
    diagnostics: {
      ...diagnostics,
      async reliability(central) {
        const wanted = central === undefined ? remote.centrals() : [central];
        const asked = wanted.map(async (each) => {
          if (remote.isLocal(each)) return await diagnostics.reliability(each);
          // Every holder answers with such a list.
          return (await ask(each, 'diagnostics.reliability', [each], LOOK_MS)) as readonly LinkReliability[];
        });
        // Where nothing is connected with one of all, there is no link of it.
        const done = await Promise.allSettled(asked);
        const [first] = done;
        if (central !== undefined && first?.status === 'rejected') throw first.reason;
        return done.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      },
    },
    deviceControl: {
      ...wrapped.deviceControl,
      async refreshAll(central) {
        const wanted = central === undefined ? others() : [central].filter((each) => !remote.isLocal(each));
        const isOwn = central === undefined || wanted.length === 0;
        const asked = wanted.map((each) => ask(each, 'deviceControl.refreshAll', [each]));
        const done = await Promise.allSettled([...asked, ...(isOwn ? [deviceControl.refreshAll(central)] : [])]);
        for (const each of done) if (each.status === 'rejected') throw each.reason;
      },
    },
    messages: {
      ...wrapped.messages,
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

type Ask = (central: string, method: string, args: readonly unknown[], questionMs?: number) => Promise<unknown>;

/** Asks holders: a change, or with `questionMs` a question that may be asked again, for so long. */
function askHolders(remote: Pick<Remote, 'call'>): Ask {
  return async (central, method, args, questionMs) => {
    const signal = signalIn(args);
    try {
      const options = { timeoutMs: questionMs ?? CALL_MS, ...(signal && { signal }) };
      return unpack(await remote.call(central, method, args.map(pack), options));
    } catch (error) {
      throw failureOf(error, {
        does: `is connected with ${central}`,
        reason: 'no_central',
        isQuestion: questionMs !== undefined,
      });
    }
  };
}

interface Asking {
  readonly remote: Remote;
  readonly ask: Ask;
}

/** The ports with each call at the gateway with its CCU. */
function portsAtHolders(ports: CallPorts, directory: Directory, { remote, ask }: Asking): CallPorts {
  const wrapped: Record<string, object> = { ...ports };
  for (const { port, method, name, call, locate, asksMembers } of locatedMethods(ports)) {
    if (asksMembers) continue;
    const isKept = KEPT_THERE.has(port);
    wrapped[port] = {
      ...wrapped[port],
      async [method](...args: readonly unknown[]) {
        const central = locate(directory, ...args);
        if (central === undefined) {
          if (isKept) throw new GatewayError('service_unready', 'No CCU is known yet', { reason: 'no_central' });
          return await call(...args);
        }
        if (isKept ? remote.mayAct(central) : remote.isLocal(central)) return await call(...args);
        return await ask(central, name, args, REPEATABLE.has(name) ? KEPT_MS : undefined);
      },
    };
  }
  // Each wrapped method takes the arguments and returns the answers of the one behind it.
  return wrapped as unknown as CallPorts;
}

function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  for (const arg of args) {
    if (typeof arg !== 'object' || arg === null) continue;
    const signal: unknown = Reflect.get(arg, 'signal');
    if (signal instanceof AbortSignal) return signal;
  }
  return undefined;
}
