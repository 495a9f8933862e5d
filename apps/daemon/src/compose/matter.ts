import { randomInt } from 'node:crypto';
import type { MatterStatus } from '@ccu-gateway/contract/types';
import { type GatewayCore, type MatterAccess, NO_MATTER_BRIDGE } from '@ccu-gateway/gateway-core';
import type { BridgeFigures, SupervisedBridge } from '@ccu-gateway/matter-bridge';
import { type MatterFile, openMatterFile, StorageError } from '@ccu-gateway/storage';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';

type Problem = NonNullable<MatterStatus['problems']>[number];

/** The Matter bridge as far as this gateway has one. */
export interface MatterPart {
  /** Leads to it; undefined where it is not enabled. */
  readonly access: MatterAccess | undefined;
  /** Undefined while it does not run. */
  figures(): BridgeFigures | undefined;
  /** Loads and starts it in the background; does nothing where it is not enabled. */
  start(core: GatewayCore): void;
}

type Package = Pick<typeof import('@ccu-gateway/matter-bridge'), 'startMatterBridge'>;

interface Parts {
  readonly base: Base;
  readonly data: Data;
  readonly house: Pick<HouseParts, 'stream'>;
  readonly version: string;
  /** Loads the package; replaced in tests. */
  readonly loadPackage?: () => Promise<Package>;
}

const STARTING: MatterStatus = { ...NO_MATTER_BRIDGE, enabled: true };

/** Nothing of it is loaded unless it is enabled. */
export function createMatter(parts: Parts): MatterPart {
  const { base, data, house, version, loadPackage = () => import('@ccu-gateway/matter-bridge') } = parts;
  const { log, lifecycle, time } = base;
  const { health, store, loaded, secrets } = data;
  const settings = loaded.config.matter;
  if (!settings.enabled) return { access: undefined, figures: () => undefined, start: () => undefined };
  let running: SupervisedBridge | undefined;
  let problem: Problem | undefined;
  let file: MatterFile | undefined;
  let opening: Promise<void> | undefined;
  let isEnding = false;
  const status = (): MatterStatus =>
    running?.status() ?? { ...STARTING, ...(problem === undefined ? {} : { problems: [problem] }) };
  health.check('matter', () => {
    const first = status().problems?.[0];
    return first === undefined
      ? { status: 'healthy' }
      : { status: 'degraded', note: `${first.message}. ${first.remedy}` };
  });
  const matterLog = log.child('matter');

  async function open(core: GatewayCore, { startMatterBridge }: Package): Promise<void> {
    file = await openMatterFile({
      dataDir: loaded.dataDir,
      sqlite: store.sqlite,
      box: secrets.box,
      log: matterLog,
    });
    running = await startMatterBridge({
      ports: {
        core,
        store: file,
        clock: { now: time.now, after: (ms, run) => time.after(ms, run) },
        log: matterLog,
        publish: (event) => void house.stream.publish(event),
        record: ({ action, note, user = 'matter' }) =>
          store.storage?.audit.record({ at: time.now(), action, user, scheme: 'matter', ...(note && { note }) }),
        incident({ summary, detail = null }) {
          const at = time.now();
          const incident = { at, central: '', component: 'matter', severity: 'warning' as const, summary, detail };
          store.storage?.incidents
            .add(incident)
            .catch((error: unknown) => matterLog.warn('an incident could not be written down', { error }));
        },
        randomInt: (from, to) => randomInt(from, to),
      },
      settings: { name: settings.name, version, port: settings.port, profile: settings.profile },
    });
  }

  async function load(core: GatewayCore): Promise<void> {
    const loadedPackage = await loadPackage();
    // A gateway that ends meanwhile gives its data directory away.
    if (isEnding) return;
    opening = open(core, loadedPackage);
    await opening;
  }

  async function close(): Promise<void> {
    isEnding = true;
    await opening?.catch(() => undefined);
    await running?.stop();
    file?.close();
  }

  return {
    access: { status, bridge: () => running?.bridge() },
    figures: () => running?.figures(),
    start(core) {
      lifecycle.onClose('matter', close);
      load(core).catch((error: unknown) => {
        problem = problemOf(error, version);
        const { code, message, remedy } = problem;
        matterLog.error('matter bridge unavailable', { code, reason: message, remedy, error });
      });
    },
  };
}

function problemOf(error: unknown, version: string): Problem {
  if (error instanceof StorageError) {
    return {
      code: 'matter_storage',
      message: `What the Matter bridge keeps cannot be opened: ${error.message}`,
      remedy: error.remedy ?? 'Restart the gateway when that is mended',
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
