import type { z } from 'zod';
import type { mqttDevicePreview, mqttStatus } from '../schemas/mqtt.js';
import type { DeepReadonly } from './deep-readonly.js';

/** How the MQTT brokers are doing. */
export interface MqttStatus extends DeepReadonly<z.output<typeof mqttStatus>> {}

/** What one broker is told of one device. */
export interface MqttDevicePreview extends DeepReadonly<z.output<typeof mqttDevicePreview>> {}
