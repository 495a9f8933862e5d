import type { Announced, CallbackRoute } from '../callback/server.js';
import { isCcuError } from '../errors.js';
import type { InterfaceProfile } from '../interfaces.js';
import type { Now, Timers } from '../ports.js';
import type { Timings } from '../timings.js';
import { mapTransportError } from '../transport/errors.js';
import { pause, sleep, throwIfAborted } from '../wait.js';
import type { Backoff } from './backoff.js';
import { callbackNote, NO_PING, noteFor } from './notes.js';
import type { Pinger } from './pinger.js';
import type { StatusBoard } from './status.js';

export interface SupervisorDeps {
  readonly profile: InterfaceProfile;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly backoff: Backoff;
  readonly status: StatusBoard;
  readonly pinger: Pinger;
  readonly route: Pick<CallbackRoute, 'announce'>;
  /** Asks whether the interface answers. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
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

type Wake = 'time' | 'suspect' | 'renew' | 'heard' | 'look';

/**
 * Keeps one interface registered. Every way out of trouble leads through probing, registering and loading; "connected"
 * is said only after an event came back. It never gives up and never restarts anything at the CCU.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { status, timings, timers, pinger, backoff } = deps;
  const pongTimeoutMs = timings.pongTimeoutMs * deps.profile.pongPatience;
  let lastHeardAt = 0;
  let lastProvenAt = Number.NEGATIVE_INFINITY;
  let sawBooting = false;
  let hasPing = true;
  let announced: Announced | undefined;
  let wakeUp: ((wake: Wake) => void) | undefined;
  let pending: Wake | undefined;

  function wake(reason: Wake): void {
    if (wakeUp !== undefined) wakeUp(reason);
    else if (reason === 'renew' || (reason !== 'heard' && pending === undefined)) pending = reason;
  }

  /** Waits for its time or for somebody who knows better. */
  async function rest(ms: number, signal: AbortSignal, only?: Wake): Promise<Wake> {
    const earlier = pending;
    pending = undefined;
    if (earlier !== undefined && (only === undefined || only === earlier)) return earlier;
    const early = new AbortController();
    let reason: Wake = 'time';
    wakeUp = (why) => {
      if (only !== undefined && only !== why) return;
      reason = why;
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
        const known = isCcuError(error) ? error : mapTransportError(error);
        const booting = known.code === 'booting';
        sawBooting ||= booting;
        status.set(booting ? 'booting' : 'disconnected', noteFor(known));
        // Only a wish to reconnect shortens this wait; further failing calls must not make us hammer.
        await rest(backoff.next(), signal, 'renew').catch(() => undefined);
      }
    }
  }

  /** From nothing to connected, and then for as long as it lasts. */
  async function attempt(signal: AbortSignal): Promise<void> {
    // A CCU that boots keeps its state and words until it answers, instead of flickering between two.
    if (status.current().state !== 'booting') status.set('probing', status.current().note);
    await deps.probe(signal);
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
    await deps.register(announced, signal);
    pending = undefined;
    if (state === 'registering') status.set('loading');
    if (!unreachable) await deps.load(signal);
    if (await prove(signal)) {
      if (unreachable) await deps.load(signal);
      backoff.reset();
      status.set('connected');
      return;
    }
    if (hasPing) status.set('callback_unreachable', callbackNote(announced, pinger.foreignPongs() > 0));
    else status.set('suspect', NO_PING);
  }

  /** Pings until an event comes back, as often as may be missed. */
  async function prove(signal: AbortSignal): Promise<boolean> {
    for (let missed = 0; hasPing && missed < timings.missedPongs; missed += 1) {
      const rtt = await ping(signal);
      if (rtt !== undefined) {
        lastProvenAt = deps.now();
        status.measured({ pingMs: rtt });
        return true;
      }
      if (status.current().state === 'connected') status.set('suspect', 'A ping did not come back as an event.');
    }
    return false;
  }

  async function ping(signal: AbortSignal): Promise<number | undefined> {
    try {
      return await pinger.ping({ timeoutMs: pongTimeoutMs, signal });
    } catch (error) {
      if (!isCcuError(error) || error.code !== 'unsupported') throw error;
      hasPing = false;
      return undefined;
    }
  }

  async function watch(signal: AbortSignal): Promise<void> {
    const { state } = status.current();
    const reachable = state === 'connected';
    const why = await rest(reachable || !hasPing ? timings.checkIntervalMs : backoff.next(), signal);
    if (why === 'renew') return await establish('reregistering', signal);
    if (!hasPing) return await watchWithoutPing(signal);
    if (!reachable) return await recover(why, signal);
    await deps.tend(signal);
    const quietFor = deps.now() - lastHeardAt;
    if ((why === 'time' || why === 'look') && quietFor >= 0 && quietFor < timings.checkIntervalMs) return;
    if (await prove(signal)) status.set('connected');
    else await establish('reregistering', signal);
  }

  /** The way back was broken. An event that arrives after all is worth a ping before registering again. */
  async function recover(why: Wake, signal: AbortSignal): Promise<void> {
    await deps.tend(signal);
    if (why !== 'heard') return await establish('reregistering', signal);
    if (!(await prove(signal))) return;
    await deps.load(signal);
    backoff.reset();
    status.set('connected');
  }

  async function watchWithoutPing(signal: AbortSignal): Promise<void> {
    await deps.probe(signal);
    if (status.current().state === 'connected') await deps.tend(signal);
  }

  return {
    run,
    heard() {
      lastHeardAt = deps.now();
      status.measured({ lastEventAt: lastHeardAt });
      const { state } = status.current();
      if (!hasPing && state === 'suspect') status.set('connected');
      else if (state === 'callback_unreachable') wake('heard');
    },
    suspect() {
      // Just proved: a server that hangs up after every call must not make us ping after every ping.
      if (deps.now() - lastProvenAt >= timings.pongTimeoutMs / 2) wake('suspect');
    },
    renew: () => wake('renew'),
    look() {
      if (status.current().state === 'connected') wake('look');
    },
  };
}
