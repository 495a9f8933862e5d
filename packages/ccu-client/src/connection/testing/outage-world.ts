import { createMemoryDescriptionCache, createMemoryStateStore } from '../../cache/memory-cache.js';
import type { CallbackRegistration, CallbackServer } from '../../callback/server.js';
import { createComplaints } from '../../log/complaints.js';
import { CcuError } from '../../model/errors.js';
import { profileOf } from '../../model/interfaces.js';
import type { CcuEvent, DeviceDescription, InterfaceName, ParamsetDescription, WireValue } from '../../model/model.js';
import { DEFAULT_TIMINGS } from '../../model/timings.js';
import type { ReGaRunner } from '../../rega/runner.js';
import { createManualTime } from '../../testing/manual-time.js';
import { sleep } from '../../time/wait.js';
import type { RpcClient } from '../../transport/rpc-client.js';
import { createInterfaceConnection } from '../interface-connection.js';

const DEVICES = 4;
const CHANNELS = 3;
const KEY = 'PRESS_SHORT';
const VALUES: ParamsetDescription = {
  STATE: { TYPE: 'BOOL', OPERATIONS: 7, DEFAULT: false },
  LEVEL: { TYPE: 'FLOAT', OPERATIONS: 5, DEFAULT: 0 },
  [KEY]: { TYPE: 'ACTION', OPERATIONS: 4 },
};
/** Limits of interface processes: milliseconds of one delivery, and lost deliveries until a client is forgotten. */
const DELIVERY_MS = 10_000;
const FORGOTTEN_AFTER = 10;
const STEP_MS = 100;

/** Calls to the CCU, its calls to us, or both: refused at once, or swallowed until the caller gives up. */
export interface Outage {
  readonly direction: 'there' | 'back' | 'both';
  readonly way: 'refuse' | 'swallow';
}

interface Told {
  readonly point: string;
  readonly value: WireValue;
}

