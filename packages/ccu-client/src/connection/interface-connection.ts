import type { Announced, CallbackRoute } from '../callback/server.js';
import { type CcuError, clientClosed, isCcuError } from '../model/errors.js';
import type { LoopTestResult } from '../model/operations-model.js';
import { watchForStalls } from '../time/stall-watch.js';
import { createLinkParts } from './connection-parts.js';
import type { ConnectionParts, InterfaceConnection, InterfaceConnectionDeps } from './interface-connection-model.js';
import type { Reading } from './link.js';
import type { Miss } from './pinger.js';
import { createReceiver, takeEarly } from './receive.js';
import { callbackNote, EVENTS_WITHOUT_PONG, noteFor, PING_REFUSED, UNANSWERED } from './status.js';
import { createSupervisor, type Supervisor } from './supervisor.js';

export function createInterfaceConnection(deps: InterfaceConnectionDeps): InterfaceConnection {
  const { central, interfaceName, interfaceId, ccuHost, profile } = deps;
  const parts = createLinkParts(deps, {
    onFailure: () => supervisor.doubt('call_failed'),
    onHangUp: () => supervisor.suspect(),
    onSlow: () => supervisor.suspect(),
  });
  const { stop, status, circuit, rpc, inventory, catalogue, work, writer, loader, registration } = parts;
  let loaded = false;
  let repeatedBatches = 0;

  const route = deps.callbacks.register({
    ...{ central, interfaceName, interfaceId, ccuHost, protocol: profile.protocol },
    handler: (call) => receive(call),
    onUnreadable: () => supervisor.doubt('unreadable'),
    onRepeated() {
      repeatedBatches += 1;
    },
  });
  const supervisor = supervise(parts, route, async (signal) => {
    await work.run(() => inventory.refresh(signal));
    takeEarly(parts);
    const reading = await loader.load(signal);
    // Events from before the first load never reached this process.
    if (!loaded) parts.witness.settled(Number.POSITIVE_INFINITY);
    parts.radio.due();
    loaded = true;
    writer.resume();
    deps.onLoaded();
    return reading;
  });
  const receive = createReceiver(parts, supervisor);

  return {
    interfaceName,
    profile,
    rpc,
    inventory,
    catalogue,
    writer,
    status: status.current,
    circuit: circuit.state,
    refusedDescriptions: parts.refusals.current,
    leftOut: parts.leftOut.current,
    isLoaded: () => loaded,
    start: () => start(parts, supervisor),
    reconnect: () => supervisor.renew(),
    restarted: () => supervisor.doubt('restarted'),
    rescan: () => work.rescan(),
    holdingDevices: (each) => work.run(each),
    accepted(address) {
      if (inventory.find(address) === undefined) return;
      loader.due();
      supervisor.look();
    },
    loopTest: (signal) =>
      runLoopTest(parts, {
        route,
        onMissed: (miss) => supervisor.doubt(miss),
        isRegistered: () => loaded,
        repeatedBatches: () => repeatedBatches,
        signal: AbortSignal.any([signal, stop.signal]),
      }),
    async close(signal) {
      const kept = writer.close();
      stop.abort(clientClosed());
      await registration.deregister(signal);
      route.remove();
      rpc.close();
      await kept;
      status.set('stopped');
    },
  };
}

function start({ deps, stop, work, inventory, writer }: ConnectionParts, supervisor: Supervisor): void {
  const { now, timers } = deps;
  watchForStalls({ now, timers, onStall: () => supervisor.doubt('stalled') }, stop.signal);
  void work
    .run(() => inventory.recall(stop.signal))
    .catch(() => undefined)
    .then(() => writer.recall())
    .then(() => supervisor.run(stop.signal));
}

