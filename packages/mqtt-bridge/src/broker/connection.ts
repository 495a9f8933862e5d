import { type IClientOptions, type IClientSubscribeOptions, type IPublishPacket, MqttClient } from 'mqtt';
import { type BrokerLimits, limitsOf, packetSizeOf, within } from './limits.js';
import type { Oversized } from './oversized.js';
import { BrokerDisconnect, MessageTooLarge } from './reasons.js';
import type { BrokerSettings, Delivery, ProtocolVersion, Publication } from './settings.js';
import { LARGEST_ASKED, openSocket } from './socket.js';

/** One connection that the broker has accepted. It is never mended: when it ends, another one is made. */
export interface BrokerConnection {
  readonly version: ProtocolVersion;
  readonly limits: BrokerLimits;
  /** Requests that the broker owes an answer: publications of quality 1, subscriptions and their ends. */
  readonly answers: Answers;
  /** False as soon as the connection has ended, before pending messages are rejected. */
  isOpen(): boolean;
  /**
   * Calls back when the broker has it (quality 1) or when it was sent (quality 0), perhaps before it returns; with an error
   * when the broker refuses it, when it is larger than the broker accepts, or when the connection ends.
   */
  send(publication: Publication, landed: (error?: unknown) => void): void;
  /** The same for one that is waited for. */
  publish(publication: Publication): Promise<void>;
  /**
   * Resolves with the filters that the broker refuses. Rejects when the connection ends. Retained messages are
   * delivered only with `retained`, and publications of this connection only with `own`, or at a broker of 3.1.1.
   */
  subscribe(
    filters: readonly string[],
    options: { readonly retained: boolean; readonly own?: boolean },
  ): Promise<readonly RefusedFilter[]>;
  unsubscribe(filters: readonly string[]): Promise<void>;
  /** Disconnects, so that the last will is not published. */
  close(): Promise<void>;
  /** Ends at once and without a word; the broker publishes the last will. */
  cut(): void;
}

/** Requests to the broker. */
export interface Answers {
  /** Number of those without an answer. */
  readonly owed: number;
  /** Number of those with one. */
  readonly given: number;
}

/** A filter that the broker refuses to deliver. */
export interface RefusedFilter {
  readonly filter: string;
  /** Reason code of MQTT 5; 128 from a broker of 3.1.1. */
  readonly code: number;
}

export interface ConnectionEvents {
  onDelivery(delivery: Delivery): void;
  /** A message was dropped, because it is larger than the bridge reads. */
  onOversized(message: Oversized): void;
  /**
   * Once, after the broker had accepted it. `unanswered`: bytes of the largest packet that was sent and that no later
   * acknowledgement covers; 0 where all are small.
   */
  onEnd(error: unknown, unanswered: number): void;
}

