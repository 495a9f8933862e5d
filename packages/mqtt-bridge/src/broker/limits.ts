import type { Publication } from './settings.js';

/** Limits of a broker, as CONNACK states them (MQTT 5). A broker of 3.1.1 states none. */
export interface BrokerLimits {
  /** Publications of quality 1 that the broker accepts before it has acknowledged one. */
  readonly receiveMaximum: number;
  /** Largest packet in bytes that the broker accepts. */
  readonly maximumPacketSize: number;
  /** Highest quality of a publication. */
  readonly maximumQos: 0 | 1;
  /** True when the broker supports retained messages. */
  readonly retains: boolean;
}

/** The largest packet that MQTT can express: a fixed header of five bytes and 268 435 455 bytes after it. */
export const LARGEST_PACKET = 268_435_460;

/** A broker that states no limit. */
export const NO_LIMITS: BrokerLimits = {
  receiveMaximum: 65_535,
  maximumPacketSize: LARGEST_PACKET,
  maximumQos: 1,
  retains: true,
};

/** Properties of CONNACK, as mqtt.js reads them. */
interface ConnackProperties {
  readonly receiveMaximum?: number | undefined;
  readonly maximumPacketSize?: number | undefined;
  readonly maximumQoS?: number | undefined;
  readonly retainAvailable?: boolean | undefined;
}

/** The limits in a CONNACK. `known`: the largest packet, where an earlier connection has found one. */
export function limitsOf(properties: ConnackProperties | undefined, known = LARGEST_PACKET): BrokerLimits {
  const { receiveMaximum, maximumPacketSize, maximumQoS, retainAvailable } = properties ?? {};
  return {
    receiveMaximum: receiveMaximum || NO_LIMITS.receiveMaximum,
    maximumPacketSize: Math.min(known, maximumPacketSize || LARGEST_PACKET),
    maximumQos: maximumQoS === 0 ? 0 : 1,
    retains: retainAvailable !== false,
  };
}

/** Fixed header, length of the topic, packet identifier, length of the properties. */
const HEADERS = 5 + 2 + 2 + 4;
/** Identifier and value of the message expiry. */
const EXPIRY = 5;
/** Identifier and length of the correlation data. */
const CORRELATION = 3;

/** The largest size in bytes that the packet of a publication has on the wire. */
export function packetSizeOf({
  topic,
  payload,
  expiresInS,
  correlation,
}: Pick<Publication, 'topic' | 'payload' | 'expiresInS' | 'correlation'>): number {
  const text = Buffer.byteLength(topic) + Buffer.byteLength(payload);
  const properties = (expiresInS === undefined ? 0 : EXPIRY) + (correlation ? CORRELATION + correlation.length : 0);
  return HEADERS + text + properties;
}

/** A publication as the broker accepts it: of no higher quality, and not kept where the broker keeps nothing. */
export function within<T extends Pick<Publication, 'qos' | 'retain'>>(publication: T, limits: BrokerLimits): T {
  const { qos, retain } = publication;
  if (qos <= limits.maximumQos && (!retain || limits.retains)) return publication;
  return { ...publication, qos: Math.min(qos, limits.maximumQos), retain: retain && limits.retains };
}
