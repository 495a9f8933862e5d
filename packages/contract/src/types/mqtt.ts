import type { z } from 'zod';
import type { mqttDevicePreview, mqttOtherLayouts, mqttStatus } from '../schemas/mqtt.js';
import type { DeepReadonly } from './deep-readonly.js';

/** State of the MQTT brokers. */
export interface MqttStatus extends DeepReadonly<z.output<typeof mqttStatus>> {}

/** Key of a layout of topics of another program, in the configuration and in the status of a broker. */
export type MqttOtherLayout = keyof z.output<typeof mqttOtherLayouts>;

/** Messages of one broker about one device. */
export interface MqttDevicePreview extends DeepReadonly<z.output<typeof mqttDevicePreview>> {}
