import { randomInt } from 'node:crypto';
import type { MatterStatus } from '@ccu-gateway/contract/types';
import type { EventStream } from '@ccu-gateway/event-stream';
import type { GatewayCore } from '@ccu-gateway/gateway-core';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { type MatterAccess, NO_MATTER_BRIDGE } from '@ccu-gateway/gateway-core/use-cases';
import type { BridgeFigures, BridgePorts, SupervisedBridge } from '@ccu-gateway/matter-bridge';
import { type MatterFile, openMatterFile, StorageError } from '@ccu-gateway/storage';
import type { GatewayConfig } from '../config/index.js';
import { eventsOf } from '../parts/part-events.js';
import type { Base } from './base.js';
import type { Data } from './data.js';

type Problem = NonNullable<MatterStatus['problems']>[number];

/** The Matter bridge as far as this gateway has one. */
export interface MatterPart {
  /** Leads to the bridge, enabled or not. */
  readonly access: MatterAccess;
  /** Undefined while it does not run. */
  figures(): BridgeFigures | undefined;
  /** Loads and starts it in the background; does nothing where it is not enabled. */
  start(core: GatewayCore): void;
  /** Takes other settings at once; failures are in the status. */
  reconfigure(settings: MatterSettings): void;
}

type MatterSettings = GatewayConfig['matter'];
type Package = Pick<typeof import('@ccu-gateway/matter-bridge'), 'startMatterBridge'>;

interface Parts {
  readonly base: Base;
  readonly data: Data;
  readonly house: { readonly stream: { publish(event: Parameters<EventStream['publish']>[0]): unknown } };
  readonly version: string;
  /** Loads the package; replaced in tests. */
  readonly loadPackage?: () => Promise<Package>;
}

const PART = 'matter';
const STARTING: MatterStatus = { ...NO_MATTER_BRIDGE, enabled: true };

/** Nothing of it is loaded unless it is enabled. */
export function createMatter(parts: Parts): MatterPart {
  const { base, data, version } = parts;
  let settings = data.loaded.config.matter;
  const { lifecycle, parts: guarded } = base;
  const log = base.log.child('matter');
  let core: GatewayCore | undefined;
  let isEnding = false;
  /** A fault has stopped it. */
  let isHalted = false;
  let last: Promise<void> = Promise.resolve();
  let endCheck: () => void = () => undefined;
  const status = () => (settings.enabled ? bridge.status() : NO_MATTER_BRIDGE);
  const mayRun = () => !isEnding && !isHalted && settings.enabled;
  const bridge = createBridge(parts, () => (mayRun() ? settings : undefined));

  function watchHealth(): void {
    endCheck();
    endCheck = settings.enabled ? data.health.check('matter', () => findingOf(status())) : () => undefined;
  }

  /** Starts or stops it by the settings. */
  async function settle(): Promise<void> {
    if (!mayRun()) return bridge.close();
    const running = bridge.running();
    if (running !== undefined) return running.reconfigure(bridgeSettings(settings, version));
    if (core !== undefined) await bridge.open(core);
  }
  function settleInTurn(): Promise<void> {
    const work = () => last.then(settle).catch((error: unknown) => log.error('matter bridge failed', { error }));
    last = guarded.in(PART, work);
    return last;
  }
  const halt = (isFault: boolean) => {
    isHalted = isFault;
    return settleInTurn();
  };
  const control = { stop: () => halt(true), start: () => halt(false) };

  watchHealth();
  return {
    access: { status, bridge: () => bridge.running()?.bridge() },
    figures: () => bridge.running()?.figures(),
    start(given) {
      core = given;
      const uncontrol = guarded.control(PART, control);
      lifecycle.onClose('matter', () => {
        isEnding = true;
        uncontrol();
        return settleInTurn();
      });
      void settleInTurn();
    },
    reconfigure(next) {
      settings = next;
      bridge.forgive();
      isHalted = false;
      guarded.forgive(PART);
      watchHealth();
      void settleInTurn();
    },
  };
}

