import type { MqttStatus } from '@ccu-gateway/contract/types';

/** Leads to the bridges to MQTT brokers. */
export interface MqttAccess {
  status(): MqttStatus;
}
