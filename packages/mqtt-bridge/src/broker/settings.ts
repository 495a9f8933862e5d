/** How a broker is reached. */
export interface BrokerSettings {
  /** Names it in `/health`, in the log and in the record of changes. Unique among the brokers. */
  readonly name: string;
  /** `mqtt://`, `mqtts://`, `ws://` or `wss://` with host and an optional port. */
  readonly url: string;
  readonly clientId: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** PEM texts. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** False: any certificate is taken, for any name. */
  readonly verify: boolean;
}

/** Protocol versions of the bridge: MQTT 5, and 3.1.1 where the broker supports nothing newer. */
export type ProtocolVersion = 5 | 4;

/** Message to a broker. */
export interface Publication {
  readonly topic: string;
  /** Empty and retained: the topic is removed. */
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  /** Seconds after which a broker of MQTT 5 delivers it to no one any more. */
  readonly expiresInS?: number | undefined;
  /** Ties an answer to its question (MQTT 5). */
  readonly correlation?: Buffer | undefined;
}

/** Message from a broker. */
export interface Delivery {
  readonly topic: string;
  readonly payload: Buffer;
  /** It was kept by the broker before this gateway subscribed. */
  readonly retained: boolean;
  readonly responseTopic?: string | undefined;
  readonly correlation?: Buffer | undefined;
  /** Name that its client gives itself, in the user property `client` of MQTT 5. */
  readonly client?: string | undefined;
}