/** The bridge while it runs, its file, and the problem that keeps it closed. `settings` are absent while it may not run. */
function createBridge(parts: Parts, settings: () => MatterSettings | undefined) {
  const { base, data, version, loadPackage = () => import('@ccu-gateway/matter-bridge') } = parts;
  const log = base.log.child('matter');
  let running: SupervisedBridge | undefined;
  let file: MatterFile | undefined;
  let problem: Problem | undefined;

  async function load(core: GatewayCore): Promise<void> {
    const { startMatterBridge } = await loadPackage();
    const wanted = settings();
    // A gateway that ends meanwhile gives its data directory away.
    if (wanted === undefined) return;
    const { loaded, store, secrets } = data;
    file = await openMatterFile({ dataDir: loaded.dataDir, sqlite: store.sqlite, box: secrets.box, log });
    const latest = bridgeSettings(settings() ?? wanted, version);
    running = await startMatterBridge({ ports: portsOf(parts, core, file), settings: latest });
    problem = undefined;
  }

  async function close(): Promise<void> {
    const former = running;
    running = undefined;
    await former?.stop();
    file?.close();
    file = undefined;
  }

  return {
    running: () => running,
    status: (): MatterStatus =>
      running?.status() ?? { ...STARTING, ...(problem === undefined ? {} : { problems: [problem] }) },
    /** A failure is in the status. */
    async open(core: GatewayCore): Promise<void> {
      try {
        await load(core);
      } catch (error) {
        problem = problemOf(error, version);
        const { code, message, remedy } = problem;
        log.error('matter bridge unavailable', { code, reason: message, remedy, error });
        await close();
      }
    },
    close,
    forgive(): void {
      problem = undefined;
    },
  };
}

const bridgeSettings = ({ name, port, profile }: MatterSettings, version: string) => ({ name, version, port, profile });

function findingOf({ problems }: MatterStatus): Finding {
  const first = problems?.[0];
  return first === undefined
    ? { status: 'healthy' }
    : { status: 'degraded', reason: first.code, note: `${first.message}. ${first.remedy}` };
}

function portsOf({ base, data, house }: Parts, core: GatewayCore, file: MatterFile): BridgePorts {
  const { time } = base;
  const { store } = data;
  const log = base.log.child('matter');
  return {
    core: { ...core, events: eventsOf(base.parts, PART, core.events) },
    store: file,
    clock: { now: time.now, after: (ms, run) => time.after(ms, run) },
    log,
    publish: (event) => void house.stream.publish(event),
    record: ({ action, note, user = 'matter' }) =>
      store.shared?.audit.record({ at: time.now(), action, user, scheme: 'matter', ...(note && { note }) }),
    incident({ summary, detail = null }) {
      const incident = {
        at: time.now(),
        central: '',
        component: 'matter',
        severity: 'warning' as const,
        summary,
        detail,
      };
      store.shared?.incidents
        .add(incident)
        .catch((error: unknown) => log.warn('an incident could not be written down', { error }));
    },
    randomInt: (from, to) => randomInt(from, to),
  };
}

function problemOf(error: unknown, version: string): Problem {
  if (error instanceof StorageError) {
    return {
      code: 'matter_storage',
      message: `The data of the Matter bridge cannot be opened: ${error.message}`,
      remedy: error.remedy ?? 'Mend that, then switch "matter.enabled" off and on, or restart the gateway',
    };
  }
  if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
    return {
      code: 'matter_not_installed',
      message: 'The Matter bridge is enabled, but its package is not installed',
      remedy: `Run "npm install @ccu-gateway/matter-bridge@${version}" where the gateway is installed, and restart it`,
    };
  }
  return {
    code: 'matter_failed',
    message: `The Matter bridge could not be loaded (${error instanceof Error ? error.message : String(error)})`,
    remedy: 'See the log of the gateway',
  };
}
