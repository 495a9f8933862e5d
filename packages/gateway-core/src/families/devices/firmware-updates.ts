import type { FirmwarePlanBody, FirmwarePlanChange } from '@ccu-gateway/contract/types';
import type { FirmwareUpdates } from '../../firmware/conductor.js';
import { type FirmwarePlan, isActive, type PlannedUpdate, type Wait } from '../../firmware/plan.js';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { principalOf } from '../../use-case/caller.js';
import { defined } from '../../use-case/defined.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { toTimestamp } from '../../use-case/timestamp.js';
import { useCase } from '../../use-case/use-case.js';
import type { DeviceTarget } from './device-admin.js';

export type { FirmwareUpdates } from '../../firmware/conductor.js';

/** Ports of the use cases about planned firmware updates. */
export interface FirmwarePlanning extends Recording {
  readonly house: House;
  readonly firmwareUpdates: FirmwareUpdates;
}

const MAX_ACTIVE = 500;

/**
 * The plan of firmware updates: active ones in their order with the cause of their waiting, and the last ended ones. Role
 * `viewer`.
 *
 * @example
 * const { updates } = core.as(caller).firmware.plan();
 */
export const readFirmwarePlan = useCase('viewer', (ports: FirmwarePlanning, _caller: Caller) => bodyOf(ports));

/**
 * Plans updates of devices, behind those that are planned. Resolves when the plan is stored. Role `operator`; audited as
 * `firmware_plan_add`, and each update as `device_firmware_update` when the CCU takes its order.
 *
 * @throws GatewayError `not_found`, `conflict` (reasons `central_required`, `no_update`, `update_planned`,
 * `too_many_updates`), `service_unready` without storage
 * @example
 * await core.as(caller).firmware.add({ devices: [{ address: '0001D3C99C0001' }] });
 */
export const planFirmwareUpdates = useCase(
  'operator',
  async (ports: FirmwarePlanning, caller: Caller, { devices }: { readonly devices: readonly DeviceTarget[] }) => {
    const { firmwareUpdates: updates, house, clock } = ports;
    const by = principalOf(caller).subject;
    const planned = devices.map((target) => newUpdate(house, target, { id: updates.newId(), by, at: clock.now() }));
    await updates.change((plan) => withAdded(plan, planned));
    for (const { central, address } of planned) {
      recordChange(ports, caller, { action: 'firmware_plan_add', central, deviceAddress: address });
    }
    return bodyOf(ports);
  },
);

/**
 * Changes when planned updates begin, pauses or resumes them, or changes their order. Members left out stay. Role `operator`;
 * audited as `firmware_plan_change`.
 *
 * @throws GatewayError `validation` for an id in `order` that is no active update and for a night without length,
 * `service_unready` without storage
 * @example
 * await core.as(caller).firmware.change({ when: 'night', max_duty_cycle: 30 });
 */
export const changeFirmwarePlan = useCase(
  'operator',
  async (ports: FirmwarePlanning, caller: Caller, request: FirmwarePlanChange) => {
    const { order, when, night_from: nightFrom, night_to: nightTo, max_duty_cycle: maxDutyCycle, paused } = request;
    const settings = defined({ when, nightFrom, nightTo, maxDutyCycle, paused });
    await ports.firmwareUpdates.change((plan) => ({
      settings: withNight({ ...plan.settings, ...settings }, request),
      updates: order === undefined ? plan.updates : inOrder(plan.updates, order),
    }));
    recordChange(ports, caller, { action: 'firmware_plan_change', note: Object.keys(request).join(', ') });
    return bodyOf(ports);
  },
);

/**
 * Ends a planned update. One that the CCU has ordered may still happen: a CCU takes no order back. Role `operator`; audited
 * as `firmware_plan_abort`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `update_ended`), `service_unready` without storage
 * @example
 * await core.as(caller).firmware.abort(id);
 */
export const abortFirmwareUpdate = useCase('operator', async (ports: FirmwarePlanning, caller: Caller, id: string) => {
  const endedAt = ports.clock.now();
  const { plan } = ports.firmwareUpdates.read();
  const update = plan.updates.find((each) => each.id === id);
  if (update === undefined) throw notFound(`Firmware update ${id}`);
  if (!isActive(update)) throw new GatewayError('conflict', 'The update has ended', { reason: 'update_ended' });
  await ports.firmwareUpdates.change((now) => ({
    ...now,
    updates: now.updates.map((each) =>
      each.id === id && isActive(each) ? { ...each, state: 'aborted', endedAt } : each,
    ),
  }));
  const { central, address } = update;
  recordChange(ports, caller, { action: 'firmware_plan_abort', central, deviceAddress: address });
  return bodyOf(ports);
});

