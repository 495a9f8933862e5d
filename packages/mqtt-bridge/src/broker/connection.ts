import mqtt, { type IClientOptions, type IClientSubscribeOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { BrokerSettings, Delivery, ProtocolVersion, Publication } from './settings.js';

/** One connection that the broker has accepted. It is never mended: when it ends, another one is made. */
export interface BrokerConnection {
  readonly version: ProtocolVersion;
  /** How many publications of quality 1 the broker takes before it has acknowledged one. */
  readonly receiveMaximum: number;
  /** False as soon as it has ended, before what was under way is told. */
  isOpen(): boolean;
  /**
   * Calls back when the broker has it (quality 1) or when it was sent (quality 0), perhaps before it returns; with an error
   * when the broker refuses it or the connection ends.
   */
  send(publication: Publication, landed: (error?: unknown) => void): void;
  /** The same for one that is waited for. */
  publish(publication: Publication): Promise<void>;
  /**
   * Rejects when the broker refuses a filter. What the broker keeps is delivered only where `retained` says so, and what this
   * connection publishes itself only where `own` does, or the broker speaks 3.1.1.
   */
  subscribe(filters: readonly string[], options: { readonly retained: boolean; readonly own?: boolean }): Promise<void>;
  unsubscribe(filters: readonly string[]): Promise<void>;
  /** Says goodbye, so that the last will is not published. */
  close(): Promise<void>;
  /** Ends at once and without a word; the broker publishes the last will. */
  cut(): void;
}

export interface ConnectionEvents {
  onDelivery(delivery: Delivery): void;
  /** Once, after the broker had accepted it. */
  onEnd(error: unknown): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_S = 30;

/** Connects once. Rejects with what Node or the broker said; with `undefined` where it was closed without a word, or given up. */
export function connectOnce(
  settings: BrokerSettings,
  version: ProtocolVersion,
  will: Publication,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<BrokerConnection> {
  const client = mqtt.connect(settings.url, optionsOf(settings, version, will));
  const giveUp = () => client.end(true);
  signal.addEventListener('abort', giveUp);
  return new Promise((resolve, reject) => {
    let accepted = false;
    let failure: unknown;
    let isOpen = true;
    client.on('error', (error) => {
      failure ??= error;
    });
    client.once('close', () => {
      signal.removeEventListener('abort', giveUp);
      isOpen = false;
      // What waits for an answer of the broker is told that none comes.
      client.end(true);
      if (accepted) events.onEnd(failure);
      else reject(failure);
    });
    client.once('connect', ({ properties }) => {
      accepted = true;
      signal.removeEventListener('abort', giveUp);
      const life = {
        isOpen: () => isOpen,
        end() {
          isOpen = false;
        },
      };
      resolve(connectionOf(client, version, properties?.receiveMaximum ?? 65_535, life));
    });
    client.on('message', (topic, payload, packet) => events.onDelivery(deliveryOf(topic, payload, packet)));
  });
}

function optionsOf(settings: BrokerSettings, version: ProtocolVersion, will: Publication): IClientOptions {
  const { clientId, username, password, ca, cert, key, verify } = settings;
  return {
    protocolVersion: version,
    clientId,
    clean: true,
    // Another connection is made by the bridge, which then says everything anew.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepalive: KEEPALIVE_S,
    reschedulePings: false,
    queueQoSZero: false,
    resubscribe: false,
    timerVariant: 'native',
    rejectUnauthorized: verify,
    will: { topic: will.topic, payload: Buffer.from(will.payload), qos: will.qos, retain: will.retain },
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    // Any name is as good as the right one where the certificate is not looked at.
    ...(verify ? {} : { checkServerIdentity: () => undefined }),
  };
}

function connectionOf(
  client: MqttClient,
  version: ProtocolVersion,
  receiveMaximum: number,
  life: { readonly isOpen: () => boolean; readonly end: () => void },
): BrokerConnection {
  const send: BrokerConnection['send'] = (publication, landed) =>
    void client.publish(publication.topic, publication.payload, sendingOf(publication, version), (error) =>
      error ? landed(error) : landed(),
    );
  return {
    version,
    receiveMaximum,
    isOpen: life.isOpen,
    send,
    publish: (publication) =>
      new Promise((resolve, reject) => send(publication, (error) => (error ? reject(error) : resolve()))),
    async subscribe(filters, { retained, own = false }) {
      // Brokers queue few messages of quality 1 for a client, mosquitto a thousand, and lose the others of what they keep.
      const qos = retained ? 0 : 1;
      const how: IClientSubscribeOptions = version === 5 ? { qos, nl: !own, rh: retained ? 0 : 2 } : { qos };
      const granted = await client.subscribeAsync([...filters], how);
      const refused = granted.filter(({ qos }) => qos >= 0x80).map(({ topic }) => topic);
      if (refused.length > 0) throw new Error(`the broker refuses to deliver ${refused.join(', ')}`);
    },
    async unsubscribe(filters) {
      await client.unsubscribeAsync([...filters]);
    },
    async close() {
      // mqtt.js takes nothing from now on, and what is handed to it would count as refused by the broker.
      life.end();
      await client.endAsync();
    },
    cut() {
      life.end();
      client.end(true);
    },
  };
}

/** States are most of what is sent and have no properties: mqtt.js is given none to look through. */
function sendingOf({ qos, retain, expiresInS, correlation }: Publication, version: ProtocolVersion) {
  if (version !== 5 || (expiresInS === undefined && correlation === undefined)) return { qos, retain };
  const properties = {
    ...(expiresInS === undefined ? {} : { messageExpiryInterval: expiresInS }),
    ...(correlation === undefined ? {} : { correlationData: correlation }),
  };
  return { qos, retain, properties };
}

function deliveryOf(topic: string, payload: Buffer, { retain, properties }: IPublishPacket): Delivery {
  return {
    topic,
    payload,
    retained: retain,
    responseTopic: properties?.responseTopic,
    correlation: properties?.correlationData,
  };
}
