import { type Broker, type BrokerState, openBroker } from './broker/broker.js';
import { createChangeWatch } from './broker/changes.js';
import type { BrokerConnection } from './broker/connection.js';
import type { BrokerFault } from './broker/fault.js';
import { createIncidentWatch } from './broker/incidents.js';
import { NO_LIMITS } from './broker/limits.js';
import { createMarker, type Marker } from './broker/marker.js';
import type { Delivery, Publication } from './broker/settings.js';
import { createClients } from './commands/caller.js';
import { createCommander, IGNORED } from './commands/commander.js';
import { createDeviceFinder } from './commands/target.js';
import { createMovedDiscovery, type MovedDiscovery } from './discovery/moved.js';
import { createMirror, type DevicePreview, type Mirror } from './feed/mirror.js';
import { createOutbox, type Outbox } from './feed/outbox.js';
import { createPass } from './feed/pass.js';
import { createPositionKeeper } from './feed/position.js';
import { readEvents } from './feed/reader.js';
import { createPeopleMessages, type PeopleMessages } from './messages.js';
import type { BrokerBridgeOptions } from './options.js';
import { createOtherTrees } from './other-trees.js';
import { createReports, type Reports } from './reports.js';
import type { BrokerStatus } from './status.js';
import { matchesFilter, wantedBy } from './topics/filter.js';
import { createTopics } from './topics/tree.js';
import { ALARM_OWNER } from './tree/alarm.js';
import type { DevicePlace } from './tree/house.js';
import { createNativeTree } from './tree/native.js';
import type { Tree } from './tree/tree.js';
import { createTroubles } from './troubles.js';

/** The bridge to one broker. */
export interface BrokerBridge {
  status(): BrokerStatus;
  /**
   * Messages about a device, and its announcement to Home Assistant, also while that is disabled; undefined for an
   * unknown device.
   */
  preview(place: DevicePlace): DevicePreview | undefined;
  readonly messages: Pick<PeopleMessages, 'offer' | 'send'>;
  /** Publishes the goodbye, and stores the position of the broker. */
  close(): Promise<void>;
}

/** How long the word of the CCU is waited for before a command is answered without it. */
const PATIENCE_MS = 30_000;
/** Duty cycle and the like change without an event. */
const HUB_LOOK_MS = 60_000;
/** Most milliseconds that a stop waits for pending messages. */
const DRAIN_MS = 2_000;

/**
 * Keeps the retained topics of one broker up to date, and takes commands from it, until it is closed. Resolves before
 * the broker has answered: `status` has the state of the connection. Rejects where `positions` does.
 *
 * @example
 * const bridge = await openBrokerBridge({ core, settings, positions, log, incident, environment });
 * console.log(bridge.status().connection.state);
 * await bridge.close();
 */
export async function openBrokerBridge(options: BrokerBridgeOptions): Promise<BrokerBridge> {
  const { settings, positions } = options;
  const from = await positions.load(settings.name);
  const bridge = new Bridge(options);
  bridge.begin(from);
  return bridge;
}

/** A class, because connection, outbox and mirror belong to one broker. */
class Bridge implements BrokerBridge {
  private readonly topics;
  private readonly isWanted: (topic: string) => boolean;
  private readonly trees: readonly Tree[];
  private readonly outbox: Outbox;
  private readonly mirror: Mirror;
  private readonly sayAgain = createPass(() => this.mirror.sayEverything(new AbortController().signal));
  private readonly positions;
  private readonly commander;
  private readonly moved: MovedDiscovery;
  private readonly marker: Marker;
  private readonly commands = { taken: 0, confirmed: 0, rolled_back: 0, unconfirmed: 0, refused: 0, ignored: 0 };
  private broker: Broker | undefined;
  private connection: BrokerConnection | undefined;
  private reader: { close(): Promise<void> } | undefined;
  private stopLooking: () => void = () => {};
  readonly messages: PeopleMessages;
  private readonly watches: readonly ((state: BrokerState) => void)[];
  private readonly troubles;
  private readonly reports: Reports;
  private lastFault: BrokerFault | undefined;
  private hasSaid = false;