/** How a connection is made beyond its settings. */
export interface ConnectOptions {
  readonly version: ProtocolVersion;
  /** Absent: the broker publishes nothing when the connection breaks. */
  readonly will?: Publication;
  /** The largest packet that the broker accepts, where an earlier connection has found it. */
  readonly knownLimit?: number | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
const KEEPALIVE_S = 30;

/**
 * Connects once. Rejects with the error of Node or of the broker; with `undefined` where the broker closed the connection
 * without an answer, or where the signal was aborted.
 */
export function connectOnce(
  settings: BrokerSettings,
  { version, will, knownLimit }: ConnectOptions,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<BrokerConnection> {
  const sent = createUnanswered();
  const client = new MqttClient(
    () => openSocket(settings, version, (message) => events.onOversized(message)),
    optionsOf(settings, version, will),
  );
  const giveUp = () => client.end(true);
  signal.addEventListener('abort', giveUp);
  return new Promise((resolve, reject) => {
    let accepted = false;
    let failure: unknown;
    let isOpen = true;
    client.on('error', (error) => {
      failure ??= error;
      // After a packet that mqtt.js does not understand it reads no other one.
      if (accepted) client.end(true);
    });
    client.on('disconnect', ({ reasonCode = 0, properties }) => {
      // 0 is a normal end, which a broker does not owe a reason.
      if (reasonCode > 0) failure ??= new BrokerDisconnect(reasonCode, properties?.reasonString);
      client.end(true);
    });
    client.once('close', () => {
      signal.removeEventListener('abort', giveUp);
      isOpen = false;
      // Publications that wait for an answer fail now.
      client.end(true);
      if (accepted) events.onEnd(failure, sent.largest());
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
      resolve(connectionOf(client, version, limitsOf(properties, knownLimit), life, sent));
    });
    client.on('message', (topic, payload, packet) => events.onDelivery(deliveryOf(topic, payload, packet)));
  });
}

function optionsOf(settings: BrokerSettings, version: ProtocolVersion, will: Publication | undefined): IClientOptions {
  const { clientId, username, password } = settings;
  return {
    protocolVersion: version,
    clientId,
    clean: true,
    // The bridge makes the next connection itself, and then publishes everything again.
    reconnectPeriod: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepalive: KEEPALIVE_S,
    reschedulePings: false,
    queueQoSZero: false,
    resubscribe: false,
    timerVariant: 'native',
    ...(version === 5 ? { properties: { maximumPacketSize: LARGEST_ASKED } } : {}),
    ...(will === undefined ? {} : { will: willOf(will) }),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

const willOf = ({ topic, payload, qos, retain }: Publication) => ({
  topic,
  payload: Buffer.from(payload),
  qos,
  retain,
});

function connectionOf(
  client: MqttClient,
  version: ProtocolVersion,
  limits: BrokerLimits,
  life: { readonly isOpen: () => boolean; readonly end: () => void },
  sent: Unanswered,
): BrokerConnection {
  const answers = { owed: 0, given: 0 };
  const isAnswered = () => {
    answers.owed -= 1;
    answers.given += 1;
  };
  const send: BrokerConnection['send'] = (publication, landed) => {
    const size = sizeWhereLarge(publication, limits);
    if (size > limits.maximumPacketSize) return landed(new MessageTooLarge(size, limits.maximumPacketSize));
    const accepted = within(publication, limits);
    const number = sent.begin(size);
    if (accepted.qos === 1) answers.owed += 1;
    client.publish(accepted.topic, accepted.payload, sendingOf(accepted, version), (error) => {
      if (accepted.qos === 1) isAnswered();
      // An acknowledgement covers everything before it; that a publication of quality 0 was written shows nothing.
      if (accepted.qos === 1 && (!error || isAnswer(error))) sent.answered(number);
      return error ? landed(error) : landed();
    });
  };
  return {
    version,
    limits,
    answers,
    isOpen: life.isOpen,
    send,
    publish: (publication) =>
      new Promise((resolve, reject) => send(publication, (error) => (error ? reject(error) : resolve()))),
    async subscribe(filters, { retained, own = false }) {
      // Brokers queue few messages of QoS 1 for a client, mosquitto a thousand, and drop further retained ones.
      const qos = retained ? 0 : 1;
      const how: IClientSubscribeOptions = version === 5 ? { qos, nl: !own, rh: retained ? 0 : 2 } : { qos };
      // One packet for each filter: the refusal of one leaves the others, and some brokers accept few filters in a packet.
      answers.owed += filters.length;
      const refused = await Promise.all(filters.map((filter) => subscribeOne(client, filter, how).finally(isAnswered)));
      return refused.filter((each) => each !== undefined);
    },
    async unsubscribe(filters) {
      answers.owed += 1;
      await client.unsubscribeAsync([...filters]).finally(isAnswered);
    },
    async close() {
      // mqtt.js takes no messages from now on, and would report them as refused by the broker.
      life.end();
      await client.endAsync();
    },
    cut() {
      life.end();
      client.end(true);
    },
  };
}

/** Rejects when the connection ends: then there is no packet. */
function subscribeOne(
  client: MqttClient,
  filter: string,
  how: IClientSubscribeOptions,
): Promise<RefusedFilter | undefined> {
  return new Promise((resolve, reject) => {
    client.subscribe(filter, how, (error, _, packet) => {
      const [code] = (packet?.granted ?? []) as readonly number[];
      if (code !== undefined) resolve(code >= REFUSED ? { filter, code } : undefined);
      else if (error) reject(error);
      else resolve(undefined);
    });
  });
}

/** Codes from here on are failures. */
const REFUSED = 0x80;

/** True for an answer of the broker; otherwise the connection ended. */
function isAnswer(error: unknown): error is { readonly code: number } {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' && code >= REFUSED;
}

/** Every broker that accepts the topics of an installation accepts packets below this many bytes. */
const LARGE = 8_192;

/** Bytes of a packet that may be above a limit; 0 for a small one, which is not measured. */
function sizeWhereLarge(publication: Publication, { maximumPacketSize }: BrokerLimits): number {
  // A character has at most three bytes for each unit of its text.
  const most = 64 + 3 * (publication.topic.length + publication.payload.length);
  return most <= Math.min(LARGE, maximumPacketSize) ? 0 : packetSizeOf(publication);
}

/** Large packets that no acknowledgement covers yet: the broker may end the connection because of one. */
interface Unanswered {
  begin(size: number): number;
  answered(number: number): void;
  largest(): number;
}

function createUnanswered(): Unanswered {
  let count = 0;
  let waiting: { readonly number: number; readonly size: number }[] = [];
  return {
    begin(size) {
      count += 1;
      if (size >= LARGE) waiting.push({ number: count, size });
      return count;
    },
    answered(number) {
      if (waiting.length > 0) waiting = waiting.filter((each) => each.number > number);
    },
    largest: () => Math.max(0, ...waiting.map(({ size }) => size)),
  };
}

/** Most messages are states without properties: mqtt.js then has none to check. */
function sendingOf({ qos, retain, expiresInS, correlation }: Publication, version: ProtocolVersion) {
  if (version !== 5 || (expiresInS === undefined && correlation === undefined)) return { qos, retain };
  const properties = {
    ...(expiresInS === undefined ? {} : { messageExpiryInterval: expiresInS }),
    ...(correlation === undefined ? {} : { correlationData: correlation }),
  };
  return { qos, retain, properties };
}

/** Property lists have several values where a name is repeated; the first counts. */
function clientOf(properties: NonNullable<IPublishPacket['properties']>['userProperties']): string | undefined {
  const named = properties !== undefined && Object.hasOwn(properties, 'client') ? properties.client : undefined;
  return Array.isArray(named) ? named[0] : named;
}

function deliveryOf(topic: string, payload: Buffer, { retain, properties }: IPublishPacket): Delivery {
  return {
    topic,
    payload,
    retained: retain,
    responseTopic: properties?.responseTopic,
    correlation: properties?.correlationData,
    client: clientOf(properties?.userProperties),
  };
}
