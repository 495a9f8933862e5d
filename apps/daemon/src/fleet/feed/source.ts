const SOURCE = 'ccu:';

/** Under which a CCU is in the log, and its lease. */
export const sourceOfCentral = (central: string): string => `${SOURCE}${central}`;

/** The CCU of a source or of a lease; undefined where it is none. */
export const centralOfSource = (source: string): string | undefined =>
  source.startsWith(SOURCE) && source.length > SOURCE.length ? source.slice(SOURCE.length) : undefined;

/** The lease of the gateway that has webhooks and MQTT brokers open. No CCU has this name, because theirs begin otherwise. */
export const BRIDGES = 'bridges';

const GATEWAY = 'gateway:';

/** The source of a gateway in the log, for events that concern no CCU. */
export const sourceOfGateway = (instance: string): string => `${GATEWAY}${instance}`;

/** Returns true for the source of a gateway. */
export const isGateway = (source: string): boolean => source.startsWith(GATEWAY);