  constructor(private readonly options: BrokerBridgeOptions) {
    const { core, settings, environment } = options;
    const houseFor = createClients(core, settings);
    const house = houseFor(undefined);
    this.topics = createTopics(settings.prefix);
    this.isWanted = wantedBy(settings.publish, this.topics);
    this.troubles = createTroubles(environment.now);
    const { log, incident } = options;
    const { troubles } = this;
    this.reports = createReports({ broker: settings.name, troubles, log, incident, now: environment.now });
    this.messages = createPeopleMessages({
      topics: this.topics,
      discovery: this.homeAssistant?.prefix,
      onError: (error) => this.reports.warn('messages', { error }),
    });
    this.positions = createPositionKeeper(options.positions, settings.name, (error) => {
      this.reports.note({ kind: 'internal', message: 'The position in the events was not saved' });
      this.reports.warn('position', { error });
    });
    this.outbox = createOutbox({
      qos: settings.qos,
      expiryMs: settings.momentaryExpiryMs,
      now: environment.now,
      nextTurn: environment.nextTurn,
      onSettled: (seq) => this.positions.moved({ epoch: core.events.epoch, seq }),
      onRefused: this.reports.notPublished,
    });
    const { addressing, payload: style } = settings;
    const native = createNativeTree({ house, topics: this.topics, addressing, style });
    const common = { house, topics: this.topics, naming: () => native.written.naming, now: environment.now };
    this.trees = [native, ...createOtherTrees(settings, common)];
    this.mirror = createMirror({
      house,
      native,
      trees: this.trees,
      isWanted: this.isWanted,
      largest: () => (this.connection?.limits ?? NO_LIMITS).maximumPacketSize,
      discovery: this.homeAssistant && { prefix: this.homeAssistant.prefix, qos: settings.qos },
      outbox: this.outbox,
      seq: () => core.events.seq,
      nextTurn: environment.nextTurn,
      onError: (error) => this.failed(error),
    });
    this.commander = this.createCommander(houseFor);
    this.watches = [createIncidentWatch(options.incident), createChangeWatch(options.changed ?? (() => {}))];
    this.marker = createMarker({ topic: this.topics.bridge('marker'), id: settings.clientId, environment });
    this.moved = createMovedDiscovery({
      prefix: settings.prefix,
      note: this.discoveryNote,
      current: this.homeAssistant?.prefix,
      isOurs: (central) =>
        central === ALARM_OWNER || house.hub.interfaces().some(({ central_id }) => central_id === central),
      remove: (topic) => this.outbox.remove(topic),
    });
  }

  begin(from: Parameters<typeof readEvents>[0]['from']): void {
    const { core, settings, environment } = this.options;
    // A gateway that stops before its first message resumes from here, and not from the newest event at its next start.
    if (from?.epoch !== core.events.epoch) {
      this.positions.moved({ epoch: core.events.epoch, seq: core.events.seq });
    }
    this.reader = readEvents({
      events: core.events,
      from,
      onEvent: (event) => {
        try {
          this.mirror.onEvent(event);
        } finally {
          this.outbox.read(event.seq);
        }
      },
      onLost: () => {
        if (this.connection !== undefined) this.sayAgain().catch((error: unknown) => this.failed(error));
      },
      onError: (error) => this.failed(error),
      now: environment.now,
      nextTurn: environment.nextTurn,
    });
    this.broker = openBroker({
      settings,
      will: this.birth('offline'),
      environment,
      onConnected: (connection, signal) => this.connected(connection, signal),
      onDelivery: (delivery) => this.take(delivery),
      onOversized: this.reports.dropped,
      onLimitFound: this.reports.limitFound,
      onState: (state) => {
        for (const watch of this.watches) watch(state);
        this.stateChanged(state);
      },
      onFault: (error) => this.failed(error),
    });
    this.stopLooking = environment.repeat(HUB_LOOK_MS, () => {
      if (this.connection !== undefined) this.mirror.lookAtHubs();
    });
  }

