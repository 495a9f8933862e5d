import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { profileOf } from '../model/interfaces.js';
import type { CcuEvent, InterfaceName, LinkState } from '../model/model.js';
import { DEFAULT_TIMINGS } from '../model/timings.js';
import { createManualTime } from '../testing/manual-time.js';
import { createBackoff } from '../time/backoff.js';
import { sleep } from '../time/wait.js';
import { noteFor } from './notes.js';
import { createPinger } from './pinger.js';
import { createStatusBoard } from './status.js';
import { createSupervisor } from './supervisor.js';

const URL = 'http://gateway:8120/cb/c/BidCos-RF';
const MINUTE = 60_000;

/** A supervisor over an interface that does as it is told. */
function startLink(interfaceName: InterfaceName = 'BidCos-RF') {
  const time = createManualTime();
  const events: CcuEvent[] = [];
  const counts = { probe: 0, register: 0, load: 0, tend: 0, ping: 0 };
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
  } = {
    error: undefined,
    deaf: false,
    pingError: undefined,
    absent: false,
    frozen: false,
    tendHangs: false,
    remembersOnRegister: false,
    hangsUp: false,
  };
  const stop = new AbortController();
  const status = createStatusBoard({ central: 'c', interfaceName, now: time.now, emit: (event) => events.push(event) });
  const pinger = createPinger({
    interfaceId: 'id',
    now: time.now,
    random: () => 0.5,
    timers: time.timers,
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
  /** What a call to a frozen CCU does, until its time limit or its caller ends it. */
  const hang = async (signal: AbortSignal): Promise<never> => {
    await sleep(time.timers, DEFAULT_TIMINGS.rpcTimeoutMs, signal);
    throw new CcuError('timeout', 'no answer');
  };
  const step = (name: 'probe' | 'register' | 'load' | 'tend') => async (signal: AbortSignal) => {
    counts[name] += 1;
    if (mood.frozen) await hang(signal);
    if (name === 'tend' && mood.tendHangs) await sleep(time.timers, 60 * MINUTE, signal);
    if (name === 'register' && mood.remembersOnRegister) mood.deaf = false;
    if (mood.error !== undefined) throw mood.error;
    if (mood.hangsUp) time.timers.after(1, () => supervisor.suspect());
  };
  const supervisor = createSupervisor({
    profile: profileOf({ name: interfaceName })!,
    explain: noteFor,
    timings: DEFAULT_TIMINGS,
    timers: time.timers,
    now: time.now,
    backoff: createBackoff({ minMs: DEFAULT_TIMINGS.retryMinMs, maxMs: DEFAULT_TIMINGS.retryMaxMs, random: () => 0.5 }),
    status,
    pinger,
    route: { announce: async () => ({ url: URL, from: 'detected' }) },
    probe: step('probe'),
    isAbsent: async () => mood.absent,
    register: async (_announced, signal) => await step('register')(signal),
    load: step('load'),
    tend: step('tend'),
  });
  const states = () =>
    events.flatMap((event): LinkState[] =>
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
    run: async () => {
      void supervisor.run(stop.signal);
      await time.advance(100);
    },
    stop: () => stop.abort(),
  };
}

describe('the supervisor of an interface', () => {
  it('says connected only after a ping has come back as an event', async () => {
    const link = startLink();
    link.mood.deaf = true;
    await link.run();
    expect(link.states()).toEqual(['probing', 'registering', 'loading']);
    link.mood.deaf = false;
    await link.time.advance(DEFAULT_TIMINGS.pongTimeoutMs);
    await link.time.advance(10);
    expect(link.states()).toEqual(['probing', 'registering', 'loading', 'connected']);
    expect(link.status.current()).toMatchObject({ connected: true, pingMs: 7 });
  });

  it('retries a CCU that is away ever more slowly, and never more often than that', async () => {
    const link = startLink();
    link.mood.error = new CcuError('unreachable', 'no process listens at that port of the CCU');
    await link.run();
    await link.time.advance(60 * MINUTE);
    expect(link.status.current()).toMatchObject({
      state: 'disconnected',
      note: expect.stringContaining('cannot be reached'),
      cause: 'unreachable',
    });
    // 2, 4, 8 … 120 s: a handful in the first minutes, then one every two minutes.
    expect(link.counts.probe).toBeGreaterThan(30);
    expect(link.counts.probe).toBeLessThan(40);
    link.mood.error = undefined;
    await link.time.advance(3 * MINUTE);
    expect(link.status.current().state).toBe('connected');
    expect(link.status.current().cause).toBeUndefined();
  });

  it('reconnects at once when asked, but not because further calls fail', async () => {
    const link = startLink();
    link.mood.error = new CcuError('unreachable', 'x');
    await link.run();
    await link.time.advance(30 * MINUTE);
    const before = link.counts.probe;
    for (let i = 0; i < 100; i += 1) link.supervisor.suspect();
    await link.time.advance(10);
    expect(link.counts.probe).toBe(before);
    link.mood.error = undefined;
    link.supervisor.renew();
    await link.time.advance(100);
    expect(link.status.current().state).toBe('connected');
  });

  it('lets a CCU that has just started warm up before it registers', async () => {
    const link = startLink();
    link.mood.error = new CcuError('booting', 'x');
    await link.run();
    expect(link.status.current()).toMatchObject({ state: 'booting', note: expect.stringContaining('starting') });
    link.mood.error = undefined;
    await link.time.advance(3_000);
    expect(link.status.current().state).toBe('warm_up');
    expect(link.counts.register).toBe(0);
    await link.time.advance(DEFAULT_TIMINGS.warmUpMs + 100);
    expect(link.states()).toEqual(['probing', 'booting', 'warm_up', 'registering', 'loading', 'connected']);
  });

  it('leaves an interface alone that talks, and pings one that is silent', async () => {
    const link = startLink();
    await link.run();
    expect(link.counts.ping).toBe(1);
    for (let i = 0; i < 60; i += 1) {
      link.supervisor.heard();
      await link.time.advance(10_000);
    }
    expect(link.counts.ping).toBe(1);
    await link.time.advance(5 * MINUTE);
    expect(link.counts.ping).toBeGreaterThanOrEqual(5);
    expect(link.counts.register).toBe(1);
  });

  it('suspects after one missed ping, registers anew after three, and reads everything again', async () => {
    const link = startLink();
    await link.run();
    link.mood.deaf = true;
    await link.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 100);
    expect(link.status.current()).toMatchObject({ state: 'suspect', connected: false });
    link.mood.deaf = false;
    await link.time.advance(2 * DEFAULT_TIMINGS.pongTimeoutMs);
    expect(link.status.current().state).toBe('connected');
    expect(link.counts).toMatchObject({ register: 1, load: 1 });
    link.mood.deaf = true;
    await link.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 4 * DEFAULT_TIMINGS.pongTimeoutMs);
    expect(link.counts).toMatchObject({ register: 2, load: 2 });
  });

  it('names the announced address when calls work but nothing comes back, and goes on trying gently', async () => {
    const link = startLink();
    link.mood.deaf = true;
    await link.run();
    await link.time.advance(MINUTE);
    expect(link.status.current()).toMatchObject({ state: 'callback_unreachable', connected: false });
    expect(link.status.current().note).toContain(URL);
    expect(link.status.current().note).toContain('the local address that leads to the CCU');
    await link.time.advance(60 * MINUTE);
    expect(link.counts.register).toBeLessThan(35);
    link.mood.deaf = false;
    await link.time.advance(4 * MINUTE);
    expect(link.status.current().state).toBe('connected');
  });

  it('takes an event that arrives after all as a reason to ping, not to register again', async () => {
    const link = startLink();
    link.mood.deaf = true;
    await link.run();
    await link.time.advance(10 * MINUTE);
    const { register } = link.counts;
    link.mood.deaf = false;
    // Between two tries.
    while (link.status.current().state !== 'callback_unreachable') await link.time.advance(1_000);
    const before = link.counts.register;
    link.supervisor.heard();
    await link.time.advance(100);
    expect(link.status.current().state).toBe('connected');
    expect(link.counts.register).toBe(before);
    expect(before).toBeGreaterThanOrEqual(register);
  });

  it('says who else uses our name', async () => {
    const link = startLink();
    link.mood.deaf = true;
    await link.run();
    link.pinger.pong('id#4711');
    link.pinger.pong('other#1');
    await link.time.advance(MINUTE);
    expect(link.status.current().note).toContain('foreign client');
    expect(link.pinger.foreignPongs()).toBe(1);
  });

  it('without a ping counts as connected with the first event', async () => {
    const link = startLink('CUxD');
    link.mood.pingError = new CcuError('fault', 'unknown method', { faultCode: -1 });
    await link.run();
    expect(link.status.current()).toMatchObject({
      state: 'suspect',
      connected: false,
      note: expect.stringContaining('no ping'),
    });
    link.supervisor.heard();
    expect(link.status.current().state).toBe('connected');
    link.mood.error = new CcuError('unreachable', 'x');
    await link.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 100);
    expect(link.status.current().state).toBe('disconnected');
  });

  it.each(['BidCos-RF', 'HmIP-RF', 'CUxD'] as const)(
    'says within 35 s that %s is frozen, also while the small things of a healthy interface hang',
    async (interfaceName) => {
      const link = startLink(interfaceName);
      await link.run();
      link.mood.frozen = true;
      await link.time.advance(35_000);
      expect(link.states().slice(-1)).not.toEqual(['connected']);
      expect(link.status.current()).toMatchObject({
        connected: false,
        note: expect.stringContaining('does not answer'),
      });
      await link.time.advance(MINUTE);
      expect(link.states()).toContain('disconnected');
      link.mood.frozen = false;
      await link.time.advance(3 * MINUTE);
      expect(link.status.current().state).toBe('connected');
    },
  );

  it('tends while it watches: what hangs there stops no ping', async () => {
    const link = startLink();
    link.mood.tendHangs = true;
    await link.run();
    await link.time.advance(10 * MINUTE);
    expect(link.counts.tend).toBe(1);
    expect(link.counts.ping).toBeGreaterThan(10);
    expect(link.status.current().state).toBe('connected');
  });

  it('registers a client that its daemon has forgotten within 15 s, where forgetting says nothing', async () => {
    const link = startLink('CUxD');
    await link.run();
    link.mood.deaf = true;
    link.mood.remembersOnRegister = true;
    await link.time.advance(15_000);
    expect(link.counts.register).toBe(2);
    await link.time.advance(100);
    expect(link.status.current().state).toBe('connected');
  });

  it('says that events arrive where a ping causes none, and does not register for it again and again', async () => {
    const link = startLink();
    await link.run();
    link.mood.deaf = true;
    for (let i = 0; i < 120; i += 1) {
      link.supervisor.heard();
      await link.time.advance(1_000);
      if (i === 60) link.supervisor.suspect();
    }
    expect(link.status.current()).toMatchObject({
      state: 'suspect',
      connected: false,
      note: expect.stringContaining('Events arrive, but a ping causes none'),
    });
    const { register } = link.counts;
    for (let i = 0; i < 1_800; i += 1) {
      link.supervisor.heard();
      await link.time.advance(1_000);
    }
    expect(link.counts.register).toBe(register);
    link.mood.deaf = false;
    await link.time.advance(3 * MINUTE);
    expect(link.status.current().state).toBe('connected');
  });

  it('goes on watching the way back of HmIP after a single fault of its ping', async () => {
    const link = startLink('HmIP-RF');
    await link.run();
    link.mood.pingError = new CcuError('fault', 'the CCU refused (-1): Generic error (TIMEOUT)', { faultCode: -1 });
    await link.time.advance(DEFAULT_TIMINGS.checkIntervalMs);
    link.mood.pingError = undefined;
    await link.time.advance(MINUTE);
    expect(link.status.current()).toMatchObject({ state: 'connected' });
    link.mood.deaf = true;
    await link.time.advance(2 * MINUTE);
    expect(link.status.current().connected).toBe(false);
  });

  describe('where a ping is always answered with a fault', () => {
    const fault = new CcuError('fault', 'the CCU refused (-1): Failure', { faultCode: -1 });

    it('counts as connected while events arrive, says so, goes on asking, and does not register for it', async () => {
      const link = startLink('HmIP-RF');
      link.mood.pingError = fault;
      await link.run();
      await link.time.advance(100);
      expect(link.status.current()).toMatchObject({ state: 'suspect', note: expect.stringContaining('with a fault') });
      link.supervisor.heard();
      await link.time.advance(10);
      expect(link.status.current()).toMatchObject({
        state: 'connected',
        connected: true,
        note: expect.stringContaining('that events arrive proves the way back'),
      });
      const { ping, register, load } = link.counts;
      for (let i = 0; i < 30; i += 1) {
        await link.time.advance(MINUTE);
        link.supervisor.heard();
      }
      expect(link.counts).toMatchObject({ register, load });
      expect(link.counts.ping - ping, 'not switched off, and no more often than in silence').toBeGreaterThan(25);
      expect(link.counts.ping - ping).toBeLessThan(100);
      expect(link.status.current().connected).toBe(true);
      expect(link.states().slice(-2)).toEqual(['suspect', 'connected']);
      link.mood.pingError = undefined;
      await link.time.advance(MINUTE);
      expect(link.status.current()).toMatchObject({ state: 'connected', pingMs: 7 });
      expect(link.status.current().note).toBeUndefined();
    });

    it('is registered anew when nothing has arrived for a long time: events of long ago prove nothing', async () => {
      const link = startLink('HmIP-RF');
      await link.run();
      link.mood.pingError = fault;
      await link.time.advance(DEFAULT_TIMINGS.pingRetryMs - MINUTE);
      expect(link.status.current().connected).toBe(true);
      expect(link.counts.register).toBe(1);
      await link.time.advance(2 * MINUTE);
      expect(link.status.current().connected).toBe(false);
      expect(link.states()).toContain('suspect');
      expect(link.counts.register).toBeGreaterThan(1);
    });

    it('is still known to be frozen within 35 s', async () => {
      const link = startLink('HmIP-RF');
      link.mood.pingError = fault;
      await link.run();
      link.supervisor.heard();
      await link.time.advance(MINUTE);
      expect(link.status.current().connected).toBe(true);
      link.mood.frozen = true;
      await link.time.advance(35_000);
      expect(link.status.current()).toMatchObject({
        connected: false,
        note: expect.stringContaining('does not answer'),
      });
    });
  });

  it('asks an interface for a ping again after it said that it knows none', async () => {
    const link = startLink('HmIP-RF');
    link.mood.pingError = new CcuError('fault', 'the CCU refused (-1): ping: unknown method name', { faultCode: -1 });
    await link.run();
    link.supervisor.heard();
    expect(link.status.current().state).toBe('connected');
    link.mood.pingError = undefined;
    link.mood.deaf = true;
    await link.time.advance(DEFAULT_TIMINGS.pingRetryMs + 3 * MINUTE);
    expect(link.status.current().state).toBe('callback_unreachable');
  });

  it('calls an interface absent when the CCU has no process for it, and finds one that comes later', async () => {
    const link = startLink();
    link.mood.error = new CcuError('booting', 'x');
    link.mood.absent = true;
    await link.run();
    expect(link.status.current()).toMatchObject({
      state: 'disconnected',
      note: expect.stringContaining('no process for this interface'),
    });
    link.mood.error = undefined;
    await link.time.advance(3 * MINUTE);
    expect(link.status.current().state).toBe('connected');
    expect(link.states()).not.toContain('booting');
  });

  it('does not ping after every ping when the server hangs up after every call', async () => {
    const link = startLink();
    await link.run();
    for (let i = 0; i < 50; i += 1) {
      link.supervisor.suspect();
      await link.time.advance(10);
    }
    expect(link.counts.ping).toBeLessThan(5);
  });

  it('notices a CCU that freezes after the clock was set back', async () => {
    const link = startLink();
    await link.run();
    await link.time.advance(MINUTE);
    link.time.setClock(-60 * MINUTE);
    link.mood.frozen = true;
    await link.time.advance(2 * DEFAULT_TIMINGS.checkIntervalMs);
    expect(link.status.current()).toMatchObject({
      connected: false,
      note: expect.stringContaining('does not answer'),
    });
  });

  it('goes on tending, and looks where something seems wrong, after the clock was set back', async () => {
    const link = startLink();
    await link.run();
    await link.time.advance(MINUTE);
    link.time.setClock(-60 * MINUTE);
    const { tend, ping } = link.counts;
    await link.time.advance(2 * MINUTE);
    expect(link.counts.tend).toBeGreaterThan(tend);
    await link.time.advance(DEFAULT_TIMINGS.pongTimeoutMs);
    link.supervisor.suspect();
    await link.time.advance(10);
    expect(link.counts.ping).toBeGreaterThan(ping);
  });

  it('registers anew when it is asked to, whatever else comes in the same turn', async () => {
    const link = startLink();
    await link.run();
    link.supervisor.renew();
    link.supervisor.suspect();
    link.supervisor.look();
    await link.time.advance(100);
    expect(link.counts.register).toBe(2);
  });

  it('does not probe after every probe when a server without a ping hangs up after every call', async () => {
    const link = startLink('CUxD');
    link.mood.pingError = new CcuError('fault', 'unknown method', { faultCode: -1 });
    link.mood.hangsUp = true;
    await link.run();
    link.supervisor.heard();
    const { probe } = link.counts;
    await link.time.advance(DEFAULT_TIMINGS.checkIntervalMs + 1_000);
    expect(link.counts.probe - probe).toBeLessThan(5);
  });

  it('ends when it is stopped, whatever it waits for', async () => {
    const link = startLink();
    link.mood.error = new CcuError('unreachable', 'x');
    await link.run();
    link.stop();
    const { probe } = link.counts;
    await link.time.advance(60 * MINUTE);
    expect(link.counts.probe).toBe(probe);
  });
});
