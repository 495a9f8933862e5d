import type {
  BatchResult,
  CalculatedDPSummary,
  CustomDPSummary,
  DataPointSummary,
  DeviceDetail,
  DeviceSummary,
} from '@ccu-gateway/contract/types';
import type { ChannelScope, PointReading, Scope, ValueQuery } from '@ccu-gateway/device-model';
import type { AuditLog, CcuWriter, Clock, DeviceModel, House, WritePriority } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { makeChange } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';

const MAX_QUERIES = 1000;

/**
 * Devices of every CCU or of one. An unknown CCU is an error, not an empty list. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const devices = core.as(caller).devices.list({ central: 'home' });
 */
export function listDevices(house: House, scope: Scope): readonly DeviceSummary[] {
  checkCentral(house, scope);
  return house.devices(scope);
}

/** A page of devices, as values or as the text of their JSON array; each is made when it is asked for. */
export interface DevicePage {
  /** Number of devices on all pages. */
  readonly total: number;
  readonly items: () => readonly DeviceSummary[];
  /** UTF-8, in pieces. */
  readonly text: () => readonly Uint8Array[];
  /** True while the text is kept from an earlier reading, so that it need not be made. */
  readonly isKept: () => boolean;
}

/**
 * One page of the devices of every CCU or of one. Only the devices on it are described. `page` counts from 1.
 *
 * @throws GatewayError `not_found` for an unknown CCU
 * @example
 * const { items, total } = pageOfDevices(ports.house, {}, 1, 50);
 */
export function pageOfDevices(house: House, scope: Scope, page: number, perPage: number): DevicePage {
  checkCentral(house, scope);
  const { central, locale } = scope;
  const list = { central, locale, offset: (page - 1) * perPage, limit: perPage };
  return {
    total: house.deviceCount(scope),
    items: () => house.devices(list),
    text: () => house.texts.devices(list),
    isKept: () => house.texts.hasDevices(list),
  };
}

function checkCentral(house: House, scope: Scope): void {
  if (scope.central !== undefined && !house.centralNames().includes(scope.central)) {
    throw notFound(`CCU ${scope.central}`);
  }
}

/**
 * A device with its channels. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`) where several CCUs have the address
 * @example
 * const { model } = core.as(caller).devices.get({ address: '0001D3C99C0001' });
 */
export function getDevice(house: House, address: string, scope: Scope): DeviceDetail {
  return found(house.device(address, scope));
}

/** A data point, on any CCU or on the one of the scope. */
export interface DataPointAddress extends Scope {
  readonly address: string;
  readonly channel: number;
  readonly parameter: string;
}

/**
 * A data point with its last known value; the CCU is not asked. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const { value } = core.as(caller).devices.getValue({ address: '0001D3C99C0001', channel: 3, parameter: 'STATE' });
 */
export function getDataPoint(house: House, at: DataPointAddress): DataPointSummary {
  return found(house.dataPoint(at));
}

/**
 * The last known value of a data point and its times, in milliseconds since the Unix epoch, without its description.
 * Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const { value, changedAt } = core.as(caller).devices.reading({ address: '0001D3C99C0001', channel: 3, parameter: 'STATE' });
 */
export function readPoint(house: House, at: DataPointAddress): PointReading {
  return found(house.reading(at));
}

/**
 * The data points of a channel with their last known values; the CCU is not asked. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const points = core.as(caller).devices.dataPoints({ address: '0001D3C99C0001', channel: 3 });
 */
export function listDataPoints(house: House, at: ChannelScope): readonly DataPointSummary[] {
  return found(house.dataPoints(at));
}

/** A device with everything that is known of it. */
export interface DeviceView {
  readonly device: DeviceDetail;
  /** Data points by the number of their channel. */
  readonly dataPoints: ReadonlyMap<number, readonly DataPointSummary[]>;
  /** Data points calculated from them, such as the dew point, by the number of their channel. */
  readonly calculatedDataPoints: ReadonlyMap<number, readonly CalculatedDPSummary[]>;
  readonly customDataPoints: readonly CustomDPSummary[];
}

/**
 * Data points calculated from the values of a channel, such as the dew point. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const points = core.as(caller).devices.calculated({ address: '000A9D89A1B2C3', channel: 1 });
 */
export function listCalculated(
  { devices }: { readonly devices: DeviceModel },
  at: ChannelScope,
): readonly CalculatedDPSummary[] {
  return found(devices.calculatedDataPoints(at));
}

/**
 * A device with its data points and custom data points, in one turn; the CCU is not asked. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const { device, dataPoints } = core.as(caller).devices.view({ address: '0001D3C99C0001' });
 */
export function viewDevice(
  { house, devices }: { readonly house: House; readonly devices: DeviceModel },
  at: Scope & { readonly address: string },
): DeviceView {
  const { address, ...scope } = at;
  const device = getDevice(house, address, scope);
  const channels = device.channels.map(({ number }) => number);
  return {
    device,
    dataPoints: new Map(channels.map((channel) => [channel, listDataPoints(house, { ...at, channel })])),
    calculatedDataPoints: new Map(
      channels.map((channel) => [channel, listCalculated({ devices }, { ...at, channel })]),
    ),
    customDataPoints: found(devices.customDataPoints(address, scope)),
  };
}

/**
 * Reads many data points. One that does not exist, or is hidden, costs only itself.
 *
 * @throws GatewayError `unprocessable` (reason `batch_size`) for none or more than 1 000
 * @example
 * const query = { address: '0001D3C99C0001', channel: 3, parameter: 'STATE' };
 * const [result] = readMany(ports.devices, {}, [query]);
 */
export function readMany(
  devices: Pick<DeviceModel, 'readBatch'>,
  scope: Scope,
  queries: readonly ValueQuery[],
): readonly BatchResult[] {
  if (queries.length === 0 || queries.length > MAX_QUERIES) {
    throw new GatewayError('unprocessable', `Between 1 and ${MAX_QUERIES} queries are answered at once`, {
      reason: 'batch_size',
      errors: [{ field: 'queries', reason: 'wrong number of queries', min: 1, max: MAX_QUERIES }],
    });
  }
  return devices.readBatch(queries, scope);
}

/**
 * Checks a value against the parameter's description and hands it to the CCU. A refused value never leaves here.
 * Resolves when the CCU has taken it: the confirmed value, or that it did not come true, arrives as an event. Role
 * `operator`; audited as `data_point_write`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation`, `locked` (reason
 * `channel_locked`), `unsupported`, and as `CcuWriter`
 * @example
 * await core.as(caller).devices.setValue({ address: '0001D3C99C0001', channel: 3, parameter: 'STATE', value: true });
 */
export const setValue = useCase(
  'operator',
  async (
    ports: { readonly house: House; readonly ccu: CcuWriter; readonly audit: AuditLog; readonly clock: Clock },
    caller: Caller,
    request: DataPointAddress & { readonly value: unknown; readonly priority?: WritePriority | undefined },
  ): Promise<void> => {
    const { priority, ...write } = request;
    const planned = ports.house.validateWrite(write);
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
    await makeChange(ports, caller, change, () => ports.ccu.write(planned.write, options));
  },
);
