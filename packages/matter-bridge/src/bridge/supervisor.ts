import type { MatterStatus } from '@ccu-gateway/contract/types';
import { logTo } from '../node/log.js';
import { type ActivityCounts, createCounts } from '../ports/activity.js';
import type { BridgeOptions, BridgeState, OpenBridge } from './bridge.js';
import { openBridge } from './bridge.js';
import { awaitedProblem, networkProblems, type Problem, startProblem } from './problems.js';

/** A bridge with all its lives: when the last home was left it begins anew. */
export interface SupervisedBridge {
  status(): MatterStatus;
  figures(): BridgeFigures;
  bridge(): OpenBridge | undefined;
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

/** Starts the bridge in the background; what keeps it from running is said in its status. */
export function superviseBridge(
  options: Omit<BridgeOptions, 'onErase' | 'onAwaited' | 'signal' | 'count'>,
): SupervisedBridge {
  const { ports, settings } = options;
  const { count, counts } = createCounts();
  let open: OpenBridge | undefined;
  let problem: Problem | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<void> = Promise.resolve();
  logTo(ports.log);

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    last = last.then(run).catch((error: unknown) => {
      if (signal.aborted && error === signal.reason) return;
      problem = startProblem(error, settings.port);
      ports.log.error('matter bridge failed', { code: problem.code, error });
      ports.incident({ summary: problem.message, detail: problem.remedy });
    });
    return last;
  };
  const start = async () => {
    if (signal.aborted) return;
    problem = undefined;
    open = await openBridge({ ...options, count, onErase, onAwaited, signal });
    problem = undefined;
    const { port, endpoints, fabrics } = open.state();
    ports.log.info('matter bridge listens', { port, endpoints, fabrics });
  };
  function onAwaited(centrals: readonly string[]): void {
    problem = awaitedProblem(centrals);
    ports.log.warn('matter bridge waits', { code: problem.code, centrals: centrals.join(', ') });
  }
  /** Only what belongs to Matter; numbers of things and what was chosen stay. */
  function onErase(): void {
    void inTurn(async () => {
      const former = open;
      open = undefined;
      await former?.stop();
      ports.store.reset();
      ports.log.info('matter bridge begins anew', { reason: 'the last home was left' });
      await start();
    });
  }
  void inTurn(start);

  return {
    bridge: () => open,
    figures() {
      const { endpointsUsed = 0, endpoints = 0, fabrics = 0, sessions = 0, subscriptions = 0 } = open?.state() ?? {};
      return { things: endpoints, endpoints: endpointsUsed, fabrics, sessions, subscriptions, activity: counts() };
    },
    status() {
      const state = open?.state();
      const problems = problem === undefined ? networkProblems() : [problem];
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
        ...(problems.length === 0 ? {} : { problems: [...problems] }),
      };
    },
    async stop() {
      stopping.abort();
      await inTurn(async () => {
        const former = open;
        open = undefined;
        await former?.stop();
      });
    },
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
