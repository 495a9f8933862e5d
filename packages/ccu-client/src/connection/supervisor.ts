import type { Announced, CallbackRoute } from '../callback/server.js';
import { type CcuError, isCcuError } from '../model/errors.js';
import type { InterfaceProfile } from '../model/interfaces.js';
import type { ConnectionState } from '../model/model.js';
import type { Now, Random, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { mapTransportError } from '../transport/errors.js';
import type { DoubtCause } from './doubts.js';
import { type Cause, type Effect, type Input, type Loss, NEW_LINK, type Reading, type Work } from './link.js';
import type { Pinger } from './pinger.js';
import { callbackNote, SENTENCES, type StatusBoard } from './status.js';
import { transition } from './transition.js';

interface SupervisorDeps {
  readonly profile: InterfaceProfile;
  /** The sentence for people about an interface that cannot be used. */
  readonly explain: (error: CcuError) => string;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly status: StatusBoard;
  readonly pinger: Pinger;
  readonly route: Pick<CallbackRoute, 'announce'>;
  /** Checks that the interface answers. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  /** True when there is no process behind this interface. `notReadyMs`: how long the CCU has answered "not ready" for it. */
  readonly isAbsent: (notReadyMs: number, signal: AbortSignal) => Promise<boolean>;
  /** Deregisters and registers at the CCU. */
  readonly register: (announced: Announced, signal: AbortSignal) => Promise<void>;
  /** Brings devices and values up to date after a registration. */
  readonly load: (signal: AbortSignal) => Promise<Reading>;
  /** Reads devices and values again, because messages of the CCU may be lost. */
  readonly reread: (signal: AbortSignal) => Promise<Reading>;
  /** A doubt is over. */
  readonly onSettled: (loss: Loss) => void;
  /** Does side tasks while all is well. */
  readonly tend: (signal: AbortSignal) => Promise<void>;
  /** Takes the error of a listener that threw. */
  readonly onFault: (error: unknown) => void;
}

export interface Supervisor {
  /** Runs until the signal aborts. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
  /** An event arrived. */
  heard(): void;
  /** Something seems wrong: checks now instead of at the next turn. */
  suspect(): void;
  /**
   * Messages of the CCU may be lost: everything is read again before the link counts as connected once more.
   * `since`: the time of the loss, where that was before the last proof.
   */
  doubt(cause: DoubtCause, since?: number): void;
  /** Registers anew now. */
  renew(): void;
  /** There is something to tend: does it now, when all is well. */
  look(): void;
}

/**
 * Keeps one interface registered: carries out the effects of `transition`, and reports their outcomes to it. It never gives up and
 * never restarts anything at the CCU.
 */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { status, timings, profile, now, random } = deps;
  const elapsed = createSteadyClock(now);
  const over = new AbortController();
  const carryOut = createHands(deps, { feed, elapsed, signal: over.signal });
  const inputs: Input[] = [];
  let isFeeding = false;
  let link = NEW_LINK;

  /** One input after the other: an effect may cause the next input, which waits until all effects of this one are done. */
  function feed(input: Input): void {
    inputs.push(input);
    if (isFeeding) return;
    isFeeding = true;
    try {
      for (let next = inputs.shift(); next !== undefined; next = inputs.shift()) {
        const turn = transition(link, next, { at: elapsed(), clock: now(), random: random() }, { profile, timings });
        link = turn.link;
        for (const effect of turn.effects) {
          // A listener that throws must not keep the link from its next call or timer.
          try {
            carryOut(effect);
          } catch (error) {
            deps.onFault(error);
          }
        }
      }
    } finally {
      isFeeding = false;
    }
  }

  return {
    run: (signal) =>
      new Promise((resolve) => {
        const stop = () => {
          feed({ is: 'stop' });
          over.abort(signal.reason);
          resolve();
        };
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        feed({ is: 'start' });
      }),
    heard() {
      status.heard();
      feed({ is: 'heard' });
    },
    suspect: () => feed({ is: 'suspect' }),
    doubt: (cause, since) => feed({ is: 'doubt', cause, since }),
    renew: () => feed({ is: 'renew' }),
    look: () => feed({ is: 'look' }),
  };
}

interface Reach {
  /** Takes the outcome of an effect. */
  readonly feed: (input: Input) => void;
  readonly elapsed: Now;
  readonly signal: AbortSignal;
}

