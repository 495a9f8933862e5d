import { incidentSummary } from '@ccu-gateway/gateway-core';
import { clockFinding, createClockWatch, createHealth } from '@ccu-gateway/gateway-core/parts';
import { openSessionMark } from '../access/session-mark.js';
import { createWayInKeeper, type WayInKeeper } from '../access/way-in.js';
import { openedCentrals } from '../adapters/centrals.js';
import { createStoredConfig, type RuntimeConfig, withStoredSections, withWaysIn } from '../adapters/config.js';
import { createHotSettings, type LoadedConfig } from '../config/index.js';
import { settingsFindings } from '../config/settings-findings.js';
import { openShared } from '../site/storage.js';
import { openStore } from '../storage/store.js';
import type { Base } from './base.js';
import { openConfigSecrets } from './secrets.js';

/** Stores and settings. */
export interface Data {
  readonly health: ReturnType<typeof createHealth>;
  readonly secrets: ReturnType<typeof openConfigSecrets>;
  readonly store: Awaited<ReturnType<typeof openStore>>;
  /** See `openSessionMark`. */
  readonly sessionMarkKey: Uint8Array | undefined;
  /** The configuration of this start. */
  readonly loaded: LoadedConfig;
  readonly hot: ReturnType<typeof createHotSettings>;
  /** The configuration as it is saved now. */
  readonly runtimeConfig: RuntimeConfig;
  readonly wayIn: WayInKeeper;
  /** Checks that the clock can be right. */
  readonly watchClock: () => void;
  readonly clockIsRight: () => boolean;
}

/** Opens the secrets, the database and the configuration. */
export async function openData(base: Base): Promise<Data> {
  const { options, time, levels, log, lifecycle } = base;
  const health = createHealth(time.now);
  health.check('parts', () => base.parts.findings());
  const secrets = openConfigSecrets(options.loaded, log.child('config'));
  const store = await openStore({
    dataDir: secrets.loaded.dataDir,
    config: secrets.loaded.config,
    time,
    log: log.child('storage'),
    box: secrets.box,
    keyProblem: secrets.keyProblem,
    openShared: (shared) => openShared(secrets.loaded.config, shared),
    async canStartWith({ sections, centrals }) {
      await withStoredSections(secrets.loaded, sections, secrets.box);
      openedCentrals(await centrals.list(), { box: secrets.box, environment: options.environment });
    },
  });
  lifecycle.onClose('storage', () => store.close());
  noteFaults(base, store);
  health.check('storage', store.finding);
  const clock = () => clockFinding(time.now(), store.lastStart);
  health.check('clock', clock);
  const clockIsRight = () => clock().status === 'healthy';
  const watchClock = createClockWatch(clock, (note) => log.error(note, { event: 'clock.wrong' }));
  watchClock();

  // Settings changed at run time stand between the environment and the file.
  const startedWith = (await store.shared?.sections.all()) ?? {};
  const loaded = await withStoredSections(secrets.loaded, { all: async () => startedWith }, secrets.box);
  const hot = createHotSettings();
  const wayIn = createWayInKeeper({
    shared: store.shared,
    configWith: async (sections) => (await withWaysIn(secrets.loaded, sections, secrets.box)).config,
    configured: loaded.config.centrals,
    supervised: loaded.environment.supervised,
    ccuAddon: loaded.environment.ccuAddon,
    now: time.now,
  });
  const runtimeConfig = createStoredConfig({
    started: loaded,
    startedWith,
    sections: store.shared?.sections,
    box: secrets.box,
    now: time.now,
    hot,
    wayIn,
  });
  health.check('settings', () => settingsFindings(runtimeConfig.notInForce()));
  levels.configure(loaded.config.logging.level, loaded.config.logging.overrides);
  const sessionMarkKey = await openSessionMark(store);
  const kept = { health, secrets, store, sessionMarkKey, loaded };
  return { ...kept, hot, runtimeConfig, wayIn, watchClock, clockIsRight };
}

/** Writes an incident of each failed part, so that it can be found the next day. */
function noteFaults({ parts, time, log }: Base, { shared }: Data['store']): void {
  parts.observe(({ part = 'gateway' }) => {
    shared?.incidents
      .add({
        at: time.now(),
        central: '',
        component: part,
        severity: 'warning',
        summary: incidentSummary('part_failed', { name: part }),
        detail: null,
      })
      .catch((error: unknown) => log.warn('an incident could not be written down', { error }));
  });
}
