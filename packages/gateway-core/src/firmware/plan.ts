/**
 * State of an update in the plan. `ordered`: the CCU has the order, or may have it; `asleep`: the device did not take it and
 * is tried again after its next report.
 */
export type UpdateState = 'queued' | 'ordered' | 'asleep' | 'done' | 'failed' | 'aborted';

/** Update of one device. Times are milliseconds since the Unix epoch. */
export interface PlannedUpdate {
  readonly id: string;
  readonly central: string;
  readonly interfaceName: string;
  readonly address: string;
  /** Subject that planned it. */
  readonly by: string;
  readonly addedAt: number;
  /** Versions of the firmware. */
  readonly from: string;
  readonly to: string;
  readonly state: UpdateState;
  readonly tries: number;
  readonly orderedAt?: number;
  /** The CCU has the order, or its answer is missing. */
  readonly isSent?: true;
  /** The gateway was ended between storing the order and sending it: the CCU may have it. */
  readonly isUnsure?: true;
  /** The device is not tried before. */
  readonly notBefore?: number;
  /** Last failed try. */
  readonly triedAt?: number;
  readonly endedAt?: number;
  /** Stable word for the cause of the last failed try. */
  readonly reason?: string;
}

/** When updates may begin. */
export interface PlanSettings {
  readonly when: 'now' | 'night';
  /** Minutes after midnight. */
  readonly nightFrom: number;
  readonly nightTo: number;
  /** Percent; at or above it no update begins. */
  readonly maxDutyCycle: number;
  readonly paused: boolean;
}

/** The plan of a gateway: active updates in their order, and ended ones. */
export interface FirmwarePlan {
  readonly settings: PlanSettings;
  readonly updates: readonly PlannedUpdate[];
}

/** A device as the model has it. */
export interface DeviceFacts {
  readonly firmware: string | undefined;
  readonly isInstalling: boolean;
  /** Milliseconds since the Unix epoch of its last report; undefined without one. */
  readonly reportedAt: number | undefined;
}

/** Present facts for a decision. */
export interface PlanFacts {
  readonly now: number;
  /** Minutes after midnight, local time. */
  readonly minute: number;
  /** Undefined for a device that is gone. */
  readonly device: (update: PlannedUpdate) => DeviceFacts | undefined;
  /** Percent; undefined where the interface does not report it. */
  readonly dutyCycle: (update: PlannedUpdate) => number | undefined;
  readonly isConnected: (update: PlannedUpdate) => boolean;
  /** Another update runs on the interface, which the plan did not order. */
  readonly isBusy: (update: PlannedUpdate) => boolean;
}

/** Reason for which an active update does not begin now. `turn`: another device of its interface comes first. */
export type Waiting = 'paused' | 'night' | 'not_connected' | 'duty_cycle' | 'turn' | 'wakeup' | 'retry';

/** The plan of a gateway without updates. */
export const EMPTY_PLAN: FirmwarePlan = {
  settings: { when: 'now', nightFrom: 23 * 60, nightTo: 5 * 60, maxDutyCycle: 30, paused: false },
  updates: [],
};

/** A CCU that reported no new version for this long has not updated the device. */
const PATIENCE_MS = 2 * 3_600_000;
/** The same for an order that it may never have received. */
const UNSURE_MS = 30 * 60_000;
const MAX_TRIES = 5;
/** A device without a report is tried again after this time: some report nothing but changes. */
const UNHEARD_MS = 6 * 3_600_000;
/** Pause after a refusal that has nothing to do with the device. */
const RETRY_MS = 300_000;
const MAX_ENDED = 200;
/** Duration of an update as long as none has ended. */
const USUAL_MS = 15 * 60_000;

const ACTIVE: ReadonlySet<UpdateState> = new Set(['queued', 'ordered', 'asleep']);

export const isActive = ({ state }: Pick<PlannedUpdate, 'state'>): boolean => ACTIVE.has(state);

type Wire = Pick<PlannedUpdate, 'central' | 'interfaceName'>;

/** Key of the interface that an update uses. */
const wireOf = ({ central, interfaceName }: Wire): string => `${central}/${interfaceName}`;

function isWithin({ when, nightFrom, nightTo }: PlanSettings, minute: number): boolean {
  if (when === 'now') return true;
  return nightFrom <= nightTo ? minute >= nightFrom && minute < nightTo : minute >= nightFrom || minute < nightTo;
}

/** The update after a failed try. `reason` is a stable word. */
export function afterFailedTry(update: PlannedUpdate, reason: string, now: number): PlannedUpdate {
  const tries = update.tries + 1;
  const tried = { ...update, tries, reason, triedAt: now };
  return tries >= MAX_TRIES ? { ...tried, state: 'failed', endedAt: now } : { ...tried, state: 'asleep' };
}

/** The update after a refusal that has nothing to do with the device, such as a CCU that is away. */
export function afterRefusal(update: PlannedUpdate, reason: string, now: number): PlannedUpdate {
  return { ...update, state: 'queued', reason, notBefore: now + RETRY_MS };
}

const patienceWith = ({ isUnsure }: PlannedUpdate): number => (isUnsure ? UNSURE_MS : PATIENCE_MS);

