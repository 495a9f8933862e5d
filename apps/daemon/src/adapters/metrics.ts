import type { MqttStatus, NotifyStatus, WebhooksStatus } from '@ccu-gateway/contract/types';
import type { HouseModel } from '@ccu-gateway/device-model';
import type { EventStream } from '@ccu-gateway/event-stream';
import type { BridgeFigures } from '@ccu-gateway/matter-bridge';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export interface MetricsDeps {
  readonly house: Pick<
    HouseModel,
    'interfaces' | 'devices' | 'hubMetrics' | 'hubDataPoints' | 'centralNames' | 'problems'
  >;
  readonly events: Pick<EventStream, 'metrics' | 'connections' | 'seq'>;
  readonly version: string;
  /** How the webhooks are doing. */
  readonly webhooks?: (() => WebhooksStatus) | undefined;
  /** Answers undefined until the Matter bridge runs. */
  readonly matter?: (() => BridgeFigures | undefined) | undefined;
  /** There are no figures of a bridge before it is enabled for the first time. Default: it is enabled. */
  readonly isMatterEnabled?: () => boolean;
  /** How the MQTT brokers of the configuration are doing. */
  readonly mqtt?: (() => MqttStatus) | undefined;
  /** How the channels for messages to people are doing. */
  readonly notify?: (() => NotifyStatus) | undefined;
  /** Declares figures of other parts. */
  readonly declareMore?: ((gauge: DeclareGauge) => void) | undefined;
}

export interface Metrics {
  text(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Declares a figure, which `collect` sets whenever it is asked for. */
export type DeclareGauge = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  collect: (set: (value: number, labels: Record<Label, string>) => void) => void,
) => void;

/** Gauges of the library with names that end as those of counters; each is the sum of the one without `_total`. */
const SUMS = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'] as const;

let ofProcess: Registry | undefined;

/**
 * Figures of Node, one registry for all gateways of the process: the library observes garbage collections and the delay of the loop until
 * the process ends, and a gateway that stopped must not stay in memory for it. They begin with the first request for figures.
 */
function figuresOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
    for (const name of SUMS) ofProcess.removeSingleMetric(name);
  }
  return ofProcess;
}

