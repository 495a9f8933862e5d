import type {
  ConfigTest,
  EventBody,
  MqttDevicePreview,
  MqttOtherLayout,
  MqttStatus,
} from '@ccu-gateway/contract/types';
import type { GatewayCore } from '@ccu-gateway/gateway-core';
import { every, type Finding } from '@ccu-gateway/gateway-core/parts';
import { type MqttAccess, toTimestamp } from '@ccu-gateway/gateway-core/use-cases';
import type {
  BrokerBridge,
  BrokerBridgeSettings,
  BrokerChange,
  BrokerIncident,
  BrokerStatus,
  DevicePreview,
  OtherTreeSettings,
  PeopleMessage,
  ProtocolVersion,
} from '@ccu-gateway/mqtt-bridge';
import { describeLayout, durationMs, type GatewayConfig, MQTT_LAYOUTS } from '../../config/index.js';
import type { Log } from '../../log/log.js';
import { eventsOf } from '../../parts/part-events.js';
import type { Parts } from '../../parts/parts.js';
import type { BridgeStates } from '../../site/model/bridges.js';
import { nextTurn, type Time } from '../../time/time.js';
import { byConfiguration, createUnopened, positionsIn, readPem, waitOn } from './bridge-parts.js';
import { createBridgeSet } from './bridge-set.js';

type MqttConfig = GatewayConfig['mqtt'];
type BrokerConfig = MqttConfig['brokers'][string];

/** An event about a broker. */
export type MqttEvent = EventBody & { readonly topic: string };

export interface MqttBridgesDeps {
  /** Asked when the first broker is configured. */
  readonly core: () => GatewayCore;
  /** Where positions outlive the process; undefined without a database. */
  readonly states: BridgeStates | undefined;
  /** Publishes to the subscribers of the gateway. */
  readonly publish: (event: MqttEvent) => void;
  /** Writes down that a broker was lost, or is connected again. */
  readonly incident: (incident: BrokerIncident & { readonly broker: string }) => void;
  /** Parts that may fail without ending the rest. */
  readonly parts: Parts;
  readonly time: Time;
  readonly random: () => number;
  readonly randomHex: (digits: number) => string;
  readonly log: Log;
}

/** The bridges to all brokers of the configuration. */
export interface MqttBridges extends MqttAccess {
  status(): MqttStatus;
  /** Opens, closes and reopens changed bridges. Rejects, with everything as before, where a file cannot be read. */
  reconfigure(config: MqttConfig): Promise<void>;
  /** Closes all, which go on where they were when they are opened again. */
  rest(): Promise<void>;
  findings(): readonly (Finding & { readonly name: string })[];
  readonly messages: BrokerMessages;
  close(): Promise<void>;
}

/** Messages to people over the brokers. */
export interface BrokerMessages {
  names(): readonly string[];
  /** Resolves when the broker has it. Rejects without a connection. */
  send(broker: string, message: PeopleMessage): Promise<void>;
  /** The brokers that Home Assistant learns it from. */
  offer(isMeant: (broker: string) => boolean): void;
}

/**
 * Bridges that are loaded when the first broker is configured, so that an installation without one pays nothing for
 * them.
 */
export function createMqttBridges(deps: MqttBridgesDeps): MqttBridges {
  const randomId = `ccu-gateway-${deps.randomHex(8)}`;
  const positions = positionsIn(deps.states, 'mqtt.position', deps.log);
  const unopened = createUnopened();
  let isOffered: (broker: string) => boolean = () => false;
  const open = createBridgeSet<BrokerBridgeSettings, BrokerBridge>({
    parts: deps.parts,
    partOf,
    async open(settings) {
      const { openBrokerBridge } = await import('@ccu-gateway/mqtt-bridge');
      const incident = (each: BrokerIncident) => deps.incident({ ...each, broker: settings.name });
      const changed = (change: BrokerChange) => deps.publish(eventOf(settings.name, change, deps.time.now()));
      const bridge = await openBrokerBridge({
        ...bridgeParts(deps, settings.name),
        ...{ positions, settings, incident, changed },
      });
      bridge.messages.offer(isOffered(settings.name));
      return bridge;
    },
  });
  const configured = byConfiguration({ open, unopened, positions }, (name, each: BrokerConfig) =>
    settingsOf(name, each, randomId),
  );
  return {
    reconfigure: ({ brokers }) => configured.reconfigure(brokers),
    rest: configured.rest,
    status: () => ({ brokers: open.all().map(([, bridge]) => statusBody(bridge.status())) }),
    preview({ broker, ...place }) {
      const bridge = open.get(broker);
      const preview = bridge?.preview(place);
      return preview && previewBody(preview, bridge?.status().settings.homeAssistant?.enabled === true);
    },
    findings: () => [
      ...open.all().map(([name, bridge]) => ({ name, ...findingOf(bridge) })),
      ...unopened.findings((name) => open.get(name) !== undefined),
    ],
    messages: {
      names: () => open.all().map(([name]) => name),
      async send(name, message) {
        const bridge = open.get(name);
        if (bridge === undefined) throw new Error(`there is no broker ${name}`);
        await bridge.messages.send(message);
      },
      offer(isMeant) {
        isOffered = isMeant;
        for (const [name, bridge] of open.all()) bridge.messages.offer(isMeant(name));
      },
    },
    close: () => open.close(),
  };
}

/** The part that the bridge to this broker is. */
const partOf = (broker: string): string => `mqtt/${broker}`;

