import type { MatterStatus } from '@ccu-gateway/contract/types';
import { logTo } from '../node/log.js';
import { type Lack, type Machine, thisMachine } from '../node/machine.js';
import { type ActivityCounts, createCounts } from '../ports/activity.js';
import type { BridgePorts } from '../ports/ports.js';
import type { BridgeOptions, BridgeSettings, BridgeState, OpenBridge } from './bridge.js';
import { openBridge } from './bridge.js';
import { awaitedProblem, lackProblem, type Problem, refusalProblem, StartRefused, startProblem } from './problems.js';

/** Bridge with its restarts: after the last home was left, and after changes of the network. */
export interface SupervisedBridge {
  status(): MatterStatus;
  figures(): BridgeFigures;
  bridge(): OpenBridge | undefined;
  /**
   * Applies other settings: another profile while it runs, another port or name with a restart of the bridge. A failure
   * is in the status.
   */
  reconfigure(settings: BridgeSettings): void;
  stop(): Promise<void>;
}

/** The bridge in numbers. */
export interface BridgeFigures {
  readonly things: number;
  /** Endpoints of the things and of their functions. */
  readonly endpoints: number;
  readonly fabrics: number;
  readonly sessions: number;
  readonly subscriptions: number;
  /** Since the bridge was loaded, also over its lives. */
  readonly activity: ActivityCounts;
}

/** The obstacle may be gone a moment later: a port that is free again, a cable that is back. */
const LOOK_AGAIN_MS = 30_000;

type Options = Omit<BridgeOptions, 'onErase' | 'onAwaited' | 'signal' | 'count'> & { readonly machine?: Machine };

/** Starts the bridge in the background; a failure is in its status, and the start is repeated. */
export function superviseBridge(options: Options): SupervisedBridge {
  const { ports, machine = options.network === undefined ? thisMachine() : SIMULATED } = options;
  const { count, counts } = createCounts();
  let { settings } = options;
  logTo(ports.log);
  const lives = createLives({ ...options, machine, count }, () => settings);
  lives.beginAnew();

  return {
    bridge: lives.open,
    figures: () => figuresOf(lives.open()?.state(), counts()),
    status: () => statusOf(lives.open()?.state(), lives.problem() ?? lackProblemOf(machine)),
    reconfigure(next) {
      const isSameNode = settings.name === next.name && settings.port === next.port;
      const isSame = isSameNode && settings.profile === next.profile;
      settings = next;
      // The same settings once more mean that the obstacle may be gone.
      if (isSame && lives.problem() === undefined) return;
      if (lives.open() !== undefined && isSameNode) lives.inTurn(async () => lives.open()?.useProfile(next.profile));
      else lives.beginAnew();
    },
    stop: lives.stop,
  };
}

/** The lives of a bridge, one after the other. */
interface Lives {
  open(): OpenBridge | undefined;
  problem(): Problem | undefined;
  /** Runs it after the current work; a failure is a problem. */
  inTurn(run: () => Promise<void>): void;
  /** Ends the life that there is, also one that only waits, and begins another one. */
  beginAnew(): void;
  stop(): Promise<void>;
}

function createLives(
  options: Options & Pick<BridgeOptions, 'count'> & { readonly machine: Machine },
  settings: () => BridgeSettings,
): Lives {
  const { ports, machine } = options;
  let open: OpenBridge | undefined;
  let problem: Problem | undefined;
  let lacked: Lack | undefined;
  let life = new AbortController();
  let isStopped = false;

  const failed = (error: unknown) => {
    if (error !== ENDED) problem = toldFailure(ports, startProblem(error, settings().port), { before: problem, error });
  };
  const inTurn = createTurns(ports, { failed, lookAgain, isStopped: () => isStopped });
  async function start(): Promise<void> {
    if (isStopped) return;
    life = new AbortController();
    const { signal } = life;
    lacked = machine.lack();
    const { port } = settings();
    const refusal = await machine.refusal(port);
    if (refusal !== undefined) throw new StartRefused(refusalProblem(refusal, port));
    open = await openBridge({ ...options, settings: settings(), onErase, onAwaited, signal });
    problem = undefined;
    tellStart(ports, open);
  }
  async function close(): Promise<void> {
    const former = open;
    open = undefined;
    await former?.stop();
  }
  async function lookAgain(): Promise<void> {
    if (open === undefined) return start();
    // Sockets opened without the protocol do not receive its packets.
    if (lacked === undefined || machine.lack() !== undefined) return;
    ports.log.info('matter bridge begins anew', { reason: 'the network has the missing protocol' });
    await close();
    await start();
  }
  function onAwaited(centrals: readonly string[]): void {
    problem = awaitedProblem(centrals);
    ports.log.warn('matter bridge waits', { code: problem.code, centrals: centrals.join(', ') });
  }
  /** Removes the data of Matter only; the numbers of things and the choices stay. */
  function onErase(): void {
    void inTurn(async () => {
      await close();
      ports.store.reset();
      ports.log.info('matter bridge begins anew', { reason: 'the last home was left' });
      await start();
    });
  }
  return {
    open: () => open,
    problem: () => problem,
    inTurn: (run) => void inTurn(run),
    beginAnew() {
      problem = undefined;
      life.abort(ENDED);
      void inTurn(() => close().then(start));
    },
    async stop() {
      isStopped = true;
      life.abort(ENDED);
      await inTurn(close);
    },
  };
}

