import { type CallbackServer, connectCcu, type InterfaceName, openCallbackServer } from '@ccu-gateway/ccu-client';
import type { Simulator } from '@ccu-gateway/ccu-simulator';
import { startQuietSimulator } from '@ccu-gateway/ccu-simulator/testing';
import type { DoctorFinding } from '@ccu-gateway/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/centrals/address.js';
import type { CentralConfig } from '../../src/config/index.js';
import type { LookAt } from '../../src/doctor/central.js';
import { centralOf, findingsOf } from './look.js';
import { SEEN, type SeenBy } from './seen.js';

/** Longer than any machine is busy: what takes longer in a test is never an answer that is late. */
const PATIENCE_MS = 60_000;
/** Only the wait for an event of an interface of HmIP is this long, as it has twice the time of a call. */
const EVENT_MS = 2 * PATIENCE_MS;
const JSON_MS = 3 * PATIENCE_MS;
/** A restart that stays down until the test lets it come up. */
const HELD_MS = 86_400_001;
const SLOW_MS = 40_000;
const NO_ANSWER_MS = 200;
/** Only what belongs to the ping of a connection is this long, or twice as long. */
const PONG_MS = 61_001;
const PATIENCE = { timeout: 20_000, interval: 5 } as const;
const PASSWORD = 'geheim-und-lang';
const HMIP = 'HmIP-RF';
const SWITCH = '00F1C0DE00000E';

