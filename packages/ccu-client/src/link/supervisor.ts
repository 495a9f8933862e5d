import type { Announced, CallbackRoute } from '../callback/server.js';
import { CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { Now, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { Backoff } from '../time/backoff.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { pause, sleep, throwIfAborted } from '../time/wait.js';
import { mapTransportError } from '../transport/errors.js';
import {
  ABSENT,
  callbackNote,
  EVENTS_FOR_PONG,
  EVENTS_WITHOUT_PONG,
  NO_PING,
  PING_LOST,
  PING_REFUSED,
  UNANSWERED,
} from './notes.js';
import type { Pinger, PingOutcome } from './pinger.js';
import type { StatusBoard } from './status.js';

export interface SupervisorDeps {
  readonly profile: InterfaceProfile;
  /** What to say of an interface that cannot be used. */
  readonly explain: (error: CcuError) => string;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly backoff: Backoff;
  readonly status: StatusBoard;
  readonly pinger: Pinger;
  readonly route: Pick<CallbackRoute, 'announce'>;
  /** Asks whether the interface answers. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** Whether there is no process behind this interface, given how long the CCU has answered "not ready" for it. */
  readonly isAbsent: (notReadyMs: number, signal: AbortSignal) => Promise<boolean>;
  /** Deregisters and registers at the CCU. */
  readonly register: (announced: Announced, signal: AbortSignal) => Promise<void>;
  /** Brings devices and values up to date. */
  readonly load: (signal: AbortSignal) => Promise<void>;
  /** Small things to do while all is well. */
  readonly tend: (signal: AbortSignal) => Promise<void>;
}

export interface Supervisor {
  /** Runs until the signal aborts. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** An event arrived. */
  heard(): void;
  /** Something looks wrong: look now instead of at the next turn. */
  suspect(): void;
  /** Register anew now. */
  renew(): void;
  /** There is something to tend: do it now, when all is well. */
  look(): void;
}

type Miss = Exclude<PingOutcome['kind'], 'proved'>;

const MISSED: Readonly<Record<Miss, string>> = {
  unanswered: UNANSWERED,
  refused: PING_REFUSED,
  silent: PING_LOST,
};

type Wake = 'time' | 'suspect' | 'renew' | 'heard' | 'look';

/**
 * Keeps one interface registered. Every way out of trouble leads through probing, registering and loading; "connected"
 * is said only after an event came back. It never gives up and never restarts anything at the CCU.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { profile, status, timings, timers, pinger, backoff } = deps;
  /** Every moment below is of this clock. */
  const elapsed = createSteadyClock(deps.now);
  let lastHeardAt = Number.NEGATIVE_INFINITY;
  let lastProvenAt = Number.NEGATIVE_INFINITY;
  let registeredAt = Number.POSITIVE_INFINITY;
  let notReadySince: number | undefined;
  let sawBooting = false;
  /** When a ping is worth a try again, where the interface said that it has none. */
  let pingFrom = Number.NEGATIVE_INFINITY;
  let lastMiss: Miss | undefined;
  let tending: Promise<void> | undefined;
  let tendedAt = Number.NEGATIVE_INFINITY;
  let announced: Announced | undefined;
  let wakeUp: ((wake: Wake) => void) | undefined;
  let pending: Wake | undefined;

  const hasPing = () => elapsed() >= pingFrom;

  /**
   * Silence after which a ping is sent: early enough to know within one check interval that the CCU is frozen, and within
   * half of it that a daemon has forgotten us.
   */
  function quietLimitMs(): number {
    const limit = timings.checkIntervalMs / (profile.forgetsClients ? 2 : 1) - timings.pongTimeoutMs;
    return Math.max(limit, timings.checkIntervalMs / 6);
  }

  function quietLeftMs(): number {
    return Math.max(0, Math.max(lastHeardAt, lastProvenAt) + quietLimitMs() - elapsed());
  }

  /** A ping that is answered with a fault proves the way there; the way back, an event of the last minutes. */
  function eventsProve(): boolean {
    return lastHeardAt >= registeredAt && elapsed() - lastHeardAt < timings.pingRetryMs;
  }

  function sayConnected(): void {
    status.set('connected', lastMiss === 'refused' ? EVENTS_FOR_PONG : undefined);
  }

  function wake(reason: Wake): void {
    if (wakeUp !== undefined) wakeUp(reason);
    else if (reason === 'renew' || (reason !== 'heard' && pending === undefined)) pending = reason;
  }

  /** Waits for its time or until it is woken. */
  async function rest(ms: number, signal: AbortSignal, only?: Wake): Promise<Wake> {
    const earlier = pending;
    pending = undefined;
    if (earlier !== undefined && (only === undefined || only === earlier)) return earlier;
    const early = new AbortController();
    let reason: Wake = 'time';
    wakeUp = (why) => {
      if (only !== undefined && only !== why) return;
      // What comes in the same turn must not take back a wish to register anew.
      if (reason !== 'renew') reason = why;
      early.abort();
    };
    await pause(timers, ms, AbortSignal.any([signal, early.signal]));
    wakeUp = undefined;
    throwIfAborted(signal);
    return reason;
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await attempt(signal);
      } catch (error) {
        if (signal.aborted) break;
        await failed(isCcuError(error) ? error : mapTransportError(error), signal);
        if (signal.aborted) break;
        // Only a wish to reconnect shortens this wait; further failing calls must not make us hammer.
        await rest(backoff.next(), signal, 'renew').catch(() => undefined);
      }
    }
  }

  async function failed(error: CcuError, signal: AbortSignal): Promise<void> {
    if (error.code !== 'booting') {
      notReadySince = undefined;
      status.set('disconnected', deps.explain(error), error.code);
      return;
    }
    notReadySince ??= elapsed();
    const absent = await deps.isAbsent(elapsed() - notReadySince, signal).catch(() => false);
    if (signal.aborted) return;
    sawBooting = !absent;
    if (absent) status.set('disconnected', ABSENT);
    else status.set('booting', deps.explain(error));
  }

  /** From nothing to connected, and then for as long as it lasts. */
  async function attempt(signal: AbortSignal): Promise<void> {
    // A CCU that boots keeps its state and words until it answers, instead of flickering between two.
    if (status.current().state !== 'booting') status.set('probing', status.current().note);
    await deps.probe(signal);
    notReadySince = undefined;
    if (sawBooting) {
      status.set('warm_up', 'The CCU has just started; its devices need a moment.');
      await sleep(timers, timings.warmUpMs, signal);
      sawBooting = false;
    }
    await establish('registering', signal);
    for (;;) await watch(signal);
  }

  async function establish(state: 'registering' | 'reregistering', signal: AbortSignal): Promise<void> {
    // While nothing arrives here, that stays said, and the CCU is spared everything but the registration: trying again
    // every now and then must neither hide the explanation nor be a burden.
    const unreachable = status.current().state === 'callback_unreachable';
    if (!unreachable) status.set(state);
    announced = await deps.route.announce();
    registeredAt = elapsed();
    await deps.register(announced, signal);
    pending = undefined;
    pingFrom = Number.NEGATIVE_INFINITY;
    const heardBefore = lastHeardAt;
    if (state === 'registering') status.set('loading');
    // The way back is proved before anything is read that can hang; what takes long is read meanwhile or afterwards.
    let proven = await prove(signal, 1);
    if (proven || !unreachable) await deps.load(signal);
    if (!proven) {
      proven = await prove(signal);
      if (proven && unreachable) await deps.load(signal);
    } else if (quietLeftMs() === 0) proven = await prove(signal);
    if (proven) {
      backoff.reset();
      sayConnected();
    } else sayUnproven(announced, lastHeardAt !== heardBefore);
  }

  function sayUnproven(announced: Announced, heard: boolean): void {
    if (!hasPing()) status.set('suspect', NO_PING);
    else if (lastMiss === 'refused') status.set('suspect', PING_REFUSED);
    else if (heard) status.set('suspect', EVENTS_WITHOUT_PONG);
    else status.set('callback_unreachable', callbackNote(announced, pinger.foreignPongs() > 0));
  }

  /** Pings until an event comes back, as often as may be missed. Rejects when not even the calls are answered. */
  async function prove(signal: AbortSignal, tries = timings.missedPongs): Promise<boolean> {
    let outcome: PingOutcome | undefined;
    for (let missed = 0; hasPing() && missed < tries; missed += 1) {
      outcome = await ping(signal);
      if (outcome === undefined) return false;
      if (outcome.kind === 'proved') {
        lastProvenAt = elapsed();
        lastMiss = undefined;
        status.measured({ pingMs: outcome.rttMs });
        return true;
      }
      lastMiss = outcome.kind;
      if (outcome.kind === 'refused' && eventsProve()) {
        lastProvenAt = elapsed();
        return true;
      }
      if (status.current().state === 'connected') status.set('suspect', MISSED[outcome.kind]);
    }
    if (outcome?.kind === 'unanswered') throw new CcuError('timeout', 'pings have no answer');
    return false;
  }

  async function ping(signal: AbortSignal): Promise<PingOutcome | undefined> {
    const callMs = timings.pongTimeoutMs;
    try {
      return await pinger.ping({ callMs, eventMs: callMs * profile.pongPatience, signal });
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'unsupported') throw error;
      // Said once by mistake, it must not leave the way back unwatched for ever.
      pingFrom = elapsed() + timings.pingRetryMs;
      return undefined;
    }
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const reachable = status.current().state === 'connected';
    const pinging = hasPing();
    const ms = !pinging ? timings.checkIntervalMs : reachable ? quietLeftMs() : backoff.next();
    const why = await rest(ms, signal);
    if (why === 'renew') return await establish('reregistering', signal);
    if (!hasPing()) return await watchWithoutPing(signal);
    if (!pinging) return await tryPingAgain(signal);
    if (!reachable) return await recover(why, signal);
    const suspicious = why === 'suspect';
    if (suspicious || quietLeftMs() === 0) {
      const heardBefore = lastHeardAt;
      // A daemon that forgets its clients needs no second chance: registering there costs nothing.
      if (await prove(signal, profile.forgetsClients ? 1 : undefined)) sayConnected();
      else if (lastHeardAt === heardBefore) return await establish('reregistering', signal);
      else status.set('suspect', EVENTS_WITHOUT_PONG);
    }
    tend(why, signal);
  }

  /** Small things run beside the watching: what hangs in them must not hide that the CCU is frozen. */
  function tend(why: Wake, signal: AbortSignal): void {
    if (tending !== undefined || (why !== 'look' && elapsed() - tendedAt < timings.checkIntervalMs)) return;
    tendedAt = elapsed();
    tending = deps
      .tend(signal)
      .catch(() => wake('suspect'))
      .finally(() => {
        tending = undefined;
      });
  }

  /** The way back was broken. An event that arrives after all is worth a ping before registering again. */
  async function recover(why: Wake, signal: AbortSignal): Promise<void> {
    const talks = status.current().note === EVENTS_WITHOUT_PONG;
    if (why !== 'heard' && !talks) return await establish('reregistering', signal);
    const heardBefore = lastHeardAt;
    if (!(await prove(signal))) {
      if (talks && lastHeardAt === heardBefore) await establish('reregistering', signal);
      return;
    }
    await deps.load(signal);
    backoff.reset();
    sayConnected();
  }

  async function watchWithoutPing(signal: AbortSignal): Promise<void> {
    await deps.probe(signal);
    lastProvenAt = elapsed();
    if (status.current().state === 'connected') tend('time', signal);
  }

  async function tryPingAgain(signal: AbortSignal): Promise<void> {
    if (await prove(signal)) sayConnected();
    else if (hasPing()) await establish('reregistering', signal);
  }

  return {
    run,
    heard() {
      lastHeardAt = elapsed();
      status.measured({ lastEventAt: deps.now() });
      const { state, note } = status.current();
      if (!hasPing() && state === 'suspect') status.set('connected');
      else if (state === 'callback_unreachable' || note === PING_REFUSED) wake('heard');
    },
    suspect() {
      // Just proved: a server that hangs up after every call must not make us ping after every ping.
      if (elapsed() - lastProvenAt >= timings.pongTimeoutMs / 2) wake('suspect');
    },
    renew: () => wake('renew'),
    look() {
      if (status.current().state === 'connected') wake('look');
    },
  };
}