/** Runs work one after the other, and looks again some time after the last one. */
function createTurns(
  { clock }: Pick<BridgePorts, 'clock'>,
  to: {
    readonly failed: (error: unknown) => void;
    readonly lookAgain: () => Promise<void>;
    readonly isStopped: () => boolean;
  },
) {
  let cancelLook: () => void = () => undefined;
  let last: Promise<void> = Promise.resolve();
  const inTurn = (run: () => Promise<void>): Promise<void> => {
    last = last
      .then(run)
      .catch(to.failed)
      .then(() => {
        cancelLook();
        if (!to.isStopped()) cancelLook = clock.after(LOOK_AGAIN_MS, () => void inTurn(to.lookAgain));
      });
    return last;
  };
  return inTurn;
}

function tellStart({ log }: BridgePorts, open: OpenBridge): void {
  const { port, endpoints, fabrics } = open.state();
  log.info('matter bridge listens', { port, endpoints, fabrics });
}

/** Reports a failure once, for any number of attempts. */
function toldFailure(
  { log, incident }: BridgePorts,
  found: Problem,
  { before, error }: { readonly before: Problem | undefined; readonly error: unknown },
): Problem {
  const { code, message, remedy } = found;
  if (message === before?.message) return found;
  log.error('matter bridge failed', { code, reason: message, remedy, error });
  incident({ summary: message, detail: remedy });
  return found;
}

/** Why a bridge that has not started yet is ended: nothing that went wrong. */
const ENDED = new Error('the bridge is ended');

/** A network that is no machine's has everything. */
const SIMULATED: Machine = { refusal: async () => undefined, lack: () => undefined };

function lackProblemOf(machine: Machine): Problem | undefined {
  const lack = machine.lack();
  return lack === undefined ? undefined : lackProblem(lack);
}

function figuresOf(state: BridgeState | undefined, activity: ActivityCounts): BridgeFigures {
  const { endpointsUsed = 0, endpoints = 0, fabrics = 0, sessions = 0, subscriptions = 0 } = state ?? {};
  return { things: endpoints, endpoints: endpointsUsed, fabrics, sessions, subscriptions, activity };
}

function statusOf(state: BridgeState | undefined, problem: Problem | undefined): MatterStatus {
  return {
    enabled: true,
    listening: state?.listening ?? false,
    ...(state === undefined ? {} : { listen_addr: `[::]:${state.port}` }),
    endpoint_count: state?.endpoints ?? 0,
    fabric_count: state?.fabrics ?? 0,
    enabled_count: state?.chosen ?? 0,
    advertising: state !== undefined && (state.fabrics > 0 || state.isWindowOpen),
    commissioning_window_open: state?.isWindowOpen ?? false,
    commissioning_window_duration_seconds: state?.windowSeconds ?? 0,
    ...(state === undefined ? {} : balanceView(state)),
    ...(problem === undefined ? {} : { problems: [problem] }),
  };
}

function balanceView({ profile, endpointsUsed, endpointLimit, warnings }: BridgeState): Partial<MatterStatus> {
  const said = warnings.map(({ code, message, keys }) => ({ code, message, things: keys.length }));
  return {
    profile,
    endpoints_used: endpointsUsed,
    ...(endpointLimit === undefined ? {} : { endpoint_limit: endpointLimit }),
    ...(said.length === 0 ? {} : { warnings: said }),
  };
}
