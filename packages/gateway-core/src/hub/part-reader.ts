import type { HouseModel, HubFacts, ModelEvent } from '@ccu-gateway/device-model';
import type { Time } from '../ports/time.js';
import type { HubPresence } from './hub-presence.js';
import type { PartFailures } from './part-failures.js';
import { HUB_PARTS, type HubPart, type HubReader, type HubSelection, readPart } from './parts.js';

/** The parts that no interface process answers. */
const ASKS_LOGIC_LAYER: ReadonlySet<HubPart> = new Set(['sysvars', 'programs', 'inbox']);
/** A variable that is an alarm has raised or ended a message of its own. */
const isAlarm = ({ type, kind, payload }: ModelEvent): boolean =>
  type === 'hub.sysvar_changed' &&
  kind === 'change' &&
  (payload as { readonly value_type?: unknown }).value_type === 'ALARM';

/** Reads parts of the logic layer into the model. */
export interface PartReader {
  /** Reads now, each part once at a time. Resolves when the model knows it. @throws CcuError */
  read(part: HubPart): Promise<void>;
  /** The CCU installs its firmware, or does so no more: shown at once, and with every reading while it lasts. */
  installing(on: boolean): void;
  /** Later readings are shown no more. */
  stop(): void;
}

export function createPartReader(deps: {
  readonly ccu: HubReader & { readonly name: string };
  readonly house: Pick<HouseModel, 'applyHub'>;
  readonly publish: (event: ModelEvent) => void;
  readonly presence: HubPresence;
  readonly failures: PartFailures;
  readonly selection: () => HubSelection;
  /** The reading raised or ended a message. */
  readonly onAlarm: () => void;
  readonly time: Time;
}): PartReader {
  const { ccu, house, publish, presence, failures, time } = deps;
  let update: HubFacts['update'];
  let isInstalling = false;
  let stopped = false;

  async function read(part: HubPart): Promise<void> {
    // A reading is at least as fresh as the moment of the request; the moment of the answer would make it look fresher.
    const at = time.now();
    const facts = await readPart(ccu, part, deps.selection()).catch((error) => {
      presence.lookForAbsence();
      if (presence.lacks(part)) throw error;
      failures.add(part);
      void presence.lookForHub();
      throw error;
    });
    presence.lookForAbsence();
    if (ASKS_LOGIC_LAYER.has(part)) presence.answered();
    failures.succeeded(part);
    if (stopped) return;
    if (facts.update !== undefined) update = facts.update;
    const shown = facts.update === undefined ? facts : { ...facts, ...updateFacts() };
    const events = house.applyHub(ccu.name, { at, ...shown });
    for (const event of events) publish(event);
    if (events.some(isAlarm)) deps.onAlarm();
  }

  function updateFacts(): Pick<HubFacts, 'update'> {
    const unread = { current: '', available: '', updateAvailable: true, supported: true };
    return { update: { ...(update ?? unread), ...(isInstalling ? { inProgress: true } : {}) } };
  }

  const readers = new Map(HUB_PARTS.map((part) => [part, coalesce(() => read(part))]));

  return {
    read: (part) => readers.get(part)?.() ?? Promise.resolve(),
    installing(on) {
      isInstalling = on;
      if (stopped) return;
      for (const event of house.applyHub(ccu.name, { at: time.now(), ...updateFacts() })) publish(event);
    },
    stop() {
      stopped = true;
    },
  };
}

/**
 * Runs a reading once at a time. A request during a reading gets the next one, because the running one may have read
 * before the requested change.
 */
function coalesce(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;

  function start(): Promise<void> {
    const mine = read().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  }

  return () => {
    if (running === undefined) return start();
    following ??= running
      .catch(() => {})
      .then(() => {
        following = undefined;
        return start();
      });
    return following;
  };
}