  status(): BrokerStatus {
    const { settings } = this.options;
    return {
      settings,
      connection: this.broker?.state ?? { state: 'connecting', since: 0 },
      // The broker keeps no topics before the first publication.
      topics: this.hasSaid ? this.mirror.size : 0,
      ...this.outbox.counts,
      commands: { ...this.commands },
      announced: this.mirror.announced,
      troubles: this.troubles.list(),
    };
  }

  preview(place: DevicePlace): DevicePreview | undefined {
    const { homeAssistant = NO_HOME_ASSISTANT, payload, qos } = this.options.settings;
    return this.mirror.preview(place, payload === 'json' ? { prefix: homeAssistant.prefix, qos } : undefined);
  }

  async close(): Promise<void> {
    this.stopLooking();
    await this.reader?.close();
    for (const message of this.trees.flatMap((tree) => tree.goodbye)) {
      if (this.isWanted(message.subject ?? message.topic)) this.outbox.put(message);
    }
    const { environment } = this.options;
    // A broker that accepts nothing must not block the stop; the next start publishes all states again.
    const enough = new AbortController();
    await Promise.race([
      this.commander.settled().then(() => this.outbox.idle()),
      environment.wait(DRAIN_MS, enough.signal),
    ]);
    enough.abort();
    await this.broker?.close(this.birth('offline'));
    this.outbox.detach();
    await this.positions.flush();
  }

  private failed(error: unknown): void {
    const message = 'A state was not published; the log of the gateway names it';
    this.reports.note({ kind: 'internal', message });
    this.reports.warn('events', { error });
  }

