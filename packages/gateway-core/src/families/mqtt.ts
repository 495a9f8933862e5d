import type { MqttStatus } from '@ccu-gateway/contract/types';
import type { MqttAccess } from '../ports/mqtt.js';
import type { Caller } from '../use-case/caller.js';
import { useCase } from '../use-case/use-case.js';

/** Port of the use case that asks the bridges to MQTT brokers. */
export interface MqttReading {
  /** Absent where this gateway has no such bridge. */
  readonly mqtt?: MqttAccess;
}

/**
 * How the MQTT brokers of the configuration are doing; none where none is configured. Role `viewer`.
 *
 * @example
 * const [{ state, fault }] = core.as(caller).mqtt.status().brokers;
 */
export const mqttStatusOf = useCase(
  'viewer',
  ({ mqtt }: MqttReading, _caller: Caller): MqttStatus => mqtt?.status() ?? { brokers: [] },
);
