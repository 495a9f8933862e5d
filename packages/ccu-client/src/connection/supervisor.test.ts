import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { profileOf } from '../model/interfaces.js';
import type { CcuEvent, ConnectionState, InterfaceName } from '../model/model.js';
import type { Timers } from '../model/ports.js';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createManualTime } from '../testing/manual-time.js';
import { sleep } from '../time/wait.js';
import type { Reading } from './link.js';
import { createPinger } from './pinger.js';
import { createStatusBoard, noteFor } from './status.js';
import { createSupervisor } from './supervisor.js';

const URL = 'http://gateway:8120/cb/c/BidCos-RF';
const MINUTE = 60_000;

/** Starts a supervisor over a simulated interface. */
function startLink(interfaceName: InterfaceName = 'BidCos-RF') {
  const time = createManualTime();
  const events: CcuEvent[] = [];
  const counts = { probe: 0, register: 0, load: 0, reread: 0, tend: 0, ping: 0 };
  const settled: { readonly cause: string; readonly since: number; readonly statesRead: boolean }[] = [];
  const mood: {
    error: CcuError | undefined;
    deaf: boolean;
    pingError: CcuError | undefined;
    absent: boolean;
    frozen: boolean;
    tendHangs: boolean;
    remembersOnRegister: boolean;
    /** The peer closes the connection after every answer. */
    hangsUp: boolean;
    listenerThrows: boolean;
    /** Outcome of reading values again. */
    reading: Reading;
    onReread: (() => void) | undefined;
  } = {
    error: undefined,
    deaf: false,
    pingError: undefined,
    absent: false,
    frozen: false,
    tendHangs: false,
    remembersOnRegister: false,
    hangsUp: false,
    listenerThrows: false,
    reading: 'read',
    onReread: undefined,
  };
  const stop = new AbortController();
  const running = new Set<object>();
  const timers: Timers = {
    after(delayMs, run) {
      const timer = {};
      running.add(timer);
      const cancel = time.timers.after(delayMs, () => {
        running.delete(timer);
        run();
      });
      return () => {
        running.delete(timer);
        cancel();
      };
    },
  };
  const faults: unknown[] = [];
  const status = createStatusBoard({
    central: 'c',
    interfaceName,
    now: time.now,
    emit(event) {
      events.push(event);
      if (mood.listenerThrows) throw new Error('a listener failed');
    },
  });
  const pinger = createPinger({
    interfaceId: 'id',
    now: time.now,
    random: () => 0.5,
    timers,
    async send(token, signal) {
      counts.ping += 1;
      if (mood.frozen) return await hang(signal!);
      if (mood.pingError !== undefined) throw mood.pingError;
      if (mood.error !== undefined) throw mood.error;
      if (!mood.deaf) {
        time.timers.after(7, () => {
          supervisor.heard();
          pinger.pong(token);
        });
      }
      return true;
    },
  });
  /** Hangs like a call to a frozen CCU, until its time limit or its caller ends it. */
  const hang = async (signal: AbortSignal): Promise<never> => {
    await sleep(timers, DEFAULT_TIMINGS.rpcTimeoutMs, signal);
    throw new CcuError('timeout', 'no answer');
  };
  const step = (name: 'probe' | 'register' | 'load' | 'reread' | 'tend') => async (signal: AbortSignal) => {
    counts[name] += 1;
    if (mood.frozen) await hang(signal);
    if (name === 'tend' && mood.tendHangs) await sleep(timers, 60 * MINUTE, signal);
    if (name === 'register' && mood.remembersOnRegister) mood.deaf = false;
    if (mood.error !== undefined) throw mood.error;
    if (mood.hangsUp) time.timers.after(1, () => supervisor.suspect());
  };
  const supervisor = createSupervisor({
    profile: profileOf({ name: interfaceName })!,
    explain: noteFor,
    timings: DEFAULT_TIMINGS,
    timers,
    now: time.now,
    random: () => 0.5,
    status,
    pinger,
    route: { announce: async () => ({ url: URL, shown: URL, from: 'detected' }) },
    probe: step('probe'),
    isAbsent: async () => mood.absent,
    register: async (_announced, signal) => await step('register')(signal),
    async load(signal) {
      await step('load')(signal);
      return 'read';
    },
    async reread(signal) {
      await step('reread')(signal);
      mood.onReread?.();
      return mood.reading;
    },
    onSettled: (lost) => settled.push(lost),
    tend: step('tend'),
    onFault: (error) => faults.push(error),
  });
  const states = () =>
    events.flatMap((event): ConnectionState[] =>
      event.type === 'link_state' && event.status.state !== event.previous ? [event.status.state] : [],
    );
  return {
    time,
    counts,
    mood,
    supervisor,
    status,
    states,
    pinger,
    settled,
    faults,
    run: async () => {
      void supervisor.run(stop.signal);
      await time.advance(100);
    },
    stop: () => stop.abort(),
    /** Timers that were begun and neither ran out nor were called off. */
    timersLeft: () => running.size,
  };
}

