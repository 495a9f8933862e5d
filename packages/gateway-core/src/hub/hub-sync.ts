import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { createHubPresence } from './hub-presence.js';
import { createIntroduction, type IntroductionDeps } from './introduction.js';
import { type HubFailure, PartFailures } from './part-failures.js';
import { createPartReader } from './part-reader.js';
import { HUB_PARTS, type HubPart, type HubReader, type HubSelection } from './parts.js';
import { createReadingPlan } from './reading-plan.js';
import { changedParts, type HubIntervals, type HubSyncSettings, pauseOf, settingsOf } from './settings.js';
import { createTriggers } from './triggers.js';

export type { HubFailure, HubIntervals, HubSyncSettings };

export interface HubSyncOptions extends HubSyncSettings {
  readonly ccu: HubReader & Pick<Ccu, 'name' | 'on'>;
  readonly house: Pick<
    HouseModel,
    'applyHub' | 'setCentralInformation' | 'settleIdentity' | 'setHubAway' | 'setHubAbsent' | 'installModes'
  >;
  readonly publish: (event: ModelEvent) => void;
  /** Stores the identity of the CCU, for the next start. */
  readonly keepIdentity?: IntroductionDeps['keep'];
  /** Milliseconds for which a serial number is waited for after an interface was connected first. Default one minute. */
  readonly identityWaitMs?: number | undefined;
  /** Milliseconds for which events of one cause are gathered before one reading answers them. Default 300. */
  readonly settleMs?: number | undefined;
  /** Milliseconds from the first failed reading of a part to the next, each further pause twice as long. Default 5000. */
  readonly retryMs?: number | undefined;
  readonly time: Time;
  readonly log: Logger;
}

/** Keeps the model of one CCU's logic layer as fresh as polling can. */
export interface HubSync {
  /** Reads now. Resolves when the model knows it. @throws CcuError */
  refresh(part: HubPart): Promise<void>;
  /** Other intervals and another selection; a part with a changed reading is read anew soon. */
  configure(settings: HubSyncSettings): void;
  /** The CCU installs its firmware, or does so no more: shown at once, and with every reading while it lasts. */
  installing(on: boolean): void;
  /** The parts that could not be read last: `unread` were never read, `stale` are shown as they were before. */
  failures(): ReadonlyMap<HubPart, HubFailure>;
  /** The logic layer of the CCU does not run. */
  isAway(): boolean;
  stop(): void;
}

const DEFAULT_SETTLE_MS = 300;
/**
 * Reads the hub of one CCU: at first, at intervals, and after an event about a change.
 *
 * @example
 * const sync = createHubSync({ ccu, house, publish, time, log });
 */
export function createHubSync(options: HubSyncOptions): HubSync {
  const { ccu, house, time, log, settleMs = DEFAULT_SETTLE_MS } = options;
  let settings = settingsOf(options);
  const touchedBy = createTriggers();
  const plan = createReadingPlan(time, settleMs, poll);
  const { failures, presence, reader } = createReading(
    options,
    () => settings.selection,
    () => plan.planSoon('messages'),
  );
  const introduction = createIntroduction({
    ...options,
    keep: options.keepIdentity,
    waitMs: options.identityWaitMs,
    answered: presence.lookForAbsence,
  });
  const connections = createConnections({ plan, presence, introduction });

  const nextOf = (part: HubPart): number => failures.nextMs(part, pauseOf(part, house, ccu.name, settings));

  async function poll(part: HubPart): Promise<void> {
    await reader.read(part).catch((error: unknown) => log.debug('hub could not be read', { part, error }));
    const pause = presence.lacks(part) ? 0 : nextOf(part);
    // An event may have planned an earlier reading meanwhile.
    if (pause > 0 && !plan.isPlanned(part)) plan.plan(part, pause);
  }

  const off = ccu.on((event) => {
    if (event.type === 'link_state' && event.status.connected && event.previous !== 'connected')
      connections.begin(event.status.interfaceName);
    else for (const part of touchedBy(event)) plan.planSoon(part);
  });

  return {
    async refresh(part) {
      try {
        await reader.read(part);
      } catch (error) {
        // A part that failed on request is read again as soon as one that failed in its turn.
        if (!presence.lacks(part)) plan.planRetry(part, nextOf(part));
        throw error;
      }
    },
    configure(next) {
      const before = settings;
      settings = settingsOf(next);
      for (const { part, isRead } of changedParts(before, settings)) {
        plan.cancel(part);
        if (connections.hasBegun() && isRead) plan.planSoon(part);
      }
    },
    installing(on) {
      connections.checkFirmware();
      reader.installing(on);
    },
    failures: () => failures.list(),
    isAway: presence.isAway,
    stop() {
      off();
      for (const part of [introduction, presence, reader, plan]) part.stop();
    },
  };
}

/** Plans the readings of each new connection of an interface. */
function createConnections({
  plan,
  presence,
  introduction,
}: {
  readonly plan: Pick<ReturnType<typeof createReadingPlan>, 'planSoon'>;
  readonly presence: Pick<ReturnType<typeof createHubPresence>, 'watch' | 'isAbsent'>;
  readonly introduction: Pick<ReturnType<typeof createIntroduction>, 'connected'>;
}) {
  let hasBegun = false;
  /**
   * The next connection checks for firmware, as any does while there is no logic layer: the first, and the one after an
   * installation. Any other is no reason to hold up the logic layer and ask the maker's server; the interval goes on.
   */
  let checksFirmware = true;
  return {
    /** True once an interface was connected. */
    hasBegun: (): boolean => hasBegun,
    begin(interfaceName: string): void {
      hasBegun = true;
      presence.watch();
      introduction.connected(interfaceName);
      for (const part of HUB_PARTS) {
        if (part !== 'update' || checksFirmware || presence.isAbsent()) plan.planSoon(part);
      }
      checksFirmware = false;
    },
    checkFirmware(): void {
      checksFirmware = true;
    },
  };
}

/** Reader of a CCU, and the record of failed readings. */
function createReading(options: HubSyncOptions, selection: () => HubSelection, onAlarm: () => void) {
  const { ccu, house, publish, time, log } = options;
  const failures = new PartFailures(options.retryMs);
  const lost = () => {
    for (const part of HUB_PARTS) if (presence.lacks(part)) failures.forget(part);
  };
  const presence = createHubPresence({ ccu, house, publish, lost, time, log });
  const reader = createPartReader({ ccu, house, publish, presence, failures, selection, onAlarm, time });
  return { failures, presence, reader };
}