  private async connected(connection: BrokerConnection, signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => {
      this.connection = undefined;
      this.messages.connected(undefined);
      this.outbox.detach();
    });
    this.connection = connection;
    this.mirror.forgetFound();
    this.outbox.attach(connection);
    this.messages.connected(connection);
    const publishedFilters = this.trees.flatMap((tree) => tree.publishedFilters);
    const prefix = this.homeAssistant?.prefix;
    // Home Assistant announces its start there, as long as the connection lasts.
    const started = prefix === undefined ? [] : [`${prefix}/status`];
    const heard = [...this.trees.flatMap((tree) => tree.commandFilters), ...started];
    const discovery = prefix === undefined ? [] : [`${prefix}/device/+/config`];
    const kept = [...publishedFilters, this.discoveryNote, ...discovery];
    const { refusedFilters, keepsNothing } = this.reports;
    refusedFilters(await connection.subscribe(heard, { retained: false }), 'commands from there do not arrive');
    refusedFilters(await this.marker.listen(connection), 'old topics are removed later');
    refusedFilters(await connection.subscribe(kept, { retained: true }), 'old topics there are not removed');
    if (!connection.limits.retains) keepsNothing();
    await connection.publish(this.birth('online'));
    await this.delivered(connection, signal);
    this.hasSaid = true;
    await this.mirror.sayEverything(signal);
    await this.outbox.idle();
    if (signal.aborted) return;
    await connection.unsubscribe(publishedFilters);
    if (discovery.length > 0) await connection.unsubscribe(discovery);
    this.mirror.sweepAll();
    await this.moved.finish(connection, async () => {
      await this.delivered(connection, signal);
      await this.outbox.idle();
    });
  }

  /** Waits for the retained messages of the broker, as far as a sentinel shows their end. */
  private async delivered(connection: BrokerConnection, signal: AbortSignal): Promise<void> {
    if (await this.marker.passed(connection, signal)) return;
    this.reports.note({
      kind: 'connection',
      message: 'The broker did not deliver the sentinel message of this gateway',
      topic: this.topics.bridge('marker'),
    });
    this.reports.warn('marker', { topic: this.topics.bridge('marker') });
  }

  /** Retained topic with the prefix of the discovery messages. */
  private get discoveryNote(): string {
    return this.topics.bridge('discovery');
  }

  private get homeAssistant() {
    const { homeAssistant, payload } = this.options.settings;
    return homeAssistant?.enabled === true && payload === 'json' ? homeAssistant : undefined;
  }

  private take(delivery: Delivery): void {
    try {
      this.sort(delivery);
    } catch (error) {
      // It is called by mqtt.js, which takes nothing that is thrown.
      this.failed(error);
    }
  }

  private sort(delivery: Delivery): void {
    if (this.marker.take(delivery) || this.moved.take(delivery)) return;
    const prefix = this.homeAssistant?.prefix;
    if (prefix !== undefined && delivery.topic === `${prefix}/status`) {
      if (!delivery.retained && delivery.payload.toString() === 'online') this.homeAssistantStarted();
      return;
    }
    if (prefix !== undefined && delivery.topic.startsWith(`${prefix}/device/`)) {
      if (delivery.retained && delivery.payload.length > 0) {
        this.mirror.found(delivery.topic, delivery.payload.toString());
      }
      return;
    }
    if (this.isPublished(delivery.topic)) {
      if (delivery.retained && delivery.payload.length > 0) this.mirror.found(delivery.topic, '');
      return;
    }
    this.commands.taken += 1;
    this.commander.take(delivery);
  }

  /** A broker that keeps nothing has nothing to deliver to it. */
  private homeAssistantStarted(): void {
    const { connection } = this;
    if (connection === undefined) return;
    if (connection.limits.retains) this.mirror.announceAgain().catch((error: unknown) => this.failed(error));
    else this.sayAgain().catch((error: unknown) => this.failed(error));
  }

  private createCommander(houseFor: ReturnType<typeof createClients>) {
    const house = houseFor(undefined);
    const { core, settings, environment } = this.options;
    return createCommander({
      houseFor,
      finder: createDeviceFinder({ house, seq: () => core.events.seq, now: environment.now }),
      nextTurn: environment.nextTurn,
      events: core.events,
      patience: () => AbortSignal.timeout(PATIENCE_MS),
      topics: this.topics,
      trees: this.trees,
      tell: (topic) => this.mirror.tell(topic),
      allowed: settings.write,
      answer: (publication) => void this.connection?.publish(publication).catch(() => {}),
      onIgnored: (why, topic) => {
        this.commands.ignored += 1;
        this.reports.note({ kind: 'command_ignored', message: IGNORED[why], topic });
        this.reports.warn('command ignored', { why, topic });
      },
      onOutcome: ({ outcome }) => {
        this.commands[outcome] += 1;
      },
      onRefused: (outcome, topic, error) => {
        this.reports.note({
          kind: 'command_refused',
          message: outcome.outcome === 'refused' ? outcome.message : outcome.outcome,
          topic,
        });
        const isOurs = outcome.outcome === 'refused' && outcome.code === 'internal';
        this.reports.warn('command refused', { topic, ...outcome, ...(isOurs ? { error } : {}) });
      },
    });
  }

  private birth(state: 'online' | 'offline'): Publication {
    return { topic: this.topics.bridgeState, payload: state, qos: 1, retain: true };
  }

  /** Topics that the bridge publishes are never commands, also with messages of another program. */
  private isPublished(topic: string): boolean {
    return this.trees.some((tree) => tree.publishedFilters.some((filter) => matchesFilter(filter, topic)));
  }

  private stateChanged({ state, fault, version }: BrokerState): void {
    const { log, settings } = this.options;
    if (state === 'connected') log.info('mqtt.connected', { broker: settings.name, version });
    else if (state === 'waiting' && fault !== undefined) {
      // One failure is reported more than once. A broker of 3.1.1 is asked in MQTT 5 first; that is no error.
      if (fault !== this.lastFault && fault.kind !== 'protocol')
        this.reports.note({ kind: 'connection', message: fault.message });
      this.lastFault = fault;
      this.reports.warn('not connected', { fault: fault.kind, note: fault.message });
    }
  }
}

const NO_HOME_ASSISTANT = { prefix: 'homeassistant' };