/** The stored plan of a gateway that was ended. */
export function afterRestart(plan: FirmwarePlan): FirmwarePlan {
  const updates = plan.updates.map((update) =>
    update.state === 'ordered' && !update.isSent ? ({ ...update, isUnsure: true } as const) : update,
  );
  return { ...plan, updates };
}

/** The present state of an update whose outcome the device shows. */
function settle(update: PlannedUpdate, facts: PlanFacts): PlannedUpdate {
  if (!isActive(update)) return update;
  const device = facts.device(update);
  const { now } = facts;
  // A CCU that is away has no devices.
  if (device === undefined) {
    return facts.isConnected(update) ? { ...update, state: 'failed', reason: 'device_gone', endedAt: now } : update;
  }
  if (device.firmware !== undefined && device.firmware !== update.from)
    return { ...update, state: 'done', endedAt: now };
  const isOverdue = update.state === 'ordered' && now - (update.orderedAt ?? now) >= patienceWith(update);
  return isOverdue && !device.isInstalling ? afterFailedTry(update, 'not_updated', now) : update;
}

/** Reason for which an update does not begin; undefined where it may begin now. `isFirst`: no other one comes before. */
function waitOf(update: PlannedUpdate, settings: PlanSettings, facts: PlanFacts): Waiting | undefined {
  if (settings.paused) return 'paused';
  if (!isWithin(settings, facts.minute)) return 'night';
  if (!facts.isConnected(update)) return 'not_connected';
  if ((update.notBefore ?? 0) > facts.now) return 'retry';
  if (update.state === 'asleep') {
    const reportedAt = facts.device(update)?.reportedAt ?? 0;
    const triedAt = update.triedAt ?? 0;
    if (reportedAt <= triedAt && facts.now - triedAt < UNHEARD_MS) return 'wakeup';
  }
  return (facts.dutyCycle(update) ?? 0) >= settings.maxDutyCycle ? 'duty_cycle' : undefined;
}

/** Reason for which an update waits, and the address of the device before it. */
export interface Wait {
  readonly reason: Waiting;
  readonly behind?: string;
}

/** For each active update that has not begun: what it waits for. Updates that begin now are missing. */
export function waitsOf({ settings, updates }: FirmwarePlan, facts: PlanFacts): ReadonlyMap<string, Wait> {
  const waits = new Map<string, Wait>();
  const taken = new Map(updates.filter(({ state }) => state === 'ordered').map((each) => [wireOf(each), each.address]));
  for (const update of updates) {
    if (update.state !== 'queued' && update.state !== 'asleep') continue;
    const reason = waitOf(update, settings, facts);
    const wire = wireOf(update);
    const behind = taken.get(wire);
    if (reason !== undefined) waits.set(update.id, { reason });
    else if (behind !== undefined) waits.set(update.id, { reason: 'turn', behind });
    else if (facts.isBusy(update)) waits.set(update.id, { reason: 'turn' });
    else taken.set(wire, update.address);
  }
  return waits;
}

/**
 * The next plan, and the updates to order now: at most one at each interface, in the order of the plan. The plan has them as
 * ordered already, so that it can be stored before the CCU hears of them.
 */
export function decide(
  plan: FirmwarePlan,
  facts: PlanFacts,
): { readonly plan: FirmwarePlan; readonly orders: readonly PlannedUpdate[] } {
  const settled = { ...plan, updates: plan.updates.map((update) => settle(update, facts)) };
  const waits = waitsOf(settled, facts);
  const orders: PlannedUpdate[] = [];
  const updates = settled.updates.map((update): PlannedUpdate => {
    const begins = (update.state === 'queued' || update.state === 'asleep') && !waits.has(update.id);
    if (!begins) return update;
    const { isSent: _sent, isUnsure: _unsure, ...before } = update;
    const ordered: PlannedUpdate = { ...before, state: 'ordered', orderedAt: facts.now };
    orders.push(ordered);
    return ordered;
  });
  return { plan: { ...settled, updates: pruned(updates) }, orders };
}

function pruned(updates: readonly PlannedUpdate[]): readonly PlannedUpdate[] {
  const ended = updates.filter((update) => !isActive(update));
  if (ended.length <= MAX_ENDED) return updates;
  const gone = new Set(
    [...ended].sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)).slice(0, ended.length - MAX_ENDED),
  );
  return updates.filter((update) => !gone.has(update));
}

/** Milliseconds until every active update has ended, by the updates that have; pauses and nights do not count. */
export function estimateMs({ updates }: FirmwarePlan): number {
  const perWire = new Map<string, number>();
  for (const update of updates.filter(isActive)) perWire.set(wireOf(update), (perWire.get(wireOf(update)) ?? 0) + 1);
  return Math.max(0, ...[...perWire].map(([wire, count]) => count * durationOn(wire, updates)));
}

function durationOn(wire: string, updates: readonly PlannedUpdate[]): number {
  const took = updates.flatMap((update) =>
    update.state === 'done' && wireOf(update) === wire && update.orderedAt !== undefined && update.endedAt !== undefined
      ? [update.endedAt - update.orderedAt]
      : [],
  );
  return took.length === 0 ? USUAL_MS : took.reduce((all, each) => all + each, 0) / took.length;
}
