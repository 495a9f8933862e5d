import type { MqttDevicePreview, MqttStatus } from '@ccu-gateway/contract/types';

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