/** Carries out effects. */
function createHands(deps: SupervisorDeps, reach: Reach): (effect: Effect) => void {
  const { status, timings, timers, pinger } = deps;
  const { feed, elapsed, signal } = reach;
  const waiting = createWaiting(timers, () => feed({ is: 'waited' }));
  const tending = createTending({
    tend: deps.tend,
    intervalMs: () => timings.checkIntervalMs,
    elapsed,
    onFailed: () => feed({ is: 'doubt', cause: 'call_failed' }),
  });
  let announced: Announced | undefined;

  function show(state: ConnectionState, cause: Cause | undefined): void {
    const code = state === 'disconnected' && isCcuError(cause) ? cause.code : undefined;
    status.set(state, cause === undefined ? undefined : sentence(cause), code);
  }

  function sentence(cause: Cause): string | undefined {
    if (isCcuError(cause)) return deps.explain(cause);
    if (cause !== 'unreachable') return SENTENCES[cause];
    return announced && callbackNote(announced, pinger.foreignPongs() > 0);
  }

  async function register(): Promise<void> {
    announced = await deps.route.announce();
    feed({ is: 'announced' });
    await deps.register(announced, signal);
  }

  return (effect) => {
    switch (effect.do) {
      case 'show':
        show(effect.state, effect.cause);
        break;
      case 'measure':
        status.measured({ pingMs: effect.pingMs });
        break;
      case 'report_loss':
        deps.onSettled(effect.loss);
        break;
      case 'tend':
        tending.begin(effect.when, signal);
        break;
      case 'wait':
        waiting.begin(effect.ms);
        break;
      case 'wake':
        waiting.endWithTurn();
        break;
      case 'cease':
        waiting.cancel();
        break;
      default:
        waiting.cancel();
        call(deps, effect, register, reach);
    }
  };
}

type Call = Exclude<Work, { readonly do: 'wait' | 'wake' | 'cease' }>;

/** Makes a call; its outcome is the next input. */
function call(deps: SupervisorDeps, effect: Call, register: () => Promise<void>, { feed, signal }: Reach): void {
  const follow = <T>(begin: () => Promise<T>, input: (outcome: T) => Input, failed = failure) => {
    begun(begin).then(
      (outcome) => feed(input(outcome)),
      (error: unknown) => feed(failed(isCcuError(error) ? error : mapTransportError(error))),
    );
  };
  const callMs = deps.timings.pongTimeoutMs;
  switch (effect.do) {
    case 'probe':
      follow(
        () => deps.probe(signal),
        () => ({ is: 'answered' }),
      );
      break;
    case 'find_process':
      follow(
        () => deps.isAbsent(effect.notReadyMs, signal),
        (isAbsent) => ({ is: 'found', isAbsent }),
        () => ({ is: 'found', isAbsent: false }),
      );
      break;
    case 'register':
      follow(register, () => ({ is: 'registered' }));
      break;
    case 'ping':
      follow(
        () => deps.pinger.ping({ callMs, eventMs: callMs * deps.profile.pongPatience, signal }),
        (outcome) => ({ is: 'pinged', outcome }),
        (error) => (error.code === 'unsupported' ? NO_PING : failure(error)),
      );
      break;
    case 'load':
      follow(
        () => deps.load(signal),
        (reading) => ({ is: 'read', reading }),
      );
      break;
    case 'reread':
      follow(
        () => deps.reread(signal),
        (reading) => ({ is: 'read', reading }),
      );
      break;
  }
}

/** The promise of a call; an error that it throws at once is an outcome, too. */
function begun<T>(begin: () => Promise<T>): Promise<T> {
  try {
    return begin();
  } catch (error) {
    return Promise.reject(error);
  }
}

const failure = (error: CcuError): Input => ({ is: 'failed', error });
const NO_PING: Input = { is: 'pinged', outcome: { kind: 'unsupported' } };

/** The one wait of a link. */
function createWaiting(timers: Timers, onOver: () => void) {
  let cancel = () => {};
  return {
    begin(ms: number) {
      cancel();
      cancel = timers.after(ms, onOver);
    },
    endWithTurn() {
      cancel();
      let isCancelled = false;
      cancel = () => {
        isCancelled = true;
      };
      queueMicrotask(() => {
        if (!isCancelled) onOver();
      });
    },
    cancel: () => cancel(),
  };
}

/** Side tasks while all is well, run beside the checks: a task that hangs must not hide that the CCU is frozen. */
interface Tending {
  /** Begins, unless a run is under way or began within the interval; `now` ignores the interval. */
  begin(when: 'due' | 'now', signal: AbortSignal): void;
}

/** Makes the tending of one connection: one run at a time, and one per interval. */
function createTending(deps: {
  readonly tend: (signal: AbortSignal) => Promise<void>;
  readonly intervalMs: () => number;
  readonly elapsed: Now;
  readonly onFailed: () => void;
}): Tending {
  const { elapsed } = deps;
  let running: Promise<void> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  return {
    begin(when, signal) {
      if (running !== undefined || (when === 'due' && elapsed() - begunAt < deps.intervalMs())) return;
      begunAt = elapsed();
      running = deps
        .tend(signal)
        .catch(deps.onFailed)
        .finally(() => {
          running = undefined;
        });
    },
  };
}
