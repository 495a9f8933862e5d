import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { GatewayCore, Logger } from '@ccu-gateway/gateway-core';
import type { SenderEnvironment } from '@ccu-gateway/webhook-bridge/requests';
import type { Senders } from './channels/channel.js';
import type { MessageBrokers } from './channels/mqtt.js';
import type { PushSenders } from './channels/push.js';
import type { ChannelSettings } from './channels/settings.js';
import { createDelivery } from './delivery/create-delivery.js';
import type { Delivery } from './delivery/delivery.js';
import type { ChannelStatus } from './delivery/outbox.js';
import { type Kept, readKept } from './delivery/records.js';
import { DEFAULT_RULES } from './rules/defaults.js';
import { type Memory, newMemory, step } from './rules/engine.js';
import { type Cause, type Fact, factsOf, factsOfPresent, factsOfValues, type Names, topicsOf } from './rules/facts.js';
import { type DeviceFirmware, factsOfFirmware } from './rules/firmware.js';
import type { Message } from './rules/message.js';
import type { Rule, ValueLine } from './settings/rules.js';
import { type TestOutcome, testChannel } from './trial.js';

/** Channels and rules. Without rules the defaults are in force. */
export interface NotifySettings {
  readonly channels: readonly ChannelSettings[];
  readonly rules: readonly Rule[];
}

/** Time and chance, for tests, and the way to addresses. */
export interface NotifyEnvironment extends SenderEnvironment {
  /** In [0, 1). */
  random(): number;
  /** Lets others run. */
  nextTurn(): Promise<void>;
}

/** Store of one text that outlives the process. */
export interface NotifyRecords {
  load(): Promise<string | undefined>;
  save(text: string): Promise<void>;
}

/** Dependencies of the messages. */
export interface NotifyOptions extends Names {
  readonly core: Pick<GatewayCore, 'events'>;
  readonly settings: NotifySettings;
  readonly records: NotifyRecords;
  /** Causes of the security overview now, for when events are missing. */
  readonly present: () => readonly Cause[];
  /** Present value of a data point; undefined where it is unknown. */
  readonly valueOf: (line: ValueLine) => unknown;
  /** Firmware of the devices now. */
  readonly firmware: () => DeviceFirmware;
  /** Devices for channels of kind `push`; undefined where they cannot be read. */
  readonly push?: Omit<PushSenders, 'badge'> | undefined;
  /** Brokers for channels of kind `mqtt`. */
  readonly mqtt?: MessageBrokers | undefined;
  readonly log: Logger;
  readonly environment: NotifyEnvironment;
}

/** State of the messages. */
export interface NotifyStatus {
  readonly channels: readonly ChannelStatus[];
  /** Matters that last, of all rules. */
  readonly matters: number;
  /** Names of the rules in force. */
  readonly rules: readonly string[];
}

/** Messages to people at work. */
export interface Notify {
  status(): NotifyStatus;
  /** Makes one attempt beside the messages; undefined where there is no such channel. */
  test(name: string): Promise<TestOutcome> | undefined;
  /** Ends running work after a moment; what waits is delivered after the next start. */
  close(): Promise<void>;
}

/** Time for which a stop waits for running work. */
const DRAIN_MS = 2_000;
/** The clock of a machine may be set, and a machine may sleep. */
const LOOK_AGAIN_MS = 60_000;
const WARN_AGAIN_MS = 60_000;
const SAVE_MS = 10_000;
/** New firmware of devices causes no event. */
const FIRMWARE_MS = 3_600_000;

/**
 * Sends messages to people by rules, until it is closed. Each is stored before it is sent and until its channel has taken
 * it; a restart goes on there, with the same ids. Rejects with a `RangeError` for settings that cannot be used, and where
 * `records` does.
 *
 * @example
 * const notify = await openNotify({ core, settings, records, present, valueOf, nameOf, log, environment });
 * console.log(notify.status().channels);
 * await notify.close();
 */
export async function openNotify(options: NotifyOptions): Promise<Notify> {
  const kept = readKept(await options.records.load());
  const notify = new Running(options, kept);
  await notify.begin(kept);
  return notify;
}

