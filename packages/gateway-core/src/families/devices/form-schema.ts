import type { FormParameter } from '@ccu-gateway/contract/types';
import type { Locale, Scope } from '@ccu-gateway/device-model';
import type { DeviceModel } from '../../ports/house.js';
import { invalid, notFound } from '../../use-case/errors.js';
import { found } from '../../use-case/refusal.js';
import { type ParamsetReading, paramsetPlaceOf, placeOf, readLinkParamset, readParamset } from './paramsets.js';

/** Ports of the use case that describes a form. */
export interface FormReading extends ParamsetReading {
  readonly devices: DeviceModel;
}

/** A paramset, and the language of its form. */
export interface FormRequest extends Scope {
  readonly device: string;
  readonly channel: number;
  readonly key: 'VALUES' | 'MASTER' | 'LINK';
  /** The channel at the other end; needed for `LINK` and for nothing else. */
  readonly peer?: string | undefined;
  readonly locale?: Locale | undefined;
  /** Also internal parameters. */
  readonly expert?: boolean | undefined;
}

/** A device, and the language of its form. */
export interface DeviceFormRequest extends Pick<FormRequest, 'central' | 'device' | 'locale' | 'expert'> {}

type Values = Readonly<Record<string, unknown>>;

/**
 * All data of a form for a paramset: the parameters, in words of the reader's language, and the present values. Values
 * that the model knows are not requested from the CCU again. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` for `LINK` without `peer`,
 * `upstream_unavailable`, `service_unready`
 * @example
 * const { parameters } = await core.as(caller).paramsets.form({ device: '0001D3C99C0001', channel: 1, key: 'MASTER' });
 */
export async function readFormSchema(ports: FormReading, request: FormRequest) {
  const { device, channel: no, key, peer, locale, expert = false } = request;
  const scope = request.central === undefined ? {} : { central: request.central };
  const at = { ...scope, address: `${device}:${no}` };
  const channel = found(ports.house.channel({ ...scope, address: device, channel: no, locale }));
  const { central, interfaceName } = placeOf(ports.house, at);
  if (key === 'LINK' && peer === undefined) {
    throw invalid([{ field: 'peer', reason: 'is needed for LINK' }]);
  }
  const description =
    key === 'LINK' ? await ports.paramsets.describeParamset(paramsetPlaceOf(ports.house, at, key)) : undefined;
  const parameters = found(ports.devices.describeParamset({ ...at, key, locale, description }));
  const values = await valuesOf(ports, request);
  return {
    central,
    interface_id: `${central}-${interfaceName}`,
    device_address: device,
    channel_address: at.address,
    channel_no: no,
    channel_type: channel.type ?? '',
    ...(channel.type_label === undefined ? {} : { channel_type_label: channel.type_label }),
    paramset: key,
    ...(peer === undefined ? {} : { peer }),
    parameters: shown(parameters, expert).map((each) => withValue(each, values)),
  };
}

/**
 * The same for the MASTER paramset that a device has at its own address, beside those of its channels. Role `viewer`.
 *
 * @throws GatewayError `not_found`, also for a device that has none, `conflict` (reason `central_required`),
 * `upstream_unavailable`, `service_unready`
 * @example
 * const { parameters } = await core.as(caller).paramsets.deviceForm({ device: 'OEQ0000001' });
 */
export async function readDeviceFormSchema(ports: FormReading, request: DeviceFormRequest) {
  const { device: address, locale, expert = false } = request;
  const scope = request.central === undefined ? {} : { central: request.central };
  const at = { ...scope, address };
  const device = found(ports.house.device(address, { ...scope, locale }));
  // One without parameters is nothing to edit, though the CCU lists it.
  if (device.paramset_keys?.includes('MASTER') !== true) throw notFound(`Paramset MASTER of ${address}`);
  const { central, interfaceName } = placeOf(ports.house, at);
  const parameters = found(ports.devices.describeParamset({ ...at, key: 'MASTER', locale }));
  const values = await readParamset(ports, { ...at, key: 'MASTER' });
  return {
    central,
    interface_id: `${central}-${interfaceName}`,
    device_address: device.address,
    model: device.model,
    paramset: 'MASTER' as const,
    parameters: shown(parameters, expert).map((each) => withValue(each, values)),
  };
}

const shown = (parameters: readonly FormParameter[], expert: boolean) =>
  parameters.filter((each) => expert || !each.internal);

/** Known values are not requested from the CCU again: devices that sleep answer late. */
async function valuesOf(ports: FormReading, request: FormRequest): Promise<Values> {
  const { device, channel, key, peer } = request;
  const scope = request.central === undefined ? {} : { central: request.central };
  if (key === 'VALUES') {
    const known = found(ports.house.dataPoints({ ...scope, address: device, channel }));
    return Object.fromEntries(
      known.flatMap(({ parameter, value }) => (value === undefined ? [] : [[parameter, value]])),
    );
  }
  const address = `${device}:${channel}`;
  if (key === 'LINK') return readLinkParamset(ports, { ...scope, address, peer: peer ?? '' });
  return readParamset(ports, { ...scope, address, key });
}

function withValue(parameter: FormParameter, values: Values) {
  const value = Object.hasOwn(values, parameter.parameter) ? values[parameter.parameter] : undefined;
  return value === undefined ? parameter : { ...parameter, value };
}
