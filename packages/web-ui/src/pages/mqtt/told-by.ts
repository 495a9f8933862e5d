/** Events that tell how a broker stands, and with that what it is told. */
export const TOLD_BY = ['mqtt.broker_connected', 'mqtt.broker_disconnected', 'config.changed'] as const;
