import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import type { OperationRequest, PlannedWrite, Scope } from '@ccu-gateway/device-model';
import type { AuditEntry, CcuWriter, DeviceModel, House, WritePriority } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { inOrder } from '../../use-case/steps.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** Ports of the use cases that operate custom data points. */
export interface Operating extends Recording {
  readonly devices: DeviceModel;
  readonly ccu: CcuWriter;
}

/**
 * All custom data points of one device, or of the whole installation. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown device, `conflict` (reason `central_required`) where several CCUs
 * have it
 * @example
 * const [light] = core.as(caller).customDataPoints.list({ device: '0001D3C99C0001' });
 */
export function listCustomDataPoints(
  { devices, house }: { readonly devices: DeviceModel; readonly house: House },
  scope: Scope & { readonly device?: string | undefined },
): readonly CustomDPSummary[] {
  const { device, ...rest } = scope;
  if (device !== undefined) return found(devices.customDataPoints(device, rest));
  return house.devices(rest).flatMap(({ address, central }) => {
    const each = devices.customDataPoints(address, { ...rest, ...(central === undefined ? {} : { central }) });
    return each.ok ? each.value : [];
  });
}

/**
 * Carries out an operation such as `turn_on`. Its parameters are checked first; a refused operation never leaves here.
 * Resolves when the CCU has taken every write of it, in order; the new values arrive as events. Role `operator`;
 * audited as `custom_data_point_operation`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation`, `unsupported`, `locked`
 * (reason `channel_locked`), and as `CcuWriter`; member `applied` names the writes that were done before
 * @example
 * await core.as(caller).customDataPoints.operate({ address: '0001D3C99C0001', name: 'STATE', operation: 'turn_on' });
 */
export const operate = useCase(
  'operator',
  async (
    ports: Operating,
    caller: Caller,
    request: OperationRequest & { readonly priority?: WritePriority | undefined },
  ): Promise<void> => {
    const { priority, ...operation } = request;
    const planned = ports.devices.planOperation(operation);
    if (!planned.ok) throw houseRefusal(planned);
    const options = { priority: planned.urgent ? 'critical' : (priority ?? 'high'), signal: caller.signal } as const;
    const steps = planned.writes.map((write) => ({
      what: writtenBy(write),
      run: () => ports.ccu.write(write, options),
    }));
    const change = {
      action: 'custom_data_point_operation',
      ...(planned.writes[0] === undefined ? {} : { central: planned.writes[0].central }),
      deviceAddress: request.address,
      parameter: request.name,
      note: request.operation,
      changes: planned.writes.flatMap(changesOf),
    };
    await makeChange(ports, caller, change, () => inOrder(steps));
  },
);

/** Changes of an operation, parameter by parameter. */
function changesOf(write: PlannedWrite): NonNullable<AuditEntry['changes']> {
  if (write.kind === 'paramset') {
    return Object.entries(write.values).map(([parameter, { value }]) => ({ parameter, after: value }));
  }
  const { parameter, current, value } = write;
  return [{ parameter, ...(current === undefined ? {} : { before: current }), after: value.value }];
}

/** `0001:4 LEVEL`, or the members of a paramset. */
function writtenBy(write: PlannedWrite): string {
  return write.kind === 'value'
    ? `${write.channelAddress} ${write.parameter}`
    : `${write.address} ${Object.keys(write.values).join(' ')}`;
}

/** Use cases of the family `customDataPoints`, by their names for a caller of the core. */
export const customDataPointsUseCases = {
  list: reading('viewer', listCustomDataPoints),
  operate: operate,
} as const;
