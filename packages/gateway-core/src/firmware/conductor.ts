import type { DeviceSummary } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';
import type { House } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import { GatewayError, noStorage } from '../use-case/errors.js';
import { isPending, type Recording } from '../use-case/record.js';
import {
  afterFailedTry,
  afterRefusal,
  afterRestart,
  decide,
  EMPTY_PLAN,
  estimateMs,
  type FirmwarePlan,
  isActive,
  type PlanFacts,
  type PlannedUpdate,
  type Wait,
  waitsOf,
} from './plan.js';

/** Updates of devices, one after the other. Changes reject with `service_unready` without storage, and where the stored plan cannot be read. */
export interface FirmwareUpdates {
  read(): {
    readonly plan: FirmwarePlan;
    readonly waits: ReadonlyMap<string, Wait>;
    readonly estimateMs: number;
  };
  /** Resolves when the plan is stored. */
  change(change: (plan: FirmwarePlan) => FirmwarePlan): Promise<void>;
  newId(): string;
}

/** The conductor of a gateway. */
export interface FirmwareConductor extends FirmwareUpdates {
  /** Continues the stored plan. Never rejects. */
  restore(): Promise<void>;
  /** Stops; the plan stays stored. */
  close(): Promise<void>;
}

/** The stored plan of a gateway. */
export interface FirmwareRecords {
  load(): Promise<FirmwarePlan | undefined>;
  save(plan: FirmwarePlan): Promise<void>;
}

export interface FirmwareConductorDeps extends Recording {
  readonly house: Pick<House, 'device' | 'devices' | 'interfaces'>;
  /** Rejects with a `GatewayError`. */
  readonly control: {
    updateFirmware(at: Pick<PlannedUpdate, 'central' | 'interfaceName' | 'address'>): Promise<void>;
  };
  /** Undefined without storage: nothing can be planned then. */
  readonly records: FirmwareRecords | undefined;
  readonly publish: (event: ModelEvent) => void;
  readonly time: Time;
  /** Minutes after midnight at a moment, local time. */
  readonly minuteOf: (at: number) => number;
  readonly randomHex: (digits: number) => string;
  readonly log: Logger;
  /** Milliseconds between two checks of the plan; default 15 000. */
  readonly checkMs?: number;
}

const CHECK_MS = 15_000;
/** Longest wait for orders under way at the end: a gateway stops within five seconds, and its CCUs take three of them. */
const CLOSE_MS = 1_500;
/** Refusals of the CCU that are about the way and not about the device. */
const NOT_NOW: ReadonlySet<string> = new Set(['duty_cycle', 'circuit_open', 'booting', 'closed', 'no_central']);
const NOT_ENOUGH_DUTY_CYCLE = -8;

/**
 * Updates the firmware of planned devices: one at a time on each interface, at the chosen time, and below the chosen duty
 * cycle. The plan is stored before each order, so that a restart orders nothing twice.
 *
 * @example
 * const conductor = createFirmwareConductor({ house, control, records, publish, time, minuteOf, randomHex, log, audit, clock });
 * await conductor.restore();
 */