/** Figures for Prometheus, read from the parts at the moment of the request. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const { house, events, version, webhooks, mqtt, notify, declareMore } = deps;
  const registry = new Registry();
  const gauge = createGauge(registry);
  gauge('info', 'What runs here; always 1.', ['version'], (set) => set(1, { version }));
  declareInterfaces(gauge, house);
  declareDevices(gauge, house);
  declareCcus(gauge, house);
  declareProblems(gauge, house);
  gauge('events_seq', 'Number of the newest event.', [], (set) => set(events.seq, {}));
  declareEvents(gauge, events);
  if (webhooks !== undefined) declareWebhooks(gauge, webhooks);
  if (mqtt !== undefined) declareMqtt(gauge, mqtt);
  if (notify !== undefined) declareNotify(gauge, notify);
  declareMore?.(gauge);

  const declareLate = matterOnceEnabled(gauge, deps);
  return {
    async text() {
      declareLate();
      const texts = await Promise.all([figuresOfProcess().metrics(), registry.metrics()]);
      return { contentType: registry.contentType, text: texts.join('\n') };
    },
  };
}

function createGauge(registry: Registry): DeclareGauge {
  return (name, help, labelNames, collect) => {
    const metric = new Gauge({
      name: `ccu_gateway_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        collect((value, labels) => this.set(labels, value));
      },
    });
    void metric;
  };
}

function declareInterfaces(gauge: DeclareGauge, house: Pick<HouseModel, 'interfaces'>): void {
  gauge('interface_connected', '1 while an event has made the whole round trip.', ['central', 'interface'], (set) => {
    for (const state of house.interfaces()) {
      set(state.connected ? 1 : 0, { central: state.central_id, interface: state.interface });
    }
  });
  gauge('interface_duty_cycle_percent', 'Duty cycle used.', ['central', 'interface'], (set) => {
    for (const { duty_cycle: percent, central_id: central, interface: name } of house.interfaces()) {
      if (percent !== undefined) set(percent, { central, interface: name });
    }
  });
  gauge('interface_carrier_sense_percent', 'How busy the radio channel is.', ['central', 'interface'], (set) => {
    for (const { carrier_sense: percent, central_id: central, interface: name } of house.interfaces()) {
      if (percent !== undefined) set(percent, { central, interface: name });
    }
  });
}

function declareDevices(gauge: DeclareGauge, house: Pick<HouseModel, 'devices'>): void {
  gauge('devices', 'Devices, by whether they can be reached.', ['central', 'available'], (set) => {
    const counts = new Map<string, { readonly central: string; readonly available: string; count: number }>();
    for (const { central = '', available } of house.devices()) {
      const key = `${central}/${available}`;
      const entry = counts.get(key) ?? { central, available: String(available), count: 0 };
      entry.count += 1;
      counts.set(key, entry);
    }
    for (const { count, ...labels } of counts.values()) set(count, labels);
  });
}

function declareCcus(gauge: DeclareGauge, house: Pick<HouseModel, 'hubMetrics' | 'hubDataPoints'>): void {
  gauge('messages', 'Messages that are raised.', ['central', 'kind'], (set) => {
    for (const { central, alarm_messages: alarm, service_messages: service } of house.hubDataPoints()) {
      if (alarm.value !== null) set(alarm.value, { central, kind: 'alarm' });
      if (service.value !== null) set(service.value, { central, kind: 'service' });
    }
  });
  gauge('system_health_percent', 'How much of a CCU is connected.', ['central'], (set) => {
    for (const { central, system_health: value } of house.hubMetrics())
      if (value !== undefined) set(value, { central });
  });
  gauge('connection_latency_seconds', 'Gateway to CCU and back.', ['central'], (set) => {
    for (const { central, connection_latency_ms: ms } of house.hubMetrics())
      if (ms !== undefined) set(ms / 1000, { central });
  });
  gauge('last_event_age_seconds', 'Time since a CCU last spoke.', ['central'], (set) => {
    for (const { central, last_event_age_seconds: age } of house.hubMetrics())
      if (age !== undefined) set(age, { central });
  });
}

function declareProblems(gauge: DeclareGauge, house: MetricsDeps['house']): void {
  gauge('problems', 'Problems by cause, without their consequences.', ['central', 'severity'], (set) => {
    for (const central of house.centralNames()) {
      const problems = house.problems({ central });
      for (const severity of ['critical', 'warning'] as const) {
        set(problems.filter((each) => each.severity === severity).length, { central, severity });
      }
    }
  });
}

function declareEvents(gauge: DeclareGauge, events: MetricsDeps['events']): void {
  gauge('event_connections', 'Clients that receive events.', ['transport'], (set) => {
    const connections = events.connections();
    for (const transport of ['duplex', 'one-way']) {
      set(connections.filter((each) => each.transport === transport).length, { transport });
    }
  });
  gauge('events', 'Outcomes of events since the start.', ['what'], (set) => {
    for (const [what, value] of Object.entries(events.metrics())) if (typeof value === 'number') set(value, { what });
  });
}

function declareWebhooks(gauge: DeclareGauge, status: () => WebhooksStatus): void {
  gauge('webhook_events', 'Outcomes of the events of a webhook since it was opened.', ['webhook', 'what'], (set) => {
    for (const { name: webhook, events, dead_letters: dead } of status().webhooks) {
      set(events, { webhook, what: 'delivered' });
      set(dead, { webhook, what: 'given_up' });
    }
  });
  gauge('webhook_attempts', 'Outcomes of the attempts to deliver them.', ['webhook', 'what'], (set) => {
    for (const { name: webhook, deliveries, failed_attempts: failed } of status().webhooks) {
      set(deliveries, { webhook, what: 'taken' });
      set(failed, { webhook, what: 'failed' });
    }
  });
  gauge('webhook_gaps', 'Times that events had left the stream before they could be read.', ['webhook'], (set) => {
    for (const { name: webhook, gaps } of status().webhooks) set(gaps, { webhook });
  });
  gauge('webhook_up', '1 unless the last attempt failed.', ['webhook'], (set) => {
    for (const { name: webhook, fault } of status().webhooks) set(fault === undefined ? 1 : 0, { webhook });
  });
}

function declareNotify(gauge: DeclareGauge, status: () => NotifyStatus): void {
  const labels = ['channel', 'kind'] as const;
  gauge('notify_messages', 'Outcomes of the messages of a channel since it was opened.', [...labels, 'what'], (set) => {
    for (const { name: channel, kind, delivered, lost } of status().channels) {
      set(delivered, { channel, kind, what: 'sent' });
      set(lost, { channel, kind, what: 'lost' });
    }
  });
  gauge('notify_failed_attempts', 'Attempts that failed; a message may have several.', labels, (set) => {
    for (const { name: channel, kind, failed_attempts: failed } of status().channels) set(failed, { channel, kind });
  });
  gauge('notify_waiting', 'Messages that wait.', labels, (set) => {
    for (const { name: channel, kind, waiting } of status().channels) set(waiting, { channel, kind });
  });
  gauge('notify_up', '1 unless the last attempt failed.', labels, (set) => {
    for (const { name: channel, kind, fault } of status().channels) set(fault === undefined ? 1 : 0, { channel, kind });
  });
}

/** Declares the figures of the Matter bridge the first time that it is called while it is enabled. */
function matterOnceEnabled(gauge: DeclareGauge, { matter, isMatterEnabled = () => true }: MetricsDeps): () => void {
  let isDeclared = matter === undefined;
  return () => {
    if (isDeclared || matter === undefined || !isMatterEnabled()) return;
    isDeclared = true;
    declareMatter(gauge, matter);
  };
}

