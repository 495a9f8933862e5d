import type { Schedule, ScheduleCorrection, WeekProfileResponse } from '@ccu-gateway/contract/types';
import type { PlannedSchedule, ScheduleAddress } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import type { DeviceModel, ParamsetReader } from '../ports/device-families.js';
import type { CcuWriter } from '../ports/house.js';
import { makeChange, type Recording } from '../record.js';
import { found, houseRefusal } from '../refusal.js';
import { useCase } from '../use-case.js';
import { send } from './paramsets.js';

export interface ScheduleReading {
  readonly devices: DeviceModel;
  readonly paramsets: ParamsetReader;
}

export interface ScheduleWriting extends ScheduleReading, Recording {
  readonly ccu: CcuWriter;
}

type Values = Readonly<Record<string, unknown>>;

function valuesOf({ devices, paramsets }: ScheduleReading, at: ScheduleAddress): Promise<Values> {
  const { central, interfaceName, address, paramsetKey } = found(devices.schedules.locate(at));
  return paramsets.readParamset({ central, interfaceName, address, key: paramsetKey });
}

export async function readSchedule(needs: ScheduleReading, at: ScheduleAddress): Promise<Schedule> {
  return found(needs.devices.schedules.describe(at, await valuesOf(needs, at)));
}

export async function readWeekProfile(needs: ScheduleReading, at: ScheduleAddress): Promise<WeekProfileResponse> {
  return found(needs.devices.schedules.weekProfile(at, await valuesOf(needs, at)));
}

/**
 * Writes what differs from what the device has, as one call. Answers the times that could not be stored as asked for.
 * What was read and comes back unchanged writes nothing.
 */
export const writeSchedule = useCase(
  'operator',
  async (
    needs: ScheduleWriting,
    caller: Caller,
    at: ScheduleAddress,
    wanted: unknown,
  ): Promise<readonly ScheduleCorrection[]> => {
    return carryOut(needs, caller, needs.devices.schedules.plan(at, await valuesOf(needs, at), wanted));
  },
);

export const copySchedule = useCase(
  'operator',
  async (
    needs: ScheduleWriting,
    caller: Caller,
    from: ScheduleAddress,
    to: ScheduleAddress,
  ): Promise<readonly ScheduleCorrection[]> => {
    const [source, target] = await Promise.all([valuesOf(needs, from), valuesOf(needs, to)]);
    const planned = needs.devices.schedules.planCopy({ at: from, values: source }, { at: to, values: target });
    return carryOut(needs, caller, planned);
  },
);

export interface ProfileEnd {
  readonly at: ScheduleAddress;
  /** From 1. */
  readonly profile: number;
}

export const copyProfile = useCase(
  'operator',
  async (
    needs: ScheduleWriting,
    caller: Caller,
    from: ProfileEnd,
    to: ProfileEnd,
  ): Promise<readonly ScheduleCorrection[]> => {
    const [source, target] = await Promise.all([valuesOf(needs, from.at), valuesOf(needs, to.at)]);
    const planned = needs.devices.schedules.planProfileCopy({ ...from, values: source }, { ...to, values: target });
    return carryOut(needs, caller, planned);
  },
);

async function carryOut(
  needs: ScheduleWriting,
  caller: Caller,
  planned: PlannedSchedule,
): Promise<readonly ScheduleCorrection[]> {
  if (!planned.ok) throw houseRefusal(planned);
  if (planned.write !== undefined) await send(needs, caller, planned.write, 'schedule_write');
  return planned.corrections;
}

export const activateProfile = useCase(
  'operator',
  async (needs: ScheduleWriting, caller: Caller, at: ScheduleAddress, profile: string): Promise<void> => {
    const planned = needs.devices.schedules.planActiveProfile(at, profile);
    if (!planned.ok) throw houseRefusal(planned);
    const change = {
      action: 'active_profile',
      central: planned.write.central,
      deviceAddress: planned.write.deviceAddress,
      note: profile,
    };
    await makeChange(needs, caller, change, () =>
      needs.ccu.write(planned.write, { priority: 'high', signal: caller.signal }),
    );
  },
);

export const setChannelLock = useCase(
  'operator',
  async (needs: ScheduleWriting, caller: Caller, at: ScheduleAddress, key: string, enabled: boolean): Promise<void> => {
    const planned = needs.devices.schedules.planChannelLock(at, key, enabled);
    if (!planned.ok) throw houseRefusal(planned);
    const change = {
      action: 'schedule_channel_lock',
      central: planned.write.central,
      deviceAddress: planned.write.deviceAddress,
      note: `${key} ${enabled ? 'enabled' : 'disabled'}`,
    };
    await makeChange(needs, caller, change, () =>
      needs.ccu.write(planned.write, { priority: 'default', signal: caller.signal }),
    );
  },
);
