import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Log } from '../ports/log.js';
import type { HubPart } from './parts.js';

/** The parts that a CCU without a logic layer has, too. */
const OF_INTERFACES: ReadonlySet<HubPart> = new Set(['messages', 'installModes']);

/** Whether a CCU has a logic layer, and whether it runs; each change is told to the house once. */
export interface HubPresence {
  /** The logic layer does not run. */
  isAway(): boolean;
  /** The CCU has no logic layer at all. */
  isAbsent(): boolean;
  /** The CCU cannot have this part: not reading it is neither a failure nor tried again. */
  lacks(part: HubPart): boolean;
  /** Finds out by the session whether there is a logic layer at all, and answers that there is none. */
  lookForAbsence(): boolean;
  /** Asks elsewhere whether it runs: a part that could not be read may have its own reasons. */
  lookForHub(): Promise<void>;
  /** It has just answered. */
  answered(): void;
  /** Tells nothing any more. */
  stop(): void;
}

export function createHubPresence(deps: {
  readonly ccu: Pick<Ccu, 'name' | 'hubStatus'> & { readonly hub: Pick<Ccu['hub'], 'isPresent'> };
  readonly house: Pick<HouseModel, 'setHubAway' | 'setHubAbsent'>;
  readonly publish: (event: ModelEvent) => void;
  /** There is no logic layer any more. */
  readonly lost: () => void;
  readonly log: Log;
}): HubPresence {
  const { ccu, house, publish, log } = deps;
  let away = false;
  let absent = false;
  let looking = false;
  let stopped = false;

  function setAway(isAway: boolean): void {
    if (stopped || away === isAway) return;
    away = isAway;
    if (away) log.warn('the logic layer of the CCU does not run', { event: 'hub.away' });
    else log.info('the logic layer of the CCU runs again', { event: 'hub.back' });
    for (const event of house.setHubAway(ccu.name, away)) publish(event);
  }

  return {
    isAway: () => away,
    isAbsent: () => absent,
    lacks: (part) => absent && !OF_INTERFACES.has(part),
    lookForAbsence() {
      const isNow = ccu.hubStatus().session === 'absent';
      if (stopped || absent === isNow) return absent;
      absent = isNow;
      if (absent) {
        log.info('the CCU has no logic layer: no programs, variables and inbox', { event: 'hub.absent' });
        setAway(false);
        deps.lost();
      }
      house.setHubAbsent(ccu.name, absent);
      return absent;
    },
    async lookForHub() {
      if (stopped || looking) return;
      looking = true;
      const isPresent = await ccu.hub.isPresent().catch(() => undefined);
      looking = false;
      if (isPresent !== undefined) setAway(!isPresent);
    },
    answered: () => setAway(false),
    stop() {
      stopped = true;
    },
  };
}
