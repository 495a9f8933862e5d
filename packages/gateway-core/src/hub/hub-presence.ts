import type { Ccu } from '@ccu-gateway/ccu-client';
import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import type { HubPart } from './parts.js';

/** The parts that a CCU without a logic layer has, too. */
const OF_INTERFACES: ReadonlySet<HubPart> = new Set(['messages', 'installModes']);

/**
 * Pause between two checks. A hanging logic layer is reported within fifteen seconds, including the client's
 * verification; a check starts a process on a weak machine.
 */
const LOOK_MS = 5_000;

/** Presence and state of a CCU's logic layer; each change is reported to the model once. */
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
  /** An interface of the CCU is connected: from now on it is looked for at intervals. */
  watch(): void;
  /** Stops reporting. */
  stop(): void;
}

export function createHubPresence(deps: {
  readonly ccu: Pick<Ccu, 'name' | 'hubStatus'> & { readonly hub: Pick<Ccu['hub'], 'isPresent'> };
  readonly house: Pick<HouseModel, 'setHubAway' | 'setHubAbsent'>;
  readonly publish: (event: ModelEvent) => void;
  /** There is no logic layer any more. */
  readonly lost: () => void;
  readonly time: Pick<Time, 'after' | 'now'>;
  readonly log: Logger;
}): HubPresence {
  const { ccu, house, publish, time, log } = deps;
  let away = false;
  let absent = false;
  let looking = false;
  let stopped = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | undefined;

  function setAway(isAway: boolean): void {
    if (stopped || away === isAway) return;
    away = isAway;
    if (away) log.warn('the logic layer of the CCU does not answer', { event: 'hub.away' });
    else log.info('the logic layer of the CCU runs again', { event: 'hub.back' });
    for (const event of house.setHubAway(ccu.name, away)) publish(event);
  }

  async function lookForHub(): Promise<void> {
    if (stopped || looking) return;
    looking = true;
    const isPresent = await ccu.hub.isPresent().catch(() => undefined);
    looking = false;
    if (isPresent !== undefined) setAway(!isPresent);
  }

  function planLook(): void {
    if (stopped) return;
    // A logic layer that has just answered is not checked.
    const age = away ? Number.POSITIVE_INFINITY : Math.max(0, time.now() - answeredAt);
    const pauseMs = age < LOOK_MS ? LOOK_MS - age : LOOK_MS;
    cancelLook = time.after(pauseMs, () => {
      const isFresh = !away && time.now() - answeredAt < LOOK_MS;
      void (absent || isFresh ? Promise.resolve() : lookForHub()).then(planLook);
    });
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
    lookForHub,
    answered() {
      answeredAt = time.now();
      setAway(false);
    },
    watch() {
      if (cancelLook === undefined) planLook();
    },
    stop() {
      stopped = true;
      cancelLook?.();
    },
  };
}