describe('the supervisor of an interface', () => {
  it('shows connected only after a ping has come back as an event', async () => {
    const connection = startLink();
    connection.mood.deaf = true;
    await connection.run();
    expect(connection.states()).toEqual(['probing', 'registering', 'loading']);
    connection.mood.deaf = false;
    await connection.time.advance(DEFAULT_TIMINGS.pongTimeoutMs);
    await connection.time.advance(10);
    expect(connection.states()).toEqual(['probing', 'registering', 'loading', 'connected']);
    expect(connection.status.current()).toMatchObject({ connected: true, pingMs: 7 });
  });

  it('retries a CCU that is away ever more slowly, and never more often than that', async () => {
    const connection = startLink();
    connection.mood.error = new CcuError('unreachable', 'no process listens at that port of the CCU');
    await connection.run();
    await connection.time.advance(60 * MINUTE);
    expect(connection.status.current()).toMatchObject({
      state: 'disconnected',
      note: expect.stringContaining('cannot be reached'),
      cause: 'unreachable',
    });
    // 2, 4, 8 … 120 s: a handful in the first minutes, then one every two minutes.
    expect(connection.counts.probe).toBeGreaterThan(30);
    expect(connection.counts.probe).toBeLessThan(40);
    connection.mood.error = undefined;
    await connection.time.advance(3 * MINUTE);
    expect(connection.status.current().state).toBe('connected');
    expect(connection.status.current().cause).toBeUndefined();
  });

  it('reconnects at once when asked, but not because further calls fail', async () => {
    const connection = startLink();
    connection.mood.error = new CcuError('unreachable', 'x');
    await connection.run();
    await connection.time.advance(30 * MINUTE);
    const before = connection.counts.probe;
    for (let i = 0; i < 100; i += 1) connection.supervisor.suspect();
    await connection.time.advance(10);
    expect(connection.counts.probe).toBe(before);
    connection.mood.error = undefined;
    connection.supervisor.renew();
    await connection.time.advance(100);
    expect(connection.status.current().state).toBe('connected');
  });

  it('lets a CCU that has just started warm up before it registers', async () => {
    const connection = startLink();
    connection.mood.error = new CcuError('booting', 'x');
    await connection.run();
    expect(connection.status.current()).toMatchObject({ state: 'booting', note: expect.stringContaining('starting') });
    connection.mood.error = undefined;
    await connection.time.advance(3_000);
    expect(connection.status.current().state).toBe('warm_up');
    expect(connection.counts.register).toBe(0);
    await connection.time.advance(DEFAULT_TIMINGS.warmUpMs + 100);
    expect(connection.states()).toEqual(['probing', 'booting', 'warm_up', 'registering', 'loading', 'connected']);
  });

  it('pings an interface that talks as often as one that is silent, and at most twice as often where it pauses', async () => {
    const connection = startLink();
    await connection.run();
    const pingsWhile = async (seconds: number, everyMs: number) => {
      const before = connection.counts.ping;
      for (let ms = 0; ms < seconds * 1_000; ms += everyMs) {
        connection.supervisor.heard();
        await connection.time.advance(everyMs);
      }
      return connection.counts.ping - before;
    };
    const talking = await pingsWhile(600, 1_000);
    expect(await pingsWhile(600, 10_000)).toBeLessThanOrEqual(61);
    const before = connection.counts.ping;
    await connection.time.advance(10 * MINUTE);
    const silent = connection.counts.ping - before;
    expect(Math.abs(talking - silent)).toBeLessThanOrEqual(1);
    expect(connection.counts).toMatchObject({ register: 1, reread: 0 });
  });

  it('suspects after one missed ping, registers anew after three, and reads everything again', async () => {
    const connection = startLink();
    await connection.run();
    connection.mood.deaf = true;
    await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 100);
    expect(connection.status.current()).toMatchObject({ state: 'suspect', connected: false });
    connection.mood.deaf = false;
    await connection.time.advance(2 * DEFAULT_TIMINGS.pongTimeoutMs);
    expect(connection.status.current().state).toBe('connected');
    expect(connection.counts).toMatchObject({ register: 1, load: 1, reread: 1 });
    connection.mood.deaf = true;
    await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 4 * DEFAULT_TIMINGS.pongTimeoutMs);
    expect(connection.counts).toMatchObject({ register: 2, load: 2 });
  });

  it('names the announced address when calls work but nothing comes back, and goes on trying gently', async () => {
    const connection = startLink();
    connection.mood.deaf = true;
    await connection.run();
    await connection.time.advance(MINUTE);
    expect(connection.status.current()).toMatchObject({ state: 'callback_unreachable', connected: false });
    expect(connection.status.current().note).toContain(URL);
    expect(connection.status.current().note).toContain('the local address that leads to the CCU');
    await connection.time.advance(60 * MINUTE);
    expect(connection.counts.register).toBeLessThan(35);
    connection.mood.deaf = false;
    await connection.time.advance(4 * MINUTE);
    expect(connection.status.current().state).toBe('connected');
  });

  it('takes an event that arrives after all as a reason to ping, not to register again', async () => {
    const connection = startLink();
    connection.mood.deaf = true;
    await connection.run();
    await connection.time.advance(10 * MINUTE);
    const { register } = connection.counts;
    connection.mood.deaf = false;
    // Between two tries.
    while (connection.status.current().state !== 'callback_unreachable') await connection.time.advance(1_000);
    const before = connection.counts.register;
    connection.supervisor.heard();
    await connection.time.advance(100);
    expect(connection.status.current().state).toBe('connected');
    expect(connection.counts.register).toBe(before);
    expect(before).toBeGreaterThanOrEqual(register);
  });

  it('reports a foreign client that uses our name', async () => {
    const connection = startLink();
    connection.mood.deaf = true;
    await connection.run();
    connection.pinger.pong('id#4711');
    connection.pinger.pong('other#1');
    await connection.time.advance(MINUTE);
    expect(connection.status.current().note).toContain('foreign client');
    expect(connection.pinger.foreignPongs()).toBe(1);
  });

  it('without a ping counts as connected with the first event', async () => {
    const connection = startLink('CUxD');
    connection.mood.pingError = new CcuError('fault', 'unknown method', { faultCode: -1 });
    await connection.run();
    expect(connection.status.current()).toMatchObject({
      state: 'suspect',
      connected: false,
      note: expect.stringContaining('no ping'),
    });
    connection.supervisor.heard();
    await connection.time.settle();
    expect(connection.status.current().state).toBe('connected');
    connection.mood.error = new CcuError('unreachable', 'x');
    await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 100);
    expect(connection.status.current().state).toBe('disconnected');
  });

  it.each(['BidCos-RF', 'HmIP-RF', 'CUxD'] as const)(
    'reports within 35 s that %s is frozen, also while the side tasks of a healthy interface hang',
    async (interfaceName) => {
      const connection = startLink(interfaceName);
      await connection.run();
      connection.mood.frozen = true;
      await connection.time.advance(35_000);
      expect(connection.states().slice(-1)).not.toEqual(['connected']);
      expect(connection.status.current()).toMatchObject({
        connected: false,
        note: expect.stringContaining('does not answer'),
      });
      await connection.time.advance(MINUTE);
      expect(connection.states()).toContain('disconnected');
      connection.mood.frozen = false;
      await connection.time.advance(3 * MINUTE);
      expect(connection.status.current().state).toBe('connected');
    },
  );

  it('runs side tasks beside its checks: a task that hangs stops no ping', async () => {
    const connection = startLink();
    connection.mood.tendHangs = true;
    await connection.run();
    await connection.time.advance(10 * MINUTE);
    expect(connection.counts.tend).toBe(1);
    expect(connection.counts.ping).toBeGreaterThan(10);
    expect(connection.status.current().state).toBe('connected');
  });

  it('registers a client within 15 s that its daemon has forgotten without notice', async () => {
    const connection = startLink('CUxD');
    await connection.run();
    connection.mood.deaf = true;
    connection.mood.remembersOnRegister = true;
    await connection.time.advance(15_000);
    expect(connection.counts.register).toBe(2);
    await connection.time.advance(100);
    expect(connection.status.current().state).toBe('connected');
  });

  it('reports that events arrive where a ping causes none, and does not register for it again and again', async () => {
    const connection = startLink();
    await connection.run();
    connection.mood.deaf = true;
    for (let i = 0; i < 120; i += 1) {
      connection.supervisor.heard();
      await connection.time.advance(1_000);
      if (i === 60) connection.supervisor.suspect();
    }
    expect(connection.status.current()).toMatchObject({
      state: 'suspect',
      connected: false,
      note: expect.stringContaining('Events arrive, but a ping causes none'),
    });
    const { register } = connection.counts;
    for (let i = 0; i < 1_800; i += 1) {
      connection.supervisor.heard();
      await connection.time.advance(1_000);
    }
    expect(connection.counts.register).toBe(register);
    connection.mood.deaf = false;
    await connection.time.advance(3 * MINUTE);
    expect(connection.status.current().state).toBe('connected');
  });

  it('goes on watching the way back of HmIP after a single fault of its ping', async () => {
    const connection = startLink('HmIP-RF');
    await connection.run();
    connection.mood.pingError = new CcuError('fault', 'the CCU refused (-1): Generic error (TIMEOUT)', {
      faultCode: -1,
    });
    await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs);
    connection.mood.pingError = undefined;
    await connection.time.advance(MINUTE);
    expect(connection.status.current()).toMatchObject({ state: 'connected' });
    connection.mood.deaf = true;
    await connection.time.advance(2 * MINUTE);
    expect(connection.status.current().connected).toBe(false);
  });

  describe('where a ping is always answered with a fault', () => {
    const fault = new CcuError('fault', 'the CCU refused (-1): Failure', { faultCode: -1 });

    it('counts as connected while events arrive, notes it, goes on pinging, and does not register for it', async () => {
      const connection = startLink('HmIP-RF');
      connection.mood.pingError = fault;
      await connection.run();
      await connection.time.advance(100);
      expect(connection.status.current()).toMatchObject({
        state: 'suspect',
        note: expect.stringContaining('with a fault'),
      });
      connection.supervisor.heard();
      await connection.time.advance(10);
      expect(connection.status.current()).toMatchObject({
        state: 'connected',
        connected: true,
        note: expect.stringContaining('that events arrive proves the way back'),
      });
      const { ping, register, load } = connection.counts;
      for (let i = 0; i < 30; i += 1) {
        await connection.time.advance(MINUTE);
        connection.supervisor.heard();
      }
      expect(connection.counts).toMatchObject({ register, load });
      expect(connection.counts.ping - ping, 'not switched off, and no more often than in silence').toBeGreaterThan(25);
      expect(connection.counts.ping - ping).toBeLessThan(100);
      expect(connection.status.current().connected).toBe(true);
      expect(connection.states().slice(-2)).toEqual(['suspect', 'connected']);
      connection.mood.pingError = undefined;
      await connection.time.advance(MINUTE);
      expect(connection.status.current()).toMatchObject({ state: 'connected', pingMs: 7 });
      expect(connection.status.current().note).toBeUndefined();
    });

    it('is registered anew when nothing has arrived for a long time: events of long ago prove nothing', async () => {
      const connection = startLink('HmIP-RF');
      await connection.run();
      connection.mood.pingError = fault;
      await connection.time.advance(DEFAULT_TIMINGS.pingRetryMs - MINUTE);
      expect(connection.status.current().connected).toBe(true);
      expect(connection.counts.register).toBe(1);
      await connection.time.advance(2 * MINUTE);
      expect(connection.status.current().connected).toBe(false);
      expect(connection.states()).toContain('suspect');
      expect(connection.counts.register).toBeGreaterThan(1);
    });

    it('is still known to be frozen within 35 s', async () => {
      const connection = startLink('HmIP-RF');
      connection.mood.pingError = fault;
      await connection.run();
      connection.supervisor.heard();
      await connection.time.advance(MINUTE);
      expect(connection.status.current().connected).toBe(true);
      connection.mood.frozen = true;
      await connection.time.advance(35_000);
      expect(connection.status.current()).toMatchObject({
        connected: false,
        note: expect.stringContaining('does not answer'),
      });
    });
  });

  it('pings an interface again after it reported that it has no ping', async () => {
    const connection = startLink('HmIP-RF');
    connection.mood.pingError = new CcuError('fault', 'the CCU refused (-1): ping: unknown method name', {
      faultCode: -1,
    });
    await connection.run();
    connection.supervisor.heard();
    await connection.time.settle();
    expect(connection.status.current().state).toBe('connected');
    connection.mood.pingError = undefined;
    connection.mood.deaf = true;
    await connection.time.advance(DEFAULT_TIMINGS.pingRetryMs + 3 * MINUTE);
    expect(connection.status.current().state).toBe('callback_unreachable');
  });

  it('calls an interface absent when the CCU has no process for it, and finds one that comes later', async () => {
    const connection = startLink();
    connection.mood.error = new CcuError('booting', 'x');
    connection.mood.absent = true;
    await connection.run();
    expect(connection.status.current()).toMatchObject({
      state: 'disconnected',
      note: expect.stringContaining('no process for this interface'),
    });
    connection.mood.error = undefined;
    await connection.time.advance(3 * MINUTE);
    expect(connection.status.current().state).toBe('connected');
    expect(connection.states()).not.toContain('booting');
  });

  it('does not ping after every ping when the server hangs up after every call', async () => {
    const connection = startLink();
    await connection.run();
    for (let i = 0; i < 50; i += 1) {
      connection.supervisor.suspect();
      await connection.time.advance(10);
    }
    expect(connection.counts.ping).toBeLessThan(5);
  });

  it('notices a CCU that freezes after the clock was set back', async () => {
    const connection = startLink();
    await connection.run();
    await connection.time.advance(MINUTE);
    connection.time.setClock(-60 * MINUTE);
    connection.mood.frozen = true;
    await connection.time.advance(2 * DEFAULT_TIMINGS.checkIntervalMs);
    expect(connection.status.current()).toMatchObject({
      connected: false,
      note: expect.stringContaining('does not answer'),
    });
  });

  it('goes on tending, and looks where something seems wrong, after the clock was set back', async () => {
    const connection = startLink();
    await connection.run();
    await connection.time.advance(MINUTE);
    connection.time.setClock(-60 * MINUTE);
    const { tend, ping } = connection.counts;
    await connection.time.advance(2 * MINUTE);
    expect(connection.counts.tend).toBeGreaterThan(tend);
    await connection.time.advance(DEFAULT_TIMINGS.pongTimeoutMs);
    connection.supervisor.suspect();
    await connection.time.advance(10);
    expect(connection.counts.ping).toBeGreaterThan(ping);
  });

  it('registers anew on request, also where other inputs come in the same turn', async () => {
    const connection = startLink();
    await connection.run();
    connection.supervisor.renew();
    connection.supervisor.suspect();
    connection.supervisor.look();
    await connection.time.advance(100);
    expect(connection.counts.register).toBe(2);
  });

  it('does not probe after every probe when a server without a ping hangs up after every call', async () => {
    const connection = startLink('CUxD');
    connection.mood.pingError = new CcuError('fault', 'unknown method', { faultCode: -1 });
    connection.mood.hangsUp = true;
    await connection.run();
    connection.supervisor.heard();
    const { probe } = connection.counts;
    await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 1_000);
    expect(connection.counts.probe - probe).toBeLessThan(5);
  });

  describe('where something may be lost', () => {
    const connected = async () => {
      const connection = startLink();
      await connection.run();
      await connection.time.advance(MINUTE);
      return connection;
    };

    it.each(['call_failed', 'unreadable', 'stalled', 'restarted', 'silent', 'event_missing'] as const)(
      'is not connected before everything was read again after a proof (%s), and reports the start of the loss',
      async (cause) => {
        const connection = await connected();
        const provenBy = connection.time.now();
        const { ping } = connection.counts;
        connection.supervisor.doubt(cause);
        await connection.time.advance(10);
        expect(connection.states().slice(-2)).toEqual(['suspect', 'connected']);
        expect(connection.counts).toMatchObject({ ping: ping + 1, reread: 1, register: 1 });
        expect(connection.settled).toEqual([{ cause, since: expect.any(Number), statesRead: true }]);
        expect(connection.settled[0]!.since).toBeLessThanOrEqual(provenBy);
      },
    );

    it('reads again after a single lost ping, and after one that was refused once', async () => {
      const connection = await connected();
      connection.mood.deaf = true;
      await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs);
      connection.mood.deaf = false;
      await connection.time.advance(MINUTE);
      expect(connection.counts).toMatchObject({ reread: 1, register: 1 });
      connection.supervisor.heard();
      connection.mood.pingError = new CcuError('fault', 'the CCU refused (-1): Failure', { faultCode: -1 });
      await connection.time.advance(DEFAULT_TIMINGS.checkIntervalMs);
      connection.mood.pingError = undefined;
      await connection.time.advance(2 * MINUTE);
      expect(connection.counts).toMatchObject({ reread: 3, register: 1 });
      expect(connection.status.current()).toMatchObject({ state: 'connected' });
      expect(connection.status.current().note).toBeUndefined();
    });

    it('stays suspect while reading fails, tries again ever more slowly, and is connected when it succeeds', async () => {
      const connection = await connected();
      connection.mood.reading = 'failed';
      connection.supervisor.doubt('silent');
      await connection.time.advance(10 * MINUTE);
      expect(connection.status.current()).toMatchObject({ state: 'suspect', connected: false });
      expect(connection.counts.reread).toBeGreaterThan(5);
      expect(connection.counts.reread).toBeLessThan(15);
      expect(connection.settled).toEqual([]);
      connection.mood.reading = 'read';
      await connection.time.advance(3 * MINUTE);
      expect(connection.status.current().state).toBe('connected');
      expect(connection.settled).toMatchObject([{ statesRead: true }]);
    });

    it('waits for no reading that is impossible now, and reports that states were not read', async () => {
      const connection = await connected();
      connection.mood.reading = 'later';
      connection.supervisor.doubt('silent');
      await connection.time.advance(10);
      expect(connection.status.current().state).toBe('connected');
      expect(connection.settled).toMatchObject([{ cause: 'silent', statesRead: false }]);
    });

    it('reads once more for a doubt that arises while it reads', async () => {
      const connection = await connected();
      connection.mood.onReread = () => {
        connection.mood.onReread = undefined;
        connection.supervisor.doubt('unreadable');
      };
      connection.supervisor.doubt('silent');
      await connection.time.advance(10);
      expect(connection.status.current().connected).toBe(false);
      await connection.time.advance(2 * DEFAULT_TIMINGS.pongTimeoutMs);
      expect(connection.counts.reread).toBe(2);
      expect(connection.status.current().connected).toBe(true);
    });

    it('reads no more often than once a minute in the long run, however many doubts there are', async () => {
      const connection = await connected();
      for (let i = 0; i < 3_600; i += 1) {
        connection.supervisor.doubt('unreadable');
        await connection.time.advance(1_000);
      }
      expect(connection.counts.reread).toBeLessThan(70);
      await connection.time.advance(2 * MINUTE);
      expect(connection.status.current().connected).toBe(true);
    });
  });

  it('ends when it is stopped, also while it waits for its next try', async () => {
    const connection = startLink();
    connection.mood.error = new CcuError('unreachable', 'x');
    await connection.run();
    connection.stop();
    const { probe } = connection.counts;
    await connection.time.advance(60 * MINUTE);
    expect(connection.counts.probe).toBe(probe);
  });

  it('connects although a listener throws at every state, and reports each error', async () => {
    const connection = startLink();
    connection.mood.listenerThrows = true;
    await connection.run();
    await connection.time.advance(MINUTE);
    expect(connection.status.current().state).toBe('connected');
    expect(connection.faults.length).toBeGreaterThanOrEqual(connection.states().length);
    connection.mood.error = new CcuError('unreachable', 'x');
    await connection.time.advance(5 * MINUTE);
    connection.mood.error = undefined;
    await connection.time.advance(5 * MINUTE);
    expect(connection.status.current().state).toBe('connected');
  });

  it('ends with no timer and no call left when it is stopped, after any troubles and in any state', async () => {
    const trouble = fc.constantFrom<Partial<ReturnType<typeof startLink>['mood']>>(
      { deaf: true },
      { frozen: true },
      { tendHangs: true },
      { reading: 'failed' },
      { hangsUp: true },
      { error: new CcuError('unreachable', 'x') },
      { error: new CcuError('booting', 'x') },
      { pingError: new CcuError('fault', 'the CCU refused (-1): Failure', { faultCode: -1 }) },
      {},
    );
    const time = fc.constantFrom(0, 7, 100, 10_000, 25_000, 120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(trouble, time), { maxLength: 6 }), async (troubles) => {
        const connection = startLink();
        const well = { ...connection.mood };
        await connection.run();
        for (const [mood, ms] of troubles) {
          Object.assign(connection.mood, well, mood);
          await connection.time.advance(ms);
        }
        connection.stop();
        await connection.time.settle();
        expect(connection.timersLeft()).toBe(0);
        const counts = { ...connection.counts };
        for (const wish of ['heard', 'suspect', 'renew', 'look'] as const) connection.supervisor[wish]();
        connection.supervisor.doubt('silent');
        await connection.time.advance(60 * MINUTE);
        expect(connection.counts).toEqual(counts);
        expect(connection.timersLeft()).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