/** Starts a connection to an interface that exists in memory only, on a clock of its own. */
export function startOutageWorld(random: () => number, interfaceName: InterfaceName = 'BidCos-RF') {
  const time = createManualTime();
  const stop = new AbortController();
  let outage: Outage | undefined;
  const isOut = (direction: 'there' | 'back') => outage?.direction === direction || outage?.direction === 'both';

  const channels = Array.from({ length: DEVICES }, (_, d) =>
    Array.from({ length: CHANNELS }, (_, c) => `DEV000000${d}:${c + 1}`),
  ).flat();
  const truth = new Map<string, { value: WireValue; at: number }>();
  for (const channel of channels) {
    truth.set(`${channel}.STATE`, { value: false, at: time.now() - 60_000 });
    truth.set(`${channel}.LEVEL`, { value: 0.25, at: time.now() - 60_000 });
  }

  const events: CcuEvent[] = [];
  const believed = new Map<string, WireValue | null>();
  const onEvent = new Set<(event: CcuEvent) => void>();
  let registration: CallbackRegistration | undefined;
  let client: { isRegistered: boolean; failures: number } | undefined;
  const queue: Told[] = [];
  let isSending = false;

  /** Sends one batch after the other, each tried twice, as rfd does it. */
  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    while (queue.length > 0 && client?.isRegistered) {
      const batch = queue.splice(0);
      const receiver = client;
      const isDelivered = (await deliver(batch)) || (await deliver(batch));
      receiver.failures = isDelivered ? 0 : receiver.failures + 1;
      if (receiver.failures >= FORGOTTEN_AFTER) receiver.isRegistered = false;
    }
    queue.length = 0;
    isSending = false;
  }

  async function deliver(batch: readonly Told[]): Promise<boolean> {
    if (isOut('back')) {
      if (outage?.way === 'swallow') await sleep(time.timers, DELIVERY_MS);
      else await sleep(time.timers, 1);
      return false;
    }
    await sleep(time.timers, 2);
    for (const { point, value } of batch) {
      const dot = point.lastIndexOf('.');
      registration?.handler({ method: 'event', params: ['id', point.slice(0, dot), point.slice(dot + 1), value] });
    }
    return true;
  }

  function tell(point: string, value: WireValue): void {
    truth.set(point, { value, at: time.now() });
    queue.push({ point, value });
    void send();
  }

  async function there<T>(answer: () => T, limitMs: number, signal?: AbortSignal): Promise<T> {
    if (isOut('there')) {
      if (outage?.way === 'refuse') throw new CcuError('unreachable', 'refused');
      await sleep(time.timers, limitMs, signal);
      throw new CcuError('timeout', 'no answer');
    }
    await sleep(time.timers, 5, signal);
    return answer();
  }

  const answers: Readonly<Record<string, (params: readonly unknown[]) => WireValue>> = {
    'system.listMethods': () => ['ping'],
    init([, id]) {
      client = id === undefined ? undefined : { isRegistered: true, failures: 0 };
      return '';
    },
    ping([token]) {
      queue.push({ point: 'CENTRAL.PONG', value: String(token) });
      void send();
      return true;
    },
    listDevices: () => describeDevices() as unknown as WireValue,
    getParamsetDescription: ([, key]) => (key === 'VALUES' ? (VALUES as unknown as WireValue) : {}),
    listBidcosInterfaces: () => [],
  };
  const rpcClient: RpcClient = {
    call: (method, params, { timeoutMs, signal }) =>
      there(
        () => {
          const answer = answers[method];
          if (answer === undefined) throw new CcuError('fault', 'unknown method', { faultCode: -1 });
          return answer(params);
        },
        timeoutMs,
        signal,
      ),
    close: () => undefined,
  };

  const rega = {
    async run(name: string, args: { readonly seconds?: number }, signal?: AbortSignal) {
      const rows = await there(
        () =>
          [...truth].map(([point, { value, at }]) => ({
            ...{ point: `${interfaceName}.${point}`, value, changedAt: at },
            ago: Math.floor(time.now() / 1_000) - Math.floor(at / 1_000),
          })),
        DEFAULT_TIMINGS.jsonTimeoutMs,
        signal,
      );
      // The result of the script is on its way for a moment, in which events arrive.
      await sleep(time.timers, 300, signal);
      if (name === 'values') return rows.filter(({ point }) => !point.endsWith(KEY));
      const recent = rows.filter(({ ago }) => ago <= (args.seconds ?? 0));
      return [...recent, { point: '', value: undefined, ago: DEVICES }];
    },
  } as unknown as ReGaRunner;

  const callbacks = {
    register(registered: CallbackRegistration) {
      registration = registered;
      return { announce: async () => ({ url: 'http://gateway/cb', from: 'detected' }), remove: () => undefined };
    },
  } as unknown as CallbackServer;

  function take(event: CcuEvent): void {
    events.push(event);
    if (event.type === 'value') believed.set(`${event.channelAddress}.${event.parameter}`, event.value);
    if (event.type === 'values_loaded')
      for (const { channelAddress, parameter, value } of event.values)
        believed.set(`${channelAddress}.${parameter}`, value);
    for (const listener of onEvent) listener(event);
  }

  const store = createMemoryStateStore();
  const connection = createInterfaceConnection({
    central: 'c',
    interfaceName,
    interfaceId: 'id',
    ccuHost: '127.0.0.1',
    port: 2001,
    profile: profileOf({ name: interfaceName })!,
    client: () => rpcClient,
    callbacks,
    rega,
    cache: createMemoryDescriptionCache(),
    store,
    writesStore: store,
    timings: DEFAULT_TIMINGS,
    timers: time.timers,
    now: time.now,
    random,
    complaints: createComplaints(undefined),
    emit: take,
    onLoaded: () => undefined,
    onRegistered: () => undefined,
    onRestarted: () => undefined,
    isAbsent: async () => false,
  });

  return {
    time,
    events,
    channels,
    connection,
    onEvent,
    tell,
    press: (channel: string) => tell(`${channel}.${KEY}`, true),
    suffer(next: Outage | undefined) {
      outage = next;
    },
    isQuiet: () => outage === undefined,
    /** Data points with a believed value that differs from the true one. */
    differences: () =>
      [...truth].flatMap(([point, { value }]) =>
        point.endsWith(KEY) || believed.get(point) === value ? [] : [`${point}: ${believed.get(point)} for ${value}`],
      ),
    /** Advances the clock in short steps, with a turn of the event loop in each. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await time.advance(Math.min(STEP_MS, ms - passed));
        await new Promise((resolve) => setImmediate(resolve));
        await time.settle();
      }
    },
    async close() {
      stop.abort();
      const closing = connection.close(AbortSignal.abort());
      await time.advance(1_000);
      await closing;
    },
  };
}

function describeDevices(): readonly DeviceDescription[] {
  return Array.from({ length: DEVICES }, (_, d) => `DEV000000${d}`).flatMap((ADDRESS) => [
    { ADDRESS, TYPE: 'T', PARENT: '', FIRMWARE: '1.0', VERSION: 1, CHILDREN: [1, 2, 3].map((c) => `${ADDRESS}:${c}`) },
    ...[1, 2, 3].map((INDEX) => ({
      ...{ ADDRESS: `${ADDRESS}:${INDEX}`, TYPE: 'C', PARENT: ADDRESS, INDEX, VERSION: 1, PARAMSETS: ['VALUES'] },
    })),
  ]);
}