export function createFirmwareConductor(deps: FirmwareConductorDeps): FirmwareConductor {
  const { records, time, log } = deps;
  const book = createPlanBook(deps);
  let cancel: (() => void) | undefined;
  let closed = false;
  const underWay = new Set<Promise<void>>();

  const complain = (error: unknown) => log.warn('the plan of firmware updates could not be stored', { error });

  function schedule(): void {
    cancel?.();
    cancel = undefined;
    if (closed || !book.plan().updates.some(isActive)) return;
    cancel = time.after(deps.checkMs ?? CHECK_MS, check);
  }

  function check(): void {
    if (!closed) begin(orderNext());
  }

  /** Work that a closing conductor waits for, so that an order that is stored is sent, and stored as sent. */
  function begin(work: Promise<void>): void {
    const ended = work.finally(() => underWay.delete(ended));
    underWay.add(ended);
  }

  async function orderNext(): Promise<void> {
    const { plan, orders } = decide(book.plan(), factsOf(deps));
    try {
      await book.store(plan);
      for (const order of orders) begin(carryOut(order));
    } catch (error) {
      // Nothing was ordered: the stored plan counts.
      complain(error);
    }
    schedule();
  }

  async function carryOut(order: PlannedUpdate): Promise<void> {
    const after = await handOver(deps, order);
    const next = replaced(book.plan(), order.id, (each) => (each.state === 'ordered' ? after : each));
    await book.store(next).catch(complain);
    schedule();
  }

  async function allEnded(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  const restore = createRestoring(deps, (kept) => {
    book.take(afterRestart(kept));
    schedule();
  });

  return {
    read() {
      const plan = book.plan();
      return { plan, waits: waitsOf(plan, factsOf(deps)), estimateMs: estimateMs(plan) };
    },
    async change(change) {
      if (records !== undefined && !(await restore())) throw unreadable();
      await book.store(change(book.plan()));
      check();
    },
    newId: () => deps.randomHex(16),
    async restore() {
      await restore();
    },
    async close() {
      closed = true;
      cancel?.();
      const limit = new Promise<void>((resolve) => void time.after(CLOSE_MS, resolve));
      await Promise.race([allEnded(), limit]);
      await book.saved();
    },
  };
}

/** The present plan. Changes are stored one after the other. */
function createPlanBook({ records, publish }: Pick<FirmwareConductorDeps, 'records' | 'publish'>) {
  let plan = EMPTY_PLAN;
  let saving: Promise<void> = Promise.resolve();
  return {
    plan: () => plan,
    /** Takes a stored plan. */
    take(kept: FirmwarePlan): void {
      plan = kept;
    },
    /** Resolves when it is stored; where that fails, the plan is the one before, unless it changed meanwhile. */
    async store(next: FirmwarePlan): Promise<void> {
      if (records === undefined) throw noStorage();
      const before = plan;
      const isChanged = next !== before && JSON.stringify(next) !== JSON.stringify(before);
      plan = next;
      if (!isChanged) return saving.catch(() => undefined);
      saving = saving.catch(() => undefined).then(() => records.save(next));
      publish(changedEvent(next));
      try {
        await saving;
      } catch (error) {
        if (plan === next) plan = before;
        throw error;
      }
    },
    saved: () => saving.catch(() => undefined),
  };
}

/**
 * Reads the stored plan once. The answer is false where it cannot be read: it must not be overwritten,
 * and the next call reads it again.
 */
function createRestoring(deps: Pick<FirmwareConductorDeps, 'records' | 'log'>, use: (plan: FirmwarePlan) => void) {
  let restored: Promise<boolean> | undefined;
  return (): Promise<boolean> => {
    restored ??= keptPlan(deps).then((kept) => {
      if (kept === undefined) restored = undefined;
      else use(kept);
      return kept !== undefined;
    });
    return restored;
  };
}

/** Undefined where it cannot be read. */
async function keptPlan({
  records,
  log,
}: Pick<FirmwareConductorDeps, 'records' | 'log'>): Promise<FirmwarePlan | undefined> {
  try {
    return (await records?.load()) ?? EMPTY_PLAN;
  } catch (error) {
    log.error('the plan of firmware updates could not be read', { error });
    return undefined;
  }
}

const unreadable = () =>
  new GatewayError('service_unready', 'The stored plan of firmware updates cannot be read', {
    reason: 'storage_unavailable',
  });

/** Hands an order to the CCU. Answers the update afterwards. */
async function handOver(
  { control, audit, time, log }: Pick<FirmwareConductorDeps, 'control' | 'audit' | 'time' | 'log'>,
  order: PlannedUpdate,
): Promise<PlannedUpdate> {
  const { central, interfaceName, address, by } = order;
  const record = (outcome?: string) =>
    audit.record({
      at: time.now(),
      action: 'device_firmware_update',
      central,
      deviceAddress: address,
      user: by,
      scheme: 'service',
      note: `${order.from} → ${order.to}`,
      ...(outcome === undefined ? {} : { outcome }),
    });
  try {
    await control.updateFirmware({ central, interfaceName, address });
    record();
  } catch (error) {
    if (!isPending(error)) {
      log.info('a firmware update was refused', { address, error });
      return refused(order, error, time.now());
    }
    // The device shows whether the CCU has the order.
    record('pending');
  }
  return { ...order, isSent: true };
}

/** The plan with one update changed. */
function replaced(plan: FirmwarePlan, id: string, change: (update: PlannedUpdate) => PlannedUpdate): FirmwarePlan {
  return { ...plan, updates: plan.updates.map((each) => (each.id === id ? change(each) : each)) };
}

function refused(order: PlannedUpdate, error: unknown, now: number): PlannedUpdate {
  if (!(error instanceof GatewayError)) return afterFailedTry(order, 'unknown', now);
  const { code, details } = error;
  const reason = details.reason ?? code;
  if (code === 'not_implemented' || code === 'not_found') return { ...order, state: 'failed', reason, endedAt: now };
  const isFull = details.members?.fault_code === NOT_ENOUGH_DUTY_CYCLE;
  if (isFull) return afterRefusal(order, 'duty_cycle', now);
  return code === 'service_unready' || NOT_NOW.has(reason)
    ? afterRefusal(order, reason, now)
    : afterFailedTry(order, reason, now);
}

function factsOf({ house, time, minuteOf }: Pick<FirmwareConductorDeps, 'house' | 'time' | 'minuteOf'>): PlanFacts {
  const now = time.now();
  const wire = ({ central, interfaceName }: PlannedUpdate) =>
    house.interfaces({ central }).find(({ interface: name }) => name === interfaceName);
  const device = ({ central, address }: Pick<PlannedUpdate, 'central' | 'address'>): DeviceSummary | undefined => {
    const found = house.device(address, { central });
    return found.ok ? found.value : undefined;
  };
  return {
    now,
    minute: minuteOf(now),
    device(update) {
      const found = device(update);
      if (found === undefined) return undefined;
      const reportedAt = Date.parse(found.availability.LastUpdated ?? '');
      return {
        firmware: found.firmware.Current,
        isInstalling: found.update_status === 'installing',
        reportedAt: Number.isNaN(reportedAt) ? undefined : reportedAt,
      };
    },
    dutyCycle: (update) => wire(update)?.duty_cycle,
    isConnected: (update) => wire(update)?.connected === true,
    isBusy: (update) =>
      house
        .devices({ central: update.central })
        .some(
          (each) =>
            each.interface === update.interfaceName &&
            each.address !== update.address &&
            each.update_status === 'installing',
        ),
  };
}

function changedEvent({ updates, settings }: FirmwarePlan): ModelEvent {
  const payload = { active: updates.filter(isActive).length, paused: settings.paused };
  return { topic: 'system.firmware', type: 'firmware.plan_changed', kind: 'change', key: 'firmware/plan', payload };
}
