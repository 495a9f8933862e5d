import { createMemoryStateStore } from '../cache/memory-cache.js';
import type { CallbackRoute, CallbackServer } from '../callback/server.js';
import { createPinger, type PingOutcome } from '../connection/pinger.js';
import { createRegistration } from '../connection/registration.js';
import { isCcuError } from '../model/errors.js';
import type { RpcCall } from '../wire/codecs/index.js';
import type { ServedInterface } from './interfaces.js';
import { absent, different, explain, failed, ok, type Recorder, skipped, type Verdict } from './recorder.js';
import type { Wires } from './wires.js';

/** Calls of an interface to our callback address: methods and forms, no values. */
interface Heard {
  readonly methods: Set<string>;
  readonly ids: Set<string>;
  eventParams: number | undefined;
}

/** How long the round trip of a ping took, by interface. */
export type RoundTrips = ReadonlyMap<string, number>;

/**
 * Registers at each interface under an id of this run, waits for its events, and deregisters: the same steps as a start
 * of the gateway, and nothing of it stays.
 */
export async function checkCallbacks(
  wires: Wires,
  callbacks: CallbackServer,
  served: readonly ServedInterface[],
  recorder: Recorder,
): Promise<RoundTrips> {
  const roundTrips = new Map<string, number>();
  for (const one of served) {
    const rttMs = await checkOne(wires, callbacks, one, recorder);
    if (rttMs !== undefined) roundTrips.set(one.wire.name, rttMs);
  }
  return roundTrips;
}

async function checkOne(
  wires: Wires,
  callbacks: CallbackServer,
  { wire }: ServedInterface,
  recorder: Recorder,
): Promise<number | undefined> {
  const interfaceId = `ccu-gateway-compat-${Math.floor(wires.random() * 1_000_000_000)}-${wire.name}`;
  const heard: Heard = { methods: new Set(), ids: new Set(), eventParams: undefined };
  const pinger = createPinger({
    interfaceId,
    now: wires.now,
    random: wires.random,
    timers: wires.timers,
    send: (token) => wire.call('ping', [token]),
  });
  const hear = (call: RpcCall): void => {
    heard.methods.add(call.method);
    if (typeof call.params[0] === 'string') heard.ids.add(call.params[0]);
    if (call.method !== 'event') return;
    heard.eventParams = call.params.length;
    if (call.params[2] === 'PONG' && call.params[3] !== undefined) pinger.pong(call.params[3]);
  };
  const route = callbacks.register({
    central: 'compat',
    interfaceName: wire.name,
    interfaceId,
    ccuHost: wires.host,
    protocol: wire.profile.protocol,
    handler: hear,
  });
  try {
    return await checkRegistered({ wires, wire, interfaceId, heard, pinger, route }, recorder);
  } finally {
    route.remove();
  }
}

interface Registered {
  readonly wires: Wires;
  readonly wire: ServedInterface['wire'];
  readonly interfaceId: string;
  readonly heard: Heard;
  readonly pinger: ReturnType<typeof createPinger>;
  readonly route: CallbackRoute;
}

async function checkRegistered(
  { wires, wire, interfaceId, heard, pinger, route }: Registered,
  recorder: Recorder,
): Promise<number | undefined> {
  const { timings } = wires;
  let refusedToGo: unknown;
  const registration = createRegistration({
    rpc: {
      async call(method, params, options) {
        try {
          return await wire.call(method, params, options?.timeoutMs);
        } catch (error) {
          refusedToGo = error;
          throw error;
        }
      },
      close: () => undefined,
    },
    interfaceId,
    store: createMemoryStateStore(),
    storeKey: 'compat',
    timeoutMs: timings.longRpcTimeoutMs,
  });
  const signal = wires.signal ?? new AbortController().signal;
  let rttMs: number | undefined;
  const check = (name: string, work: () => Promise<Verdict> | Verdict) =>
    recorder.check('callbacks', `${wire.name} ${name}`, work);
  try {
    const registered = await check('init', async () => {
      await registration.register(await route.announce(), signal);
      return ok('registered');
    });
    if (registered.outcome !== 'ok') return undefined;
    await check('ping and PONG', async () => {
      const ms = timings.pongTimeoutMs * wire.profile.pongPatience;
      try {
        const outcome = await pinger.ping({ callMs: timings.rpcTimeoutMs, eventMs: ms, signal: wires.signal });
        if (outcome.kind === 'proved') rttMs = outcome.rttMs;
        return judgePing(outcome);
      } catch (error) {
        if (isCcuError(error) && error.code === 'unsupported') return absent('the interface knows no ping');
        throw error;
      }
    });
    await check('requests after init', () => judgeInit(heard));
    await check('form of events', () => judgeEvents(heard, interfaceId, wire));
  } finally {
    refusedToGo = undefined;
    await registration.deregister();
    await check('init that deregisters', () => (refusedToGo === undefined ? ok() : failed(explain(refusedToGo))));
  }
  return rttMs;
}

function judgePing(outcome: PingOutcome): Verdict {
  switch (outcome.kind) {
    case 'proved':
      return ok(`round trip ${Math.round(outcome.rttMs)} ms`);
    case 'silent':
      return failed('answered, but no event came to this machine');
    case 'refused':
      return failed('refused');
    case 'unanswered':
      return failed('no answer in time');
  }
}

/** A client that answers `listDevices` with an empty list receives all devices. */
function judgeInit({ methods }: Heard): Verdict {
  const asked = ['system.listMethods', 'listDevices', 'newDevices'].filter((method) => methods.has(method));
  return asked.length === 0 ? skipped('it asks nothing') : ok(asked.join(', '));
}

function judgeEvents({ ids, eventParams }: Heard, interfaceId: string, { name, profile }: Registered['wire']): Verdict {
  if (eventParams === undefined) return skipped('no event came');
  if (eventParams !== 4) return different(`events have ${eventParams} members instead of 4`);
  if (ids.has(interfaceId)) return ok('our id is echoed');
  // Such an interface is identified by its port and the answer to a ping.
  return profile.eventsByName && ids.has(name)
    ? ok('its own name instead of our id')
    : different('our id is not echoed');
}