function bridgeParts({ core: coreOf, parts, time, random, log }: MqttBridgesDeps, broker: string) {
  const core = coreOf();
  return {
    core: { ...core, events: eventsOf(parts, partOf(broker), core.events) },
    log,
    environment: {
      now: time.now,
      random,
      wait: waitOn(time),
      nextTurn,
      repeat: (everyMs: number, tick: () => void) => {
        const stop = every(
          time,
          everyMs,
          async () => tick(),
          (error) => log.warn('mqtt.look', { error }),
        );
        return () => void stop();
      },
    },
  };
}

/** One member for each layout of another program. */
function eachLayout<T>(make: (layout: MqttOtherLayout) => T): Record<MqttOtherLayout, T> {
  // The keys are all layouts.
  return Object.fromEntries(MQTT_LAYOUTS.map((layout) => [layout, make(layout)])) as Record<MqttOtherLayout, T>;
}

type SettingsWithLayouts = BrokerBridgeSettings & Record<MqttOtherLayout, OtherTreeSettings>;

async function settingsOf(name: string, broker: BrokerConfig, randomId: string): Promise<SettingsWithLayouts> {
  const file = async (key: 'ca_file' | 'cert_file' | 'key_file') => {
    const path = broker[key];
    return path === undefined ? undefined : await readPem(path, `mqtt.brokers.${name}.${key}`);
  };
  const password = broker.password?.reveal() ?? '';
  return {
    name,
    url: broker.url,
    clientId: broker.client_id ?? randomId,
    username: broker.username === '' ? undefined : broker.username,
    password: password === '' ? undefined : password,
    ca: await file('ca_file'),
    cert: await file('cert_file'),
    key: await file('key_file'),
    verify: !broker.tls_insecure_skip_verify,
    prefix: broker.prefix,
    qos: broker.qos,
    addressing: broker.addressing,
    payload: broker.payload,
    momentaryExpiryMs: durationMs(broker.momentary_expiry),
    role: broker.role,
    homeAssistant: broker.home_assistant,
    // Each member is the one of its key, so that it has the type of that key.
    ...(eachLayout((layout) => broker[layout]) as Pick<BrokerConfig, MqttOtherLayout>),
    publish: broker.publish,
    write: broker.write,
  };
}

/** One connection to a broker of settings that are not saved, with a client id of its own. Rejects where a file cannot be read. */
export async function testBrokerSettings(
  {
    name,
    broker,
    randomHex,
  }: { readonly name: string; readonly broker: BrokerConfig } & Pick<MqttBridgesDeps, 'randomHex'>,
  signal: AbortSignal,
): Promise<ConfigTest> {
  const { testBroker } = await import('@ccu-gateway/mqtt-bridge');
  const clientId = `ccu-gateway-test-${randomHex(8)}`;
  const test = await testBroker({ ...(await settingsOf(name, broker, clientId)), clientId }, signal);
  if (!test.connected) return { ok: false, ...test.fault };
  return { ok: true, message: `${addressOf(broker.url)} accepts the connection (MQTT ${protocolName(test.version)})` };
}

function eventOf(broker: string, change: BrokerChange, now: number): MqttEvent {
  const topic = `mqtt.brokers.${broker}`;
  const event_at = toTimestamp(now);
  return change.state === 'connected'
    ? { topic, type: 'mqtt.broker_connected', payload: { broker, protocol: protocolName(change.version), event_at } }
    : { topic, type: 'mqtt.broker_disconnected', payload: { broker, fault: change.fault, event_at } };
}

const protocolName = (version: ProtocolVersion) => (version === 5 ? '5' : '3.1.1');

/** As the status shows the trees of other programs. */
const otherTreesOf = (settings: BrokerStatus['settings']) =>
  eachLayout((layout) => otherTreeOf(layout, settings[layout]));

function otherTreeOf(layout: MqttOtherLayout, tree: OtherTreeSettings | undefined) {
  const { enabled = false, central, prefix = '' } = tree ?? {};
  return { enabled, prefix, ...describeLayout(layout, prefix), ...(central ? { central } : {}) };
}

function findingOf(bridge: BrokerBridge): Finding {
  const { state, fault } = bridge.status().connection;
  if (state === 'connected') return { status: 'healthy' };
  return { status: 'degraded', note: fault?.message ?? 'the broker has not answered yet' };
}

function statusBody(status: BrokerStatus): MqttStatus['brokers'][number] {
  const { connection, settings, announced, troubles, ...figures } = status;
  const { state, since, version, fault } = connection;
  const { name, prefix, qos, addressing, payload, publish, write, role, homeAssistant } = settings;
  return {
    ...figures,
    ...{ name, prefix, qos, addressing, payload, publish, write, role },
    address: addressOf(settings.url),
    home_assistant: {
      enabled: homeAssistant?.enabled === true,
      prefix: homeAssistant?.prefix ?? '',
      devices: announced,
    },
    ...otherTreesOf(settings),
    last_errors: troubles.map(({ at, ...trouble }) => ({ ...trouble, at: toTimestamp(at) })),
    state,
    since: toTimestamp(since),
    ...(version === undefined ? {} : { protocol: protocolName(version) }),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** A path may carry a token. */
function addressOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function previewBody({ messages, discovery }: DevicePreview, enabled: boolean): MqttDevicePreview {
  const topics = messages.map(({ topic, payload }) => ({ topic, payload }));
  if (discovery === undefined) return { topics };
  const { topic, payload } = discovery;
  const entities = Object.entries(payload.cmps).map(([key, { p, name }]) => ({
    key,
    platform: p,
    name: typeof name === 'string' ? name : null,
  }));
  return { topics, discovery: { enabled, topic, payload: { ...payload }, entities } };
}
