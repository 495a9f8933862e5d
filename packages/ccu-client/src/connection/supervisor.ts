import type { Announced, CallbackRoute } from '../callback/server.js';
import { type CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { Now, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { Backoff } from '../time/backoff.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { sleep } from '../time/wait.js';
import { mapTransportError } from '../transport/errors.js';
import { createEvidence, type Evidence, hasPing, quietLeftMs } from './evidence.js';
import { ABSENT, callbackNote, EVENTS_FOR_PONG, EVENTS_WITHOUT_PONG, NO_PING, PING_REFUSED } from './notes.js';
import type { Pinger } from './pinger.js';
import { proveWayBack } from './proof.js';
import type { StatusBoard } from './status.js';
import { createTending, type Tending } from './tending.js';
import { createWakes, type Wake, type Wakes } from './wakes.js';

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

/** What a supervisor knows and works with. */
interface Supervision extends SupervisorDeps {
  /** Every moment is of this clock. */
  readonly elapsed: Now;
  readonly evidence: Evidence;
  readonly boot: Boot;
  readonly wakes: Wakes;
  readonly tending: Tending;
}

/** What is remembered of a CCU that starts. */
interface Boot {
  notReadySince: number | undefined;
  wasSeen: boolean;
}

/**
 * Keeps one interface registered. Every way out of trouble leads through probing, registering and loading; "connected"
 * is said only after an event came back. It never gives up and never restarts anything at the CCU.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { status, timings } = deps;
  const elapsed = createSteadyClock(deps.now);
  const evidence = createEvidence();
  const wakes = createWakes(deps.timers);
  const tending = createTending({
    tend: deps.tend,
    intervalMs: () => timings.checkIntervalMs,
    elapsed,
    onFailed: () => wakes.wake('suspect'),
  });
  const self: Supervision = {
    ...deps,
    elapsed,
    evidence,
    wakes,
    tending,
    boot: { notReadySince: undefined, wasSeen: false },
  };

  return {
    run: (signal) => run(self, signal),
    heard() {
      evidence.lastHeardAt = elapsed();
      status.measured({ lastEventAt: deps.now() });
      const { state, note } = status.current();
      if (!hasPing(evidence, elapsed()) && state === 'suspect') status.set('connected');
      else if (state === 'callback_unreachable' || note === PING_REFUSED) wakes.wake('heard');
    },
    suspect() {
      // Just proved: a server that hangs up after every call must not make us ping after every ping.
      if (elapsed() - evidence.lastProvenAt >= timings.pongTimeoutMs / 2) wakes.wake('suspect');
    },
    renew: () => wakes.wake('renew'),
    look() {
      if (status.current().state === 'connected') wakes.wake('look');
    },
  };
}

async function run(self: Supervision, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await attempt(self, signal);
    } catch (error) {
      if (signal.aborted) break;
      await failed(self, isCcuError(error) ? error : mapTransportError(error), signal);
      if (signal.aborted) break;
      // Only a wish to reconnect shortens this wait; further failing calls must not make us hammer.
      await self.wakes.rest(self.backoff.next(), signal, 'renew').catch(() => undefined);
    }
  }
}

async function failed(self: Supervision, error: CcuError, signal: AbortSignal): Promise<void> {
  const { boot, status, elapsed } = self;
  if (error.code !== 'booting') {
    boot.notReadySince = undefined;
    status.set('disconnected', self.explain(error), error.code);
    return;
  }
  boot.notReadySince ??= elapsed();
  const absent = await self.isAbsent(elapsed() - boot.notReadySince, signal).catch(() => false);
  if (signal.aborted) return;
  boot.wasSeen = !absent;
  if (absent) status.set('disconnected', ABSENT);
  else status.set('booting', self.explain(error));
}

/** From nothing to connected, and then for as long as it lasts. */
async function attempt(self: Supervision, signal: AbortSignal): Promise<void> {
  const { boot, status } = self;
  // A CCU that boots keeps its state and words until it answers, instead of flickering between two.
  if (status.current().state !== 'booting') status.set('probing', status.current().note);
  await self.probe(signal);
  boot.notReadySince = undefined;
  if (boot.wasSeen) {
    status.set('warm_up', 'The CCU has just started; its devices need a moment.');
    await sleep(self.timers, self.timings.warmUpMs, signal);
    boot.wasSeen = false;
  }
  await establish(self, 'registering', signal);
  for (;;) await watch(self, signal);
}

async function establish(
  self: Supervision,
  state: 'registering' | 'reregistering',
  signal: AbortSignal,
): Promise<void> {
  const { status, evidence } = self;
  // While nothing arrives here, that stays said, and the CCU is spared everything but the registration: trying again
  // every now and then must neither hide the explanation nor be a burden.
  const unreachable = status.current().state === 'callback_unreachable';
  if (!unreachable) status.set(state);
  const announced = await self.route.announce();
  evidence.registeredAt = self.elapsed();
  await self.register(announced, signal);
  self.wakes.forget();
  evidence.pingFrom = Number.NEGATIVE_INFINITY;
  const heardBefore = evidence.lastHeardAt;
  if (state === 'registering') status.set('loading');
  // The way back is proved before anything is read that can hang; what takes long is read meanwhile or afterwards.
  let proven = await prove(self, signal, 1);
  if (proven || !unreachable) await self.load(signal);
  if (!proven) {
    proven = await prove(self, signal);
    if (proven && unreachable) await self.load(signal);
  } else if (isQuiet(self)) proven = await prove(self, signal);
  if (proven) {
    self.backoff.reset();
    sayConnected(self);
  } else sayUnproven(self, announced, evidence.lastHeardAt !== heardBefore);
}

function sayConnected({ status, evidence }: Supervision): void {
  status.set('connected', evidence.lastMiss === 'refused' ? EVENTS_FOR_PONG : undefined);
}

function sayUnproven(self: Supervision, announced: Announced, heard: boolean): void {
  const { status, evidence } = self;
  if (!knowsPing(self)) status.set('suspect', NO_PING);
  else if (evidence.lastMiss === 'refused') status.set('suspect', PING_REFUSED);
  else if (heard) status.set('suspect', EVENTS_WITHOUT_PONG);
  else status.set('callback_unreachable', callbackNote(announced, self.pinger.foreignPongs() > 0));
}

const knowsPing = ({ evidence, elapsed }: Supervision) => hasPing(evidence, elapsed());
const quietLeft = (self: Supervision) => quietLeftMs(self.evidence, self.elapsed(), self);
const isQuiet = (self: Supervision) => quietLeft(self) === 0;
const prove = (self: Supervision, signal: AbortSignal, tries = self.timings.missedPongs) =>
  proveWayBack(self, signal, tries);

async function watch(self: Supervision, signal: AbortSignal): Promise<void> {
  const reachable = self.status.current().state === 'connected';
  const pinging = knowsPing(self);
  const ms = !pinging ? self.timings.checkIntervalMs : reachable ? quietLeft(self) : self.backoff.next();
  const why = await self.wakes.rest(ms, signal);
  if (why === 'renew') return await establish(self, 'reregistering', signal);
  if (!knowsPing(self)) return await watchWithoutPing(self, signal);
  if (!pinging) return await tryPingAgain(self, signal);
  if (!reachable) return await recover(self, why, signal);
  if ((why === 'suspect' || isQuiet(self)) && !(await check(self, signal))) {
    return await establish(self, 'reregistering', signal);
  }
  self.tending.begin(why === 'look' ? 'now' : 'due', signal);
}

/** Pings a connection that is silent or suspicious; false when it has to register anew. */
async function check(self: Supervision, signal: AbortSignal): Promise<boolean> {
  const heardBefore = self.evidence.lastHeardAt;
  // A daemon that forgets its clients needs no second chance: registering there costs nothing.
  if (await prove(self, signal, self.profile.forgetsClients ? 1 : undefined)) sayConnected(self);
  else if (self.evidence.lastHeardAt === heardBefore) return false;
  else self.status.set('suspect', EVENTS_WITHOUT_PONG);
  return true;
}

/** The way back was broken. An event that arrives after all is worth a ping before registering again. */
async function recover(self: Supervision, why: Wake, signal: AbortSignal): Promise<void> {
  const talks = self.status.current().note === EVENTS_WITHOUT_PONG;
  if (why !== 'heard' && !talks) return await establish(self, 'reregistering', signal);
  const heardBefore = self.evidence.lastHeardAt;
  if (!(await prove(self, signal))) {
    if (talks && self.evidence.lastHeardAt === heardBefore) await establish(self, 'reregistering', signal);
    return;
  }
  await self.load(signal);
  self.backoff.reset();
  sayConnected(self);
}

async function watchWithoutPing(self: Supervision, signal: AbortSignal): Promise<void> {
  await self.probe(signal);
  self.evidence.lastProvenAt = self.elapsed();
  if (self.status.current().state === 'connected') self.tending.begin('due', signal);
}

async function tryPingAgain(self: Supervision, signal: AbortSignal): Promise<void> {
  if (await prove(self, signal)) sayConnected(self);
  else if (knowsPing(self)) await establish(self, 'reregistering', signal);
}