/** Use cases of the family `firmware`, by their names for a caller of the core. */
export const firmwareUseCases = {
  plan: readFirmwarePlan,
  add: planFirmwareUpdates,
  change: changeFirmwarePlan,
  abort: abortFirmwareUpdate,
} as const;

function newUpdate(
  house: House,
  target: DeviceTarget,
  made: { readonly id: string; readonly by: string; readonly at: number },
): PlannedUpdate {
  const { address, ...scope } = target;
  const device = found(house.device(address, scope));
  const { Current: from, Available: to } = device.firmware;
  if (device.update_available !== true || from === undefined || to === undefined) {
    throw new GatewayError('conflict', `${device.name} (${address}) has no update that could be installed`, {
      reason: device.update_status === 'installing' ? 'update_running' : 'no_update',
    });
  }
  const { central = '', interface: interfaceName } = device;
  return {
    id: made.id,
    central,
    interfaceName,
    address,
    by: made.by,
    addedAt: made.at,
    from,
    to,
    state: 'queued',
    tries: 0,
  };
}

const keyOf = ({ central, address }: PlannedUpdate): string => `${central}/${address}`;

function withAdded(plan: FirmwarePlan, added: readonly PlannedUpdate[]): FirmwarePlan {
  const active = plan.updates.filter(isActive);
  const keys = new Set(active.map(keyOf));
  for (const update of added) {
    if (keys.has(keyOf(update))) {
      throw new GatewayError('conflict', `The update of ${update.address} is planned already`, {
        reason: 'update_planned',
      });
    }
    keys.add(keyOf(update));
  }
  if (active.length + added.length > MAX_ACTIVE) {
    throw new GatewayError('conflict', `At most ${MAX_ACTIVE} updates can be planned`, { reason: 'too_many_updates' });
  }
  return { ...plan, updates: [...plan.updates, ...added] };
}

/** Refuses a requested night without length, in which no update would ever begin. */
function withNight(settings: FirmwarePlan['settings'], { night_from, night_to }: FirmwarePlanChange) {
  const isNamed = night_from !== undefined || night_to !== undefined;
  if (!isNamed || settings.nightFrom !== settings.nightTo) return settings;
  throw invalid([{ field: 'night_from', reason: 'must differ from night_to' }]);
}

/** The named updates first, in this order; the others keep theirs. */
function inOrder(updates: readonly PlannedUpdate[], order: readonly string[]): readonly PlannedUpdate[] {
  const named = order.map((id, index) => {
    const update = updates.find((each) => each.id === id && isActive(each));
    if (update === undefined)
      throw invalid([{ field: `order.${index}`, reason: 'must be the id of an active update' }]);
    return update;
  });
  const first = new Set(named);
  return [...first, ...updates.filter((update) => !first.has(update))];
}

function bodyOf({ firmwareUpdates, house, clock }: FirmwarePlanning): FirmwarePlanBody {
  const { plan, waits, estimateMs } = firmwareUpdates.read();
  const { when, nightFrom, nightTo, maxDutyCycle, paused } = plan.settings;
  const active = plan.updates.filter(isActive);
  const ended = plan.updates.filter((update) => !isActive(update)).sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
  return {
    when,
    night_from: nightFrom,
    night_to: nightTo,
    max_duty_cycle: maxDutyCycle,
    paused,
    updates: active.map((update) => updateBodyOf(house, update, waits.get(update.id))),
    history: ended.map((update) => updateBodyOf(house, update, undefined)),
    ...(active.length === 0 ? {} : { estimated_end: toTimestamp(clock.now() + estimateMs) }),
  };
}

function updateBodyOf(
  house: House,
  update: PlannedUpdate,
  wait: Wait | undefined,
): FirmwarePlanBody['updates'][number] {
  const { id, central, interfaceName, address, by, from, to, state, tries, reason } = update;
  const device = house.device(address, { central });
  const at = (moment: number | undefined) => (moment === undefined ? undefined : toTimestamp(moment));
  return {
    id,
    central,
    interface: interfaceName,
    device_address: address,
    by,
    from,
    to,
    state,
    tries,
    added_at: toTimestamp(update.addedAt),
    ...defined({
      name: device.ok ? device.value.name : undefined,
      ordered_at: at(update.orderedAt),
      ended_at: at(update.endedAt),
      reason,
      waits_for: wait?.reason,
      behind: wait?.behind,
    }),
  };
}
