import type { Announced, CallbackRoute } from '../callback/server.js';
import { type CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { Now, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { type Backoff, createBackoff } from '../time/backoff.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { sleep } from '../time/wait.js';
import { mapTransportError } from '../transport/errors.js';
import { createDoubts, type Doubt, type DoubtCause, type Doubts } from './doubts.js';
import { createEvidence, type Evidence, hasPing, longestRestMs, proofLeftMs } from './evidence.js';
import { ABSENT, callbackNote } from './notes.js';
import type { Pinger } from './pinger.js';
import { proveWayBack } from './proof.js';
import { awaitsEvent, isConnected, nextStep, SHOWN, type Standing } from './standing.js';
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
  /** Brings devices and values up to date after a registration. */
  readonly load: (signal: AbortSignal) => Promise<Reading>;
  /** Reads devices and values again, because something may be lost of what the CCU sent. */
  readonly reread: (signal: AbortSignal) => Promise<Reading>;
  /** A doubt is over: what the CCU sent since then and is no state may be lost, and states as far as they were not read. */
  readonly onSettled: (lost: {
    readonly cause: DoubtCause;
    readonly since: number;
    readonly statesRead: boolean;
  }) => void;
  /** Small things to do while all is well. */
  readonly tend: (signal: AbortSignal) => Promise<void>;
}

/**
 * What became of reading values. `later`: they cannot be read in bulk here and now, and the link does not wait for them; clients
 * are told. `failed`: they could not be read, and the next attempt may succeed.
 */
export type Reading = 'read' | 'later' | 'failed';

export interface Supervisor {
  /** Runs until the signal aborts. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** An event arrived. */
  heard(): void;
  /** Something looks wrong: look now instead of at the next turn. */
  suspect(): void;
  /**
   * Something that the CCU sent may be lost: everything is read again before the link counts as connected once more.
   * `since`: when it was lost, where that was before the last proof.
   */
  doubt(cause: DoubtCause, since?: number): void;
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
  readonly doubts: Doubts;
  readonly boot: Boot;
  readonly wakes: Wakes;
  readonly tending: Tending;
  /** Paces readings that follow each other: a link that breaks again and again must not keep the logic layer busy. */
  readonly rereads: Backoff;
  readonly link: Link;
}

/** What is remembered of a CCU that starts. */
interface Boot {
  notReadySince: number | undefined;
  wasSeen: boolean;
}

/** What is remembered of a registered link. */
interface Link {
  standing: Standing | undefined;
  /** When everything may be read again. */
  rereadAt: number;
  /** The last reading failed. */
  isUnread: boolean;
}

/**
 * Keeps one interface registered. Every way out of trouble leads through probing, registering and loading; "connected"
 * is said only after an event came back, and after everything was read again that may be lost. It never gives up and never
 * restarts anything at the CCU.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { status, timings } = deps;
  const elapsed = createSteadyClock(deps.now);
  const evidence = createEvidence();
  const doubts = createDoubts(deps.now);
  const wakes = createWakes(deps.timers);
  const link: Link = { standing: undefined, rereadAt: Number.NEGATIVE_INFINITY, isUnread: false };
  const doubt = (cause: DoubtCause, since?: number) => {
    doubts.raise(cause, since);
    wakes.wake('doubt');
  };
  const tending = createTending({
    tend: deps.tend,
    intervalMs: () => timings.checkIntervalMs,
    elapsed,
    onFailed: () => doubt('call_failed'),
  });
  const rereads = createBackoff({ minMs: timings.pongTimeoutMs, maxMs: rereadPaceMs(timings), random: () => 0.5 });
  const self: Supervision = {
    ...deps,
    elapsed,
    evidence,
    doubts,
    wakes,
    tending,
    rereads,
    link,
    boot: { notReadySince: undefined, wasSeen: false },
  };

  return {
    run: (signal) => run(self, signal),
    heard() {
      evidence.lastHeardAt = elapsed();
      status.measured({ lastEventAt: deps.now() });
      if (link.standing !== undefined && awaitsEvent(link.standing)) wakes.wake('heard');
    },
    suspect() {
      // Just proved: a server that hangs up after every call must not make us ping after every ping.
      if (elapsed() - evidence.lastProvenAt >= timings.pongTimeoutMs / 2) wakes.wake('suspect');
    },
    doubt,
    renew: () => wakes.wake('renew'),
    look() {
      if (status.current().state === 'connected') wakes.wake('look');
    },
  };
}

/** The longest pace of readings. A link that was well for this long begins with the shortest again. */
const rereadPaceMs = ({ pongTimeoutMs }: Timings): number => pongTimeoutMs * 6;

async function run(self: Supervision, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await attempt(self, signal);
    } catch (error) {
      if (signal.aborted) break;
      self.link.standing = undefined;
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
  const unreachable = self.link.standing === 'unreachable';
  if (!unreachable) status.set(state);
  const announced = await self.route.announce();
  evidence.registeredAt = self.elapsed();
  await self.register(announced, signal);
  self.wakes.forget();
  self.doubts.raise('registered');
  evidence.pingFrom = Number.NEGATIVE_INFINITY;
  const heardBefore = evidence.lastHeardAt;
  if (state === 'registering') status.set('loading');
  // The way back is proved before anything is read that can hang; what takes long is read meanwhile or afterwards.
  let proven = await prove(self, signal, 1);
  if (proven || !unreachable) await load(self, proven, signal);
  if (!proven) {
    proven = await prove(self, signal);
    if (proven && unreachable) await load(self, proven, signal);
  } else if (isProofDue(self)) proven = await prove(self, signal);
  if (proven && (await settle(self, signal))) return;
  const heard = evidence.lastHeardAt !== heardBefore;
  if (heard && !knowsPing(self)) await settle(self, signal);
  else stand(self, unproven(self, heard), callbackNote(announced, self.pinger.foreignPongs() > 0));
}

/** Shows where the link stands. */
function stand(self: Supervision, standing: Standing, unreachableNote?: string): void {
  self.link.standing = standing;
  const { state, note = standing === 'unreachable' ? unreachableNote : undefined } = SHOWN[standing];
  self.status.set(state, note);
}

function unproven(self: Supervision, heard: boolean): Standing {
  if (!knowsPing(self)) return 'no_ping';
  if (self.evidence.lastMiss === 'refused') return 'ping_refused';
  return heard ? 'events_without_pong' : 'unreachable';
}

const knowsPing = ({ evidence, elapsed }: Supervision) => hasPing(evidence, elapsed());
const proofLeft = (self: Supervision) => proofLeftMs(self.evidence, self.elapsed(), self);
const isProofDue = (self: Supervision) => proofLeft(self) === 0;
const prove = (self: Supervision, signal: AbortSignal, tries = self.timings.missedPongs) =>
  proveWayBack(self, signal, tries);

/** Reads devices and values. What was read before the way back was proved settles no doubt. */
async function load(self: Supervision, proven: boolean, signal: AbortSignal): Promise<void> {
  const doubt = self.doubts.current();
  take(self, await self.load(signal), proven ? doubt : undefined);
}

/** Takes the outcome of a reading that began under this doubt. */
function take(self: Supervision, reading: Reading, doubt: Doubt | undefined): void {
  self.link.isUnread = reading === 'failed';
  if (reading === 'failed') {
    self.link.rereadAt = self.elapsed() + self.backoff.next();
    return;
  }
  if (doubt === undefined) return;
  self.doubts.settle(doubt);
  const { cause, since } = doubt;
  if (since !== undefined) self.onSettled({ cause, since, statesRead: reading === 'read' });
}

/**
 * The way back is proved: reads again until nothing is in doubt, then says connected. Where it has to wait for that, it stands
 * as doubtful. False: the way back is not proved any more.
 */
async function settle(self: Supervision, signal: AbortSignal): Promise<boolean> {
  const { doubts, elapsed, link, rereads } = self;
  for (let doubt = doubts.current(); doubt !== undefined; doubt = doubts.current()) {
    if (elapsed() < link.rereadAt) {
      stand(self, link.isUnread ? 'unread' : 'doubtful');
      return true;
    }
    doubted(self);
    const reading = await self.reread(signal);
    take(self, reading, doubt);
    if (reading === 'failed') continue;
    if (elapsed() - link.rereadAt > rereadPaceMs(self.timings)) rereads.reset();
    link.rereadAt = elapsed() + rereads.next();
    if (knowsPing(self) && isProofDue(self) && !(await prove(self, signal))) return false;
  }
  self.backoff.reset();
  stand(self, self.evidence.lastMiss === 'refused' ? 'events_for_pong' : 'proved');
  return true;
}

/** A link that was connected is not, as long as something is in doubt. */
function doubted(self: Supervision): void {
  const { standing } = self.link;
  if (standing !== undefined && isConnected(standing)) stand(self, 'doubtful');
}

async function watch(self: Supervision, signal: AbortSignal): Promise<void> {
  const { link, wakes, doubts } = self;
  const standing = link.standing ?? 'unreachable';
  const hadPing = knowsPing(self);
  const why = await wakes.rest(restMs(self, standing, hadPing), signal, isRereading(standing) ? 'renew' : undefined);
  const step = nextStep({
    standing,
    why,
    hadPing,
    hasPing: knowsPing(self),
    inDoubt: doubts.current() !== undefined,
    isProofDue: isProofDue(self),
  });
  switch (step) {
    case 'register':
      return await establish(self, 'reregistering', signal);
    case 'watch_calls':
      return await watchCalls(self, why, signal);
    case 'try_ping':
      return await tryPing(self, signal);
    case 'recover':
      return await recover(self, signal);
    case 'check':
      return await check(self, signal);
    case 'tend':
      self.tending.begin(why === 'look' ? 'now' : 'due', signal);
  }
}

/** Nothing shortens the wait for a reading: what is in doubt meanwhile is read with it. */
const isRereading = (standing: Standing): boolean => standing === 'doubtful' || standing === 'unread';

function restMs(self: Supervision, standing: Standing, hadPing: boolean): number {
  if (isRereading(standing)) return Math.max(0, self.link.rereadAt - self.elapsed());
  if (!hadPing) return self.timings.checkIntervalMs;
  if (!isConnected(standing)) return self.backoff.next();
  return Math.min(proofLeft(self), longestRestMs(self.profile, self.timings));
}

/** Pings a connection that is silent, suspicious or in doubt, and reads again what may be lost. */
async function check(self: Supervision, signal: AbortSignal): Promise<void> {
  const heardBefore = self.evidence.lastHeardAt;
  if (self.doubts.current() !== undefined) doubted(self);
  // A daemon that forgets its clients needs no second chance: registering there costs nothing.
  const tries = self.profile.forgetsClients ? 1 : undefined;
  if ((await prove(self, signal, tries)) && (await settle(self, signal))) {
    self.tending.begin('due', signal);
    return;
  }
  if (self.evidence.lastHeardAt === heardBefore) await establish(self, 'reregistering', signal);
  else stand(self, 'events_without_pong');
}

/** The way back was broken. An event that arrives after all is worth a ping before registering again. */
async function recover(self: Supervision, signal: AbortSignal): Promise<void> {
  const talks = self.link.standing === 'events_without_pong';
  const heardBefore = self.evidence.lastHeardAt;
  if (!(await prove(self, signal))) {
    if (talks && self.evidence.lastHeardAt === heardBefore) await establish(self, 'reregistering', signal);
    return;
  }
  await load(self, true, signal);
  if (!(await settle(self, signal))) stand(self, unproven(self, true));
}

/** Without a ping, calls are watched, and the first event counts as the proof of the way back. */
async function watchCalls(self: Supervision, why: Wake, signal: AbortSignal): Promise<void> {
  const { evidence, link, doubts } = self;
  if (why !== 'heard') {
    await self.probe(signal);
    evidence.lastProvenAt = self.elapsed();
  }
  if (evidence.lastHeardAt < evidence.registeredAt) return;
  if (link.standing === 'no_ping' || doubts.current() !== undefined) await settle(self, signal);
  else self.tending.begin('due', signal);
}

async function tryPing(self: Supervision, signal: AbortSignal): Promise<void> {
  if ((await prove(self, signal)) && (await settle(self, signal))) return;
  if (knowsPing(self)) await establish(self, 'reregistering', signal);
}