function supervise(
  parts: ConnectionParts,
  route: CallbackRoute,
  load: (signal: AbortSignal) => Promise<Reading>,
): Supervisor {
  const { deps, status, pinger, registration, introductions, inventory, work, loader, radio } = parts;
  const { central, interfaceName, profile, timings, timers, now, random, isAbsent, emit } = deps;
  const supervisor = createSupervisor({
    profile,
    timings,
    timers,
    now,
    status,
    pinger,
    route,
    isAbsent,
    load,
    async reread(signal) {
      await work.run(() => inventory.refresh(signal));
      return await loader.load(signal);
    },
    onSettled(loss) {
      parts.witness.settled(now() - loss.since);
      emit({ type: 'events_unproved', central, interfaceName, at: now(), ...loss });
    },
    onFault: (error) =>
      deps.complaints.report({
        level: 'error',
        event: 'link.listener_failed',
        message: `a listener to the state of the link failed: ${error instanceof Error ? error.message : 'unknown'}`,
        central,
        interfaceName,
      }),
    explain: (error) => explain(deps, error),
    probe: (signal) => probe(parts, signal),
    random,
    register: (announced, signal) =>
      introductions.during(async () => {
        parts.known.renew();
        await registration.register(announced, signal);
        const { registrations = 0 } = status.current();
        status.measured({ callbackUrl: announced.shown, registrations: registrations + 1 });
        deps.onRegistered();
      }),
    async tend(signal) {
      await loader.loadIfDue(signal);
      await radio.poll(signal);
      const ago = await parts.witness.misses(signal);
      if (ago !== undefined) supervisor.doubt('event_missing', now() - ago);
    },
  });
  return supervisor;
}

/** Checks that the interface answers at all; a refusal is an answer. */
async function probe({ rpc }: ConnectionParts, signal: AbortSignal): Promise<void> {
  try {
    await rpc.call('system.listMethods', [], { signal, probe: true });
  } catch (error) {
    if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
  }
}

/** Explains to people why an interface cannot be used. */
function explain({ interfaceName, profile, port }: InterfaceConnectionDeps, error: CcuError): string {
  return noteFor(error, profile.namedInFirewall ? { interfaceName, port } : undefined);
}

/** Proves CCU → callback → here once, or reports the broken hop with its cause. Rejects only for `aborted` and `closed`. */
async function runLoopTest(
  parts: ConnectionParts,
  test: {
    readonly route: Pick<CallbackRoute, 'announce'>;
    /** The ping of the test proved nothing. */
    readonly onMissed: (miss: Miss) => void;
    readonly isRegistered: () => boolean;
    /** Batches that came once more, since the connection began. */
    readonly repeatedBatches: () => number;
    readonly signal: AbortSignal;
  },
): Promise<LoopTestResult> {
  const { deps, pinger, registration, status } = parts;
  const { signal } = test;
  const { pongTimeoutMs } = deps.timings;
  const patience = { callMs: pongTimeoutMs, eventMs: pongTimeoutMs * deps.profile.pongPatience };
  let hop: 'ccu' | 'registration' = 'ccu';
  const repeats = () => pinger.repeatedPongs() + test.repeatedBatches();
  const repeatsBefore = repeats();
  const lastEventAt = () => status.current().lastEventAt;
  try {
    await probe(parts, signal);
    const announced: Announced = await test.route.announce();
    hop = 'registration';
    if (!test.isRegistered()) await registration.register(announced, signal);
    hop = 'ccu';
    const foreignBefore = pinger.foreignPongs();
    const eventsBefore = lastEventAt();
    const outcome = await pinger.ping({ ...patience, signal });
    if (outcome.kind === 'proved') {
      const repeated = repeats() - repeatsBefore;
      return { ok: true, rttMs: outcome.rttMs, ...(repeated > 0 ? { repeated } : {}) };
    }
    test.onMissed(outcome.kind);
    if (outcome.kind === 'unanswered') return { ok: false, hop, cause: UNANSWERED };
    if (outcome.kind === 'refused') return { ok: false, hop, cause: PING_REFUSED };
    if (lastEventAt() !== eventsBefore) return { ok: false, hop: 'callback', cause: EVENTS_WITHOUT_PONG };
    const foreign = pinger.foreignPongs() > foreignBefore;
    return { ok: false, hop: foreign ? 'foreign' : 'callback', cause: callbackNote(announced, foreign) };
  } catch (error) {
    if (!isCcuError(error) || error.code === 'aborted' || error.code === 'closed') throw error;
    if (error.code === 'unsupported') {
      return { ok: false, hop: 'ccu', cause: 'This interface has no ping; its way back shows with its first event.' };
    }
    return { ok: false, hop, cause: explain(deps, error) };
  }
}
