import type { Schedule, ScheduleCorrection, WeekProfileResponse } from '@ccu-gateway/contract/types';
import type { PlannedSchedule, ScheduleAddress } from '@ccu-gateway/device-model';
import type { CcuWriter, DeviceModel } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';
import type { ParamsetReader } from './paramsets.js';
import { sendParamset } from './paramsets.js';

/** Ports of the use cases that read schedules. */
export interface ScheduleReading {
  readonly devices: DeviceModel;
  readonly paramsets: ParamsetReader;
}

/** Ports of the use cases about schedules. */
export interface ScheduleWriting extends ScheduleReading, Recording {
  readonly ccu: CcuWriter;
}

type Values = Readonly<Record<string, unknown>>;

function valuesOf({ devices, paramsets }: ScheduleReading, at: ScheduleAddress): Promise<Values> {
  const { central, interfaceName, address, paramsetKey } = found(devices.schedules.locate(at));
  return paramsets.readParamset({ central, interfaceName, address, key: paramsetKey });
}

/**
 * Reads the schedule of a thermostat or an actor from the CCU. Role `viewer`.
 *
 * @throws GatewayError `not_found` also where the device has no schedule, `conflict` (reason `central_required`),
 * `upstream_unavailable`, `service_unready`
 * @example
 * const { kind, profiles } = await core.as(caller).schedules.read({ address: '0001D3C99C0001' });
 */
export async function readSchedule(ports: ScheduleReading, at: ScheduleAddress): Promise<Schedule> {
  return found(ports.devices.schedules.describe(at, await valuesOf(ports, at)));
}

/**
 * Reads the schedule of a device in the shape of the path `week-profile`. Role `viewer`.
 *
 * @throws GatewayError as `readSchedule`
 * @example
 * const profile = await core.as(caller).schedules.readWeekProfile({ address: '0001D3C99C0001' });
 */
export async function readWeekProfile(ports: ScheduleReading, at: ScheduleAddress): Promise<WeekProfileResponse> {
  return found(ports.devices.schedules.weekProfile(at, await valuesOf(ports, at)));
}

/**
 * Writes the differences from the device's schedule, as one call; an unchanged schedule writes nothing. Resolves with
 * the times that could not be stored as requested, when the CCU has taken it. Role `operator`; audited as
 * `schedule_write` if there is a difference.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` naming each field,
 * `unsupported`, and as `CcuWriter`
 * @example
 * const at = { address: '0001D3C99C0001' };
 * const corrections = await core.as(caller).schedules.write(at, { profiles });
 */
export const writeSchedule = useCase(
  'operator',
  async (
    ports: ScheduleWriting,
    caller: Caller,
    at: ScheduleAddress,
    wanted: unknown,
  ): Promise<readonly ScheduleCorrection[]> => {
    return carryOut(ports, caller, ports.devices.schedules.plan(at, await valuesOf(ports, at), wanted));
  },
);

/**
 * Checks a schedule as `writeSchedule` does and writes nothing. Resolves with the parameters that would change, and the
 * times that could not be stored as requested. Role `viewer`.
 *
 * @throws GatewayError as `writeSchedule`
 * @example
 * const { changes } = await core.as(caller).schedules.preview({ address: '0001D3C99C0001' }, { profiles });
 */
export async function previewSchedule(
  ports: ScheduleReading,
  at: ScheduleAddress,
  wanted: unknown,
): Promise<SchedulePreview> {
  const values = await valuesOf(ports, at);
  const planned = ports.devices.schedules.plan(at, values, wanted);
  if (!planned.ok) throw houseRefusal(planned);
  const changes = Object.entries(planned.write?.values ?? {}).map(([parameter, { value }]) => {
    return { parameter, from: values[parameter], to: value };
  });
  return { changes, corrections: planned.corrections };
}

/** Difference of a requested schedule from the one of the device. */
export interface SchedulePreview {
  /** By the parameter that stores it; `from` as the CCU has it. */
  readonly changes: readonly { readonly parameter: string; readonly from: unknown; readonly to: unknown }[];
  readonly corrections: readonly ScheduleCorrection[];
}

/**
 * Copies the whole schedule of one device onto another of the same kind. An entry that the other cannot hold is
 * refused, not left out. Resolves with the times that could not be stored as they were, when the CCU has taken it. Role
 * `operator`; audited as `schedule_write` if there is a difference.
 *
 * @throws GatewayError `unsupported` between different kinds of schedules, and as `writeSchedule`
 * @example
 * await core.as(caller).schedules.copy({ address: '0001D3C99C0001' }, { address: '0001D3C99C0002' });
 */