describe('the finding of the doctor for each fault of a CCU', () => {
  let simulator: Simulator;
  let callbacks: CallbackServer;
  let central: CentralConfig;
  const comingUp: (() => void)[] = [];
  const faults = () => simulator.faults;
  /** What was slept through instead of waiting for it. */
  let skippedMs = 0;
  let eventsNeverCome = false;
  /** All that any finding of this file said. */
  let said = '';
  const clock = () => Date.now() + skippedMs;

  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  /** Timers of the CCU: its slowness passes at once on the clock of who asks, and its restart lasts as long as told. */
  const timersOfCcu = {
    after(ms: number, run: () => void): () => void {
      if (ms === HELD_MS) {
        comingUp.push(run);
        return () => undefined;
      }
      if (ms !== SLOW_MS) return after(ms, run);
      skippedMs += ms;
      return after(0, run);
    },
  };
  /** Timers of the doctor: an event that was not sent need not be waited for. */
  const timers = {
    after: (ms: number, run: () => void) => after(ms === EVENT_MS && eventsNeverCome ? 0 : ms, run),
  };

  beforeAll(async () => {
    simulator = await startQuietSimulator({
      users: [{ name: 'Gateway', password: PASSWORD, level: 8 }],
      timers: timersOfCcu,
      // A CCU that protects its interfaces tells a wrong password from sessions that are all taken.
      authRequired: true,
    });
    callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
    const { host, ports, interfaces } = simulator;
    central = centralOf({
      host,
      interfaces: interfaces.map((name) => ({ name, port: ports[name] })),
      json_rpc_port: ports.jsonRpc,
      rega_port: ports.rega,
      username: 'Gateway',
      password: PASSWORD,
    });
  });
  afterEach(() => {
    for (const comeUp of comingUp.splice(0)) comeUp();
    faults().unreachable(SWITCH, false);
    faults().foreignScriptPort(undefined);
    faults().clear();
    skippedMs = 0;
    eventsNeverCome = false;
  });
  afterAll(async () => {
    await callbacks.close();
    await simulator.close();
  });

  /** Everything that is wrong, by a look at these interfaces. */
  async function wrong(names: readonly InterfaceName[], how: Partial<LookAt> = {}): Promise<readonly DoctorFinding[]> {
    const looked = { ...central, interfaces: central.interfaces.filter(({ name }) => names.includes(name)) };
    const findings = await findingsOf(looked, {
      callbacks,
      signal: AbortSignal.timeout(PATIENCE_MS),
      patienceMs: PATIENCE_MS,
      timings: { jsonTimeoutMs: JSON_MS },
      clock,
      timers,
      ...how,
    });
    said += JSON.stringify(findings);
    return findings.filter(({ severity }) => severity !== 'ok');
  }

  it('is asked of every fault that the simulated CCU has', () => {
    expect(Object.keys(SEEN).sort()).toEqual(
      Object.keys(faults())
        .filter((name) => name !== 'clear')
        .sort(),
    );
  });

  it('is nothing for a healthy one', async () => {
    expect(await wrong(simulator.interfaces)).toEqual([]);
  });

  interface Row {
    readonly inflict: () => unknown;
    /** Everything that is wrong then. */
    readonly found: readonly string[];
    readonly how?: Partial<LookAt>;
    readonly interfaces?: readonly InterfaceName[];
  }

  /** Runs it when the CCU hears the first call of that method. */
  function onceAsked(method: string, run: () => unknown): void {
    const heard = simulator.received.of(method).length;
    const look = () => {
      if (simulator.received.of(method).length > heard) run();
      else setImmediate(look);
    };
    look();
  }

  const SEEN_FROM_OUTSIDE: Readonly<Record<SeenBy<'outside'>, Row>> = {
    restart: { inflict: () => void faults().restart({ downMs: HELD_MS }), found: ['ccu.unreachable'] },
    boot: { inflict: () => faults().boot(3_600), found: ['ccu.booting'] },
    dropCallbacks: {
      inflict() {
        faults().dropCallbacks(true, HMIP);
        eventsNeverCome = true;
      },
      found: ['loop.no_events'],
    },
    dropCalls: {
      inflict: () => faults().dropCalls(true, HMIP),
      found: ['interface.silent'],
      how: { patienceMs: NO_ANSWER_MS, timings: {} },
    },
    loseDeliveries: {
      inflict() {
        faults().loseDeliveries(Number.POSITIVE_INFINITY, HMIP);
        eventsNeverCome = true;
      },
      found: ['loop.no_events'],
    },
    // An event that comes later than the doctor waits is one that did not come.
    delayCallbacks: {
      inflict() {
        faults().delayCallbacks(HELD_MS);
        eventsNeverCome = true;
      },
      found: ['loop.no_events'],
    },
    losePongs: {
      inflict() {
        faults().losePongs(true, HMIP);
        eventsNeverCome = true;
      },
      found: ['loop.no_events'],
    },
    duplicateEvents: { inflict: () => faults().duplicateEvents(true), found: ['loop.events_twice'] },
    slow: { inflict: () => faults().slow(SLOW_MS), found: ['ccu.slow', 'ccu.slow'] },
    halfOpen: {
      inflict: () => faults().halfOpen(true),
      found: ['ccu.silent'],
      how: { patienceMs: NO_ANSWER_MS, timings: {} },
    },
    garbage: { inflict: () => faults().garbage(true), found: ['ccu.nonsense'] },
    exhaustSessions: { inflict: () => faults().exhaustSessions(true), found: ['session.table_full'] },
    expireSessions: { inflict: () => onceAsked('ping', () => faults().expireSessions()), found: ['session.lost'] },
    foreignScriptPort: { inflict: () => faults().foreignScriptPort('ANOTHER001'), found: ['scripts.port_foreign'] },
    clockJump: { inflict: () => faults().clockJump(86_400_000), found: ['time.skew'] },
    burst: { inflict: () => onceAsked('ping', () => faults().burst(300, HMIP)), found: ['loop.event_storm'] },
    dutyCycle: { inflict: () => faults().dutyCycle(100), found: ['radio.duty_cycle_exhausted'] },
    countAirtime: {
      inflict() {
        faults().countAirtime(true);
        faults().dutyCycle(100);
      },
      found: ['radio.duty_cycle_exhausted'],
    },
    carrierSense: { inflict: () => faults().carrierSense(80), found: ['radio.carrier_sense'] },
    radioModuleGone: {
      inflict: () => faults().radioModuleGone(true),
      found: ['radio.module_gone'],
      interfaces: ['BidCos-RF'],
    },
    refuseCalls: { inflict: () => faults().refuseCalls(true, 'getServiceMessages'), found: ['interface.call_refused'] },
    deadBackend: { inflict: () => faults().deadBackend(true, HMIP), found: ['interface.not_running'] },
    mutilateScripts: { inflict: () => faults().mutilateScripts(true), found: ['scripts.end_early'] },
    logicLayerAway: { inflict: () => faults().logicLayerAway(true), found: ['logic_layer.away'] },
    freezeLogicLayer: { inflict: () => faults().freezeLogicLayer(true), found: ['logic_layer.away'] },
    refuseScripts: { inflict: () => faults().refuseScripts(true), found: ['scripts.refused'] },
    unreachable: { inflict: () => faults().unreachable(SWITCH, true), found: ['devices.unreachable'] },
  };

  it.each(Object.entries(SEEN_FROM_OUTSIDE))('names %s', async (_fault, row) => {
    await row.inflict();
    const findings = await wrong(row.interfaces ?? [HMIP], row.how);
    expect(findings.map(({ id }) => id).sort()).toEqual(row.found);
    for (const { why, fix } of findings) expect([why, fix?.text]).not.toContain(undefined);
  });

  it.each([
    ['the names', 'names', 'names.unread'],
    ['the rooms', 'groups', 'names.unread'],
  ])('names a logic layer that does not tell %s', async (_what, script, id) => {
    faults().refuseCalls(true, script);
    expect(await wrong([HMIP])).toMatchObject([{ id, area: 'names' }]);
  });

  const FORGOTTEN = {
    cuxdForget: { interfaceName: 'CUxD', inflict: () => faults().cuxdForget() },
    forgetClients: { interfaceName: 'VirtualDevices', inflict: () => faults().forgetClients('VirtualDevices') },
  } as const satisfies Readonly<
    Record<SeenBy<'connection'>, { readonly interfaceName: InterfaceName; readonly inflict: () => void }>
  >;

  it.each(Object.entries(FORGOTTEN))('names %s', async (_fault, { interfaceName, inflict }) => {
    let isForgotten = false;
    let isAnswered = false;
    /** Timers of the connection: when a ping was answered, the event that never comes need not be waited for. */
    const timersOfConnection = {
      after(ms: number, run: () => void): () => void {
        if (!isForgotten || ms % PONG_MS !== 0) return after(ms, run);
        const stop = after(isAnswered ? 0 : ms, run);
        return () => {
          isAnswered = true;
          stop();
        };
      },
    };
    const address = addressOf(central);
    const ccu = connectCcu({
      ...address,
      interfaces: address.interfaces.filter(({ name }) => name === interfaceName),
      name: 'home',
      instance: 'gateway',
      callbacks,
      timers: timersOfConnection,
      timings: { pongTimeoutMs: PONG_MS, warmUpMs: 0, descriptionGapMs: 0 },
    });
    try {
      await expect.poll(() => ccu.status()[0]?.state, PATIENCE).toBe('connected');
      inflict();
      isForgotten = true;
      const openSpareCallbacks = () => openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
      const findings = await wrong([interfaceName], { ccu, openSpareCallbacks });
      expect(findings).toMatchObject([{ id: 'loop.registration_lost', interface: interfaceName }]);
    } finally {
      await ccu.close();
    }
  });

  it('contains no password, for any fault of the CCU [O01]', async () => {
    await wrong([HMIP]);
    const basic = Buffer.from(`Gateway:${PASSWORD}`).toString('base64');
    expect([said.includes(PASSWORD), said.includes(basic), said.length > 1_000]).toEqual([false, false, true]);
  });
});
