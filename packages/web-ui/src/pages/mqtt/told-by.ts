/** Events that change the state of a broker, and with it the published values. */
export const TOLD_BY = ['mqtt.broker_connected', 'mqtt.broker_disconnected', 'config.changed'] as const;
