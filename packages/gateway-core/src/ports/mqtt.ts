import type { MqttDevicePreview, MqttStatus } from '@ccu-gateway/contract/types';

/** Leads to the bridges to MQTT brokers. */
export interface MqttAccess {
  status(): MqttStatus;
  /** What a broker is told of a device; undefined for a broker without a bridge and for an unknown device. */
  preview(at: {
    readonly broker: string;
    readonly central: string;
    readonly address: string;
  }): MqttDevicePreview | undefined;
}