/** A class, because events, time and deliveries change one memory, one step after the other. */
class Running implements Notify {
  private readonly stopping = new AbortController();
  /** Of requests, which a stop gives some time. */
  private readonly ending = new AbortController();
  private readonly rules: readonly Rule[];
  private readonly deliveries: ReadonlyMap<string, Delivery>;
  private memory: Memory;
  private seq: number;
  private updatesUntil: number;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly pumps = new Set<Promise<void>>();
  private reading: Promise<void> = Promise.resolve();
  private isReading = false;
  private timer = new AbortController();
  private saving: Promise<unknown> = Promise.resolve();
  private version = 0;
  private stored = 0;
  private isSavingSoon = false;
  /** Of all channels. */
  private fault: ChannelStatus['fault'];
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: NotifyOptions,
    kept: Kept | undefined,
  ) {
    const { settings, core, environment } = options;
    this.rules = settings.rules.length === 0 ? DEFAULT_RULES : settings.rules;
    this.memory = withRules(kept?.memory ?? newMemory, this.rules);
    this.seq = kept?.epoch === core.events.epoch ? kept.seq : Math.min(kept?.seq ?? core.events.seq, core.events.seq);
    this.updatesUntil = kept?.updatesUntil ?? environment.now();
    this.deliveries = new Map(
      settings.channels.map((channel) => [
        channel.name,
        createDelivery(channel, {
          ...{ environment, senders: this.senders(), kept: kept?.waiting ?? {} },
          now: environment.now,
          random: environment.random,
          wait: environment.wait,
          save: () => this.save(),
          onLost: (reason) => this.warn('notify.message_lost', { channel: channel.name, reason }),
          stopping: this.stopping.signal,
          signal: this.ending.signal,
        }),
      ]),
    );
  }

  private senders(): Senders {
    const { push, mqtt, present } = this.options;
    const badge = () => present().filter((cause) => cause.silenced_until === undefined).length;
    return { mqtt, push: push && { ...push, badge } };
  }

  /** Follows the events. Without a position in this stream it begins with what is there now. */
  async begin(kept: Kept | undefined): Promise<void> {
    const isNew = kept === undefined || kept.epoch !== this.options.core.events.epoch;
    const since = this.seq;
    await this.inTurn(() => (isNew ? this.compare() : this.advance([], this.now())));
    await this.inTurn(() => this.lookAtValues());
    if (this.rules.some(({ on }) => on.includes('device_firmware'))) void this.followFirmware();
    // A position that is not stored would be that of the next start.
    if (isNew) await this.save();
    this.reading = this.read(since).catch((error: unknown) => {
      this.fault = { kind: 'internal', message: 'events cannot be read: see the log of the gateway' };
      this.options.log.error('notify.events', { error });
    });
  }

  status(): NotifyStatus {
    return {
      channels: [...this.deliveries.values()].map((delivery) => ({
        ...delivery.status(),
        ...(this.fault === undefined ? {} : { fault: this.fault }),
      })),
      matters: Object.keys(this.memory.matters).length,
      rules: this.rules.map(({ name }) => name),
    };
  }

  test(name: string): Promise<TestOutcome> | undefined {
    const found = this.options.settings.channels.find((channel) => channel.name === name);
    return found === undefined ? undefined : this.makeTest(found);
  }

  private async makeTest(settings: ChannelSettings): Promise<TestOutcome> {
    const outcome = await testChannel(settings, this.options.environment, this.ending.signal, this.senders());
    if (outcome.delivered) this.deliveries.get(settings.name)?.hurry();
    return outcome;
  }

  async close(): Promise<void> {
    const { core, environment } = this.options;
    const { seq } = core.events;
    await environment.nextTurn();
    // A quiet installation goes on from here, however much is dropped from the log of the stream meanwhile.
    if (!this.isReading) this.seq = Math.max(this.seq, seq);
    this.stopping.abort();
    this.timer.abort();
    for (const delivery of this.deliveries.values()) delivery.hurry();
    const enough = new AbortController();
    await Promise.race([Promise.all(this.pumps), environment.wait(DRAIN_MS, enough.signal)]);
    enough.abort();
    this.ending.abort();
    await Promise.all([...this.pumps, this.reading, this.turn]);
    await this.save();
  }

  private async read(since: number): Promise<void> {
    const cursor = this.options.core.events.cursor(topicsOf(this.rules), {
      since,
      signal: this.stopping.signal,
      onLost: ({ seq }) => {
        this.seq = seq;
        void this.inTurn(() => this.compare());
        void this.inTurn(() => this.lookAtValues());
      },
    });
    for await (const event of cursor) {
      this.isReading = true;
      await this.inTurn(() => this.take(event));
      this.isReading = false;
    }
  }

  private async take(event: StreamEvent): Promise<void> {
    const { log } = this.options;
    this.seq = event.seq;
    const at = Date.parse(event.ts);
    try {
      if (event.type === 'firmware.plan_changed') await this.lookAtFirmware();
      await this.advance(
        factsOf(event, this.rules, this.options),
        Number.isNaN(at) ? this.now() : Math.min(at, this.now()),
      );
    } catch (error) {
      // One event that cannot be read keeps no other one from its messages.
      log.error('notify.event', { type: event.type, seq: event.seq, error });
    }
  }

  /** Events are missing: what is there now is compared with what is remembered. */
  private compare(): Promise<void> {
    return this.advance(factsOfPresent(Object.keys(this.memory.matters), this.options.present()), this.now());
  }

  /** A rule may begin while its value is beyond the line. */
  private lookAtValues(): Promise<void> {
    return this.advance(factsOfValues(this.rules, this.now(), this.options), this.now());
  }

  private async followFirmware(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.inTurn(() => this.lookAtFirmware()).catch((error: unknown) => this.warn('notify.firmware', { error }));
      await this.options.environment.wait(FIRMWARE_MS, this.stopping.signal);
    }
  }

  private async lookAtFirmware(): Promise<void> {
    const state = this.options.firmware();
    const { updatesUntil: since, memory } = this;
    this.updatesUntil = Math.max(since, ...state.ended.map(({ at }) => at));
    const at = this.now();
    await this.advance(factsOfFirmware(state, Object.keys(memory.matters), { since, at }), at);
  }

  private async advance(facts: readonly Fact[], at: number): Promise<void> {
    const news = facts.filter((fact) => this.isNews(fact));
    if (facts.length > 0 && news.length === 0) return;
    const { memory, messages, dueAt } = step(this.memory, news, at, this.rules);
    this.memory = memory;
    for (const message of messages) this.post(message);
    // The stored position is that of the stored memory: after a kill the events since then are read again.
    if (messages.length > 0) await this.save();
    else if (news.length > 0) this.saveSoon();
    this.pump();
    this.wakeAt(dueAt);
  }

  /** Values and causes are repeated; what changes nothing is no step. */
  private isNews(fact: Fact): boolean {
    if (fact.type === 'happened') return true;
    const known = this.memory.matters[fact.type === 'began' ? fact.matter.id : fact.id];
    if (fact.type === 'began') return known === undefined || known.endedAt !== undefined;
    return known !== undefined && (fact.type !== 'ended' || known.endedAt === undefined);
  }

  private post(message: Message): void {
    const names = message.channels.length === 0 ? [...this.deliveries.keys()] : message.channels;
    for (const name of names) this.deliveries.get(name)?.add(message);
  }

  private pump(): void {
    for (const delivery of this.deliveries.values()) {
      const pump = delivery.pump().finally(() => this.pumps.delete(pump));
      this.pumps.add(pump);
    }
  }

  private wakeAt(dueAt: number | undefined): void {
    this.timer.abort();
    if (dueAt === undefined || this.stopping.signal.aborted) return;
    const timer = new AbortController();
    this.timer = timer;
    const ms = Math.min(Math.max(dueAt - this.now(), 0), LOOK_AGAIN_MS);
    void this.options.environment.wait(ms, timer.signal).then(() => {
      if (!timer.signal.aborted) return this.inTurn(() => this.advance([], this.now()));
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.turn.then(work);
    this.turn = next.catch(() => undefined);
    return next;
  }

  /** Resolves when the present state is stored, or could not be. */
  private save(): Promise<void> {
    this.version += 1;
    const wanted = this.version;
    const next = this.saving.then(() => (this.stored >= wanted ? undefined : this.write()));
    this.saving = next;
    return next;
  }

  /** Values may come and go many times a second. */
  private saveSoon(): void {
    if (this.isSavingSoon) return;
    this.isSavingSoon = true;
    void this.options.environment.wait(SAVE_MS, this.stopping.signal).then(() => {
      this.isSavingSoon = false;
      // A stop saves by itself.
      if (!this.stopping.signal.aborted) return this.save();
    });
  }

  private async write(): Promise<void> {
    const { records, core } = this.options;
    const { version, memory, seq, updatesUntil } = this;
    const waiting = Object.assign({}, ...[...this.deliveries.values()].map((delivery) => delivery.waiting()));
    try {
      await records.save(
        JSON.stringify({ epoch: core.events.epoch, seq, memory, updatesUntil, waiting } satisfies Kept),
      );
      this.stored = version;
    } catch (error) {
      this.warn('notify.not_stored', { error });
    }
  }

  /** Once a minute: an installation can fail to deliver many times a second. */
  private warn(message: string, fields: object): void {
    const now = this.now();
    if (now - this.warnedAt < WARN_AGAIN_MS) return;
    this.warnedAt = now;
    this.options.log.warn(message, { ...fields });
  }

  private now(): number {
    return this.options.environment.now();
  }
}

/** Matters of one rule end with it, and so does its collected message: nothing reports them any more. */
function withRules(memory: Memory, rules: readonly Rule[]): Memory {
  const names = new Set(rules.filter(({ value }) => value !== undefined).map(({ name }) => name));
  const matters = Object.entries(memory.matters).filter(([, { rule }]) => rule === undefined || names.has(rule));
  const digests = Object.entries(memory.digests).filter(([name]) => rules.some((rule) => rule.name === name));
  return { ...memory, matters: Object.fromEntries(matters), digests: Object.fromEntries(digests) };
}
