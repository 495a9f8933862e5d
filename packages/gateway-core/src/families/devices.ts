import type { DataPointSummary, DeviceDetail, DeviceSummary } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { Caller } from '../caller.js';
import { notFound } from '../errors.js';
import type { Page } from '../page.js';
import type { AuditLog, CcuWriter, Clock, House, WritePriority } from '../ports/house.js';
import { makeChange } from '../record.js';
import { found, houseRefusal } from '../refusal.js';
import { useCase } from '../use-case.js';

/** Devices of every CCU or of one. An unknown CCU is an error, not an empty house. */
export function listDevices(house: House, scope: Scope): readonly DeviceSummary[] {
  checkCentral(house, scope);
  return house.devices(scope);
}

/** One page of the same. Only what stands on it is described. */
export function pageOfDevices(house: House, scope: Scope, page: number, perPage: number): Page<DeviceSummary> {
  checkCentral(house, scope);
  const items = house.devices({ ...scope, offset: (page - 1) * perPage, limit: perPage });
  return { items, page, perPage, total: house.deviceCount(scope) };
}

function checkCentral(house: House, scope: Scope): void {
  if (scope.central !== undefined && !house.centralNames().includes(scope.central)) {
    throw notFound(`CCU ${scope.central}`);
  }
}

export function getDevice(house: House, address: string, scope: Scope): DeviceDetail {
  return found(house.device(address, scope));
}

export interface DataPointAddress extends Scope {
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

export function getDataPoint(house: House, at: DataPointAddress): DataPointSummary {
  return found(house.dataPoint(at));
}

/** Checks a value against the parameter's description and hands it to the CCU. What is refused never leaves here. */
export const setValue = useCase(
  'operator',
  async (
    needs: { readonly house: House; readonly ccu: CcuWriter; readonly audit: AuditLog; readonly clock: Clock },
    caller: Caller,
    request: DataPointAddress & { readonly value: unknown; readonly priority?: WritePriority | undefined },
  ): Promise<void> => {
    const { priority, ...write } = request;
    const planned = needs.house.validateWrite(write);
    if (!planned.ok) throw houseRefusal(planned);
    const options = { priority: priority ?? 'default', signal: caller.signal } as const;
    const change = {
      action: 'data_point_write',
      central: planned.write.central,
      deviceAddress: planned.write.deviceAddress,
      channelNo: planned.write.channel,
      parameter: planned.write.parameter,
      paramset: 'VALUES',
      changes: [
        { parameter: planned.write.parameter, before: planned.write.current, after: planned.write.value.value },
      ],
    };
    await makeChange(needs, caller, change, () => needs.ccu.write(planned.write, options));
  },
);