function declareMatter(gauge: DeclareGauge, matter: () => BridgeFigures | undefined): void {
  const shown: readonly (readonly [name: string, help: string, keyof Omit<BridgeFigures, 'activity'>])[] = [
    ['matter_things', 'Things that the Matter bridge shows.', 'things'],
    ['matter_endpoints', 'Endpoints of these things and of their functions.', 'endpoints'],
    ['matter_fabrics', 'Homes that the Matter bridge belongs to.', 'fabrics'],
    ['matter_sessions', 'Sessions of controllers.', 'sessions'],
    ['matter_subscriptions', 'Subscriptions of controllers.', 'subscriptions'],
  ];
  for (const [name, help, key] of shown) {
    gauge(name, help, [], (set) => {
      set(matter()?.[key] ?? 0, {});
    });
  }
  gauge('matter_activity', 'Actions of the Matter bridge since the start.', ['what'], (set) => {
    for (const [what, count] of Object.entries(matter()?.activity ?? {})) set(count, { what });
  });
}

function declareMqtt(gauge: DeclareGauge, mqtt: () => MqttStatus): void {
  type Broker = MqttStatus['brokers'][number];
  const ofEach = (name: string, help: string, figure: (broker: Broker) => number) =>
    gauge(`mqtt_${name}`, help, ['broker'], (set) => {
      for (const each of mqtt().brokers) set(figure(each), { broker: each.name });
    });
  ofEach('connected', '1 while the broker is connected.', ({ state }) => (state === 'connected' ? 1 : 0));
  ofEach('topics', 'Topics that the broker retains for the gateway.', ({ topics }) => topics);
  ofEach('waiting', 'Messages that the broker has not acknowledged, or was not sent.', ({ waiting }) => waiting);
  ofEach('lag_seconds', 'Age of the oldest of them.', ({ lag_ms }) => lag_ms / 1000);
  gauge('mqtt_messages', 'Outcomes of messages.', ['broker', 'what'], (set) => {
    for (const { name: broker, published, sent, superseded, expired, refused } of mqtt().brokers) {
      const counts = { published, acknowledged: sent, superseded, expired, refused };
      for (const [what, count] of Object.entries(counts)) set(count, { broker, what });
    }
  });
  gauge('mqtt_commands', 'Outcomes of commands.', ['broker', 'outcome'], (set) => {
    for (const { name: broker, commands } of mqtt().brokers) {
      for (const [outcome, count] of Object.entries(commands)) {
        if (outcome !== 'taken') set(count, { broker, outcome });
      }
    }
  });
}