export const copySchedule = useCase(
  'operator',
  async (
    ports: ScheduleWriting,
    caller: Caller,
    from: ScheduleAddress,
    to: ScheduleAddress,
  ): Promise<readonly ScheduleCorrection[]> => {
    const [source, target] = await Promise.all([valuesOf(ports, from), valuesOf(ports, to)]);
    const planned = ports.devices.schedules.planCopy({ at: from, values: source }, { at: to, values: target });
    return carryOut(ports, caller, planned);
  },
);

/** A profile of a schedule. */
export interface ProfileEnd {
  readonly at: ScheduleAddress;
  /** From 1. */
  readonly profile: number;
}

/**
 * Copies one profile of a thermostat onto a profile of the same or another one. Resolves with the times that could
 * not be stored as they were, when the CCU has taken it. Role `operator`; audited as `schedule_write` where something
 * differs.
 *
 * @throws GatewayError as `writeSchedule`
 * @example
 * const at = { address: '0001D3C99C0001' };
 * await core.as(caller).schedules.copyProfile({ at, profile: 1 }, { at, profile: 2 });
 */
export const copyProfile = useCase(
  'operator',
  async (
    ports: ScheduleWriting,
    caller: Caller,
    from: ProfileEnd,
    to: ProfileEnd,
  ): Promise<readonly ScheduleCorrection[]> => {
    const [source, target] = await Promise.all([valuesOf(ports, from.at), valuesOf(ports, to.at)]);
    const planned = ports.devices.schedules.planProfileCopy({ ...from, values: source }, { ...to, values: target });
    return carryOut(ports, caller, planned);
  },
);

async function carryOut(
  ports: ScheduleWriting,
  caller: Caller,
  planned: PlannedSchedule,
): Promise<readonly ScheduleCorrection[]> {
  if (!planned.ok) throw houseRefusal(planned);
  if (planned.write !== undefined) await sendParamset(ports, caller, planned.write, 'schedule_write');
  return planned.corrections;
}

/**
 * Makes a profile (`P1` … `P6`) of a thermostat the one in force. Resolves when the CCU has taken it. Role
 * `operator`; audited as `active_profile`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation`, `unsupported`, and as
 * `CcuWriter`
 * @example
 * await core.as(caller).schedules.activateProfile({ address: '0001D3C99C0001' }, 'P2');
 */
export const activateProfile = useCase(
  'operator',
  async (ports: ScheduleWriting, caller: Caller, at: ScheduleAddress, profile: string): Promise<void> => {
    const planned = ports.devices.schedules.planActiveProfile(at, profile);
    if (!planned.ok) throw houseRefusal(planned);
    const change = {
      action: 'active_profile',
      central: planned.write.central,
      deviceAddress: planned.write.deviceAddress,
      note: profile,
    };
    await makeChange(ports, caller, change, () =>
      ports.ccu.write(planned.write, { priority: 'high', signal: caller.signal }),
    );
  },
);

/**
 * Lets a channel of an actor follow its schedule (`enabled`), or takes it out. `key` is `<actor>_<receiver>`, both
 * from 1. Resolves when the CCU has taken it. Role `operator`; audited as `schedule_channel_lock`.
 *
 * @throws GatewayError `not_found` also for an unknown key, `conflict` (reason `central_required`), `unsupported`,
 * `locked` (reason `channel_locked`), and as `CcuWriter`
 * @example
 * await core.as(caller).schedules.setChannelLock({ address: '0001D3C99C0001' }, '1_1', true);
 */
export const setChannelLock = useCase(
  'operator',
  async (ports: ScheduleWriting, caller: Caller, at: ScheduleAddress, key: string, enabled: boolean): Promise<void> => {
    const planned = ports.devices.schedules.planChannelLock(at, key, enabled);
    if (!planned.ok) throw houseRefusal(planned);
    const change = {
      action: 'schedule_channel_lock',
      central: planned.write.central,
      deviceAddress: planned.write.deviceAddress,
      note: `${key} ${enabled ? 'enabled' : 'disabled'}`,
    };
    await makeChange(ports, caller, change, () =>
      ports.ccu.write(planned.write, { priority: 'default', signal: caller.signal }),
    );
  },
);

/** Use cases of the family `schedules`, by their names for a caller of the core. */
export const schedulesUseCases = {
  read: reading('viewer', readSchedule),
  readWeekProfile: reading('viewer', readWeekProfile),
  preview: reading('viewer', previewSchedule),
  write: writeSchedule,
  copy: copySchedule,
  copyProfile: copyProfile,
  activateProfile: activateProfile,
  setChannelLock: setChannelLock,
} as const;
