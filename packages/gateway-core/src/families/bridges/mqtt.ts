import type { MqttDevicePreview, MqttStatus } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { useCase } from '../../use-case/use-case.js';
import { getDevice } from '../devices/devices.js';

/** Leads to the bridges to MQTT brokers, which another gateway may have open. */
export interface MqttAccess {
  status(): MqttStatus | Promise<MqttStatus>;
  /** Messages about a device at a broker; undefined for a broker without a bridge and for an unknown device. */
  preview(at: {
    readonly broker: string;
    readonly central: string;
    readonly address: string;
  }): MqttDevicePreview | undefined | Promise<MqttDevicePreview | undefined>;
}

/** Port of the use case that asks the bridges to MQTT brokers. */
export interface MqttReading {
  /** Absent where this gateway has no such bridge. */
  readonly mqtt?: MqttAccess;
}

/**
 * State of the MQTT brokers of the configuration; none if none is configured. Role `viewer`.
 *
 * @example
 * const { brokers } = await core.as(caller).mqtt.status();
 */
export const mqttStatusOf = useCase(
  'viewer',
  async ({ mqtt }: MqttReading, _caller: Caller): Promise<MqttStatus> => (await mqtt?.status()) ?? { brokers: [] },
);

/** Ports of the use case that previews the messages of a device at a broker. */
export interface MqttPreviewing extends MqttReading {
  readonly house: House;
}

/**
 * Messages that one broker receives about one device, and their discovery messages for Home Assistant. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown broker and an unknown device, `conflict` (reason `central_required`)
 * where several CCUs have the address
 * @example
 * const { topics, discovery } = await core.as(caller).mqtt.preview({ broker: 'house', address: '0001D3C99C0001' });
 */
export const previewMqttDevice = useCase(
  'viewer',
  async (
    { mqtt, house }: MqttPreviewing,
    _caller: Caller,
    { broker, address, ...scope }: Scope & { readonly broker: string; readonly address: string },
  ): Promise<MqttDevicePreview> => {
    const brokers = (await mqtt?.status())?.brokers ?? [];
    if (mqtt === undefined || !brokers.some(({ name }) => name === broker)) throw notFound(`MQTT broker ${broker}`);
    const { central = '' } = getDevice(house, address, scope);
    const preview = await mqtt.preview({ broker, central, address });
    if (preview === undefined) throw notFound(`Device ${address}`);
    return preview;
  },
);
