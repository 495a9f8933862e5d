import type { StreamEvent } from '@ccu-gateway/event-stream';
import { type DeviceView, unlessRefused } from '@ccu-gateway/gateway-core';
import type { DiscoveryMessage } from '../discovery/message.js';
import { ALARM_OWNER } from '../tree/alarm.js';
import { createPointReader, meaningOf, type PointReader } from '../tree/event.js';
import { type DevicePlace, placeOf, readHub } from '../tree/house.js';
import type { HubViewOf } from '../tree/hub.js';
import type { TreeMessage } from '../tree/message.js';
import type { Tree } from '../tree/tree.js';
import {
  type AnnouncementOptions,
  type Announcements,
  createAnnouncements,
  type DiscoverySettings,
} from './announcements.js';
import { createHoldings, type Group } from './holdings.js';
import { createPass } from './pass.js';

export interface MirrorOptions extends AnnouncementOptions {
  /** Every tree, the native one among them. */
  readonly trees: readonly Tree[];
  /** Lets others run. */
  readonly nextTurn: () => Promise<void>;
}

/** Keeps the topics of a broker equal to the state of the gateway. */
export interface Mirror {
  onEvent(event: StreamEvent): void;
  /** Publishes everything again, a device at a time. */
  sayEverything(signal: AbortSignal): Promise<void>;
  /** Reads the CCUs themselves again, for state that changes without an event, except for lists that were read. */
  lookAtHubs(): void;
  /** A topic that the broker kept from before. It is removed once its CCU is known and does not have it. */
  found(topic: string, payload: string): void;
  /** Forgets the retained messages of the last connection; the next one delivers them again. */
  forgetFound(): void;
  /** Home Assistant has started and has no devices yet: announces them, one at a time. */
  announceAgain(): Promise<void>;
  /** Publishes the content of a topic again; false without any content. */
  tell(topic: string): boolean;
  /** Removes retained topics that no longer exist, of each loaded CCU; of the others once they are loaded. */
  sweepAll(): void;
  /** Number of topics that the broker keeps. */
  readonly size: number;
  /** Number of devices announced to Home Assistant. */
  readonly announced: number;
  /** Messages about a device now, also without a connection; undefined where it does not exist. */
  preview(place: DevicePlace, discovery: DiscoverySettings | undefined): DevicePreview | undefined;
}

/** Messages about one device. */
export interface DevicePreview {
  /** Messages retained by the broker. Key presses are not among it. */
  readonly messages: readonly Pick<TreeMessage, 'topic' | 'payload'>[];
  /** Undefined where it has nothing that would be an entity of Home Assistant, or values are not JSON objects. */
  readonly discovery: DiscoveryMessage | undefined;
}

export function createMirror(options: MirrorOptions): Mirror {
  return new TreeMirror(options);
}

/** A class, because it holds the state of one broker. */
class TreeMirror implements Mirror {
  private readonly holdings = createHoldings();
  private readonly leftOver = new Map<string, Set<string>>();
  /** Last message about a CCU itself, without numbers, so that reading again publishes nothing twice. */
  private readonly said = new Map<string, string>();
  private readonly changedHubs = new Set<string>();
  private readonly changedDevices = new Map<Group, DevicePlace>();
  private isAlarmChanged = false;
  private readonly announcements: Announcements;
  /**
   * Everything was published on this connection. By then most brokers have delivered their retained messages; later
   * ones are checked at once.
   */
  private isComplete = false;

  private readonly points: PointReader;

  constructor(private readonly options: MirrorOptions) {
    this.announcements = createAnnouncements(options);
    this.points = createPointReader(options.house);
  }

  get size(): number {
    return this.holdings.size;
  }

  get announced(): number {
    return this.announcements.size;
  }

  preview(place: DevicePlace, discovery: DiscoverySettings | undefined): DevicePreview | undefined {
    const { isWanted, seq, trees } = this.options;
    const view = this.view(place);
    if (view === undefined) return undefined;
    const now = seq();
    return {
      messages: trees.flatMap((tree) => tree.device(view, now)).filter(({ topic }) => isWanted(topic)),
      discovery: discovery && this.announcements.preview(view, discovery),
    };
  }

  onEvent(event: StreamEvent): void {
    const { house, trees } = this.options;
    const meaning = meaningOf(event, this.points);
    if (meaning.kind === 'said') {
      const group = groupOf(meaning.said.place);
      for (const tree of trees) for (const message of tree.said(meaning.said)) this.say(group, message);
    } else if (meaning.kind === 'device') {
      if (meaning.named && this.isNamed) this.deviceChanged(meaning.place);
      else this.sayDevice(meaning.place);
    } else if (meaning.kind === 'hub') {
      this.hubChanged(meaning.central);
    } else if (meaning.kind === 'alarm') {
      this.alarmChanged();
    } else if (meaning.kind === 'areas') {
      this.later(() => this.areasChanged());
    } else if (meaning.kind === 'central') {
      for (const device of house.devices.list()) {
        if (device.central === meaning.central) this.deviceChanged(placeOf(device));
      }
      this.hubChanged(meaning.central);
    }
  }

  async sayEverything(signal: AbortSignal): Promise<void> {
    const { house, nextTurn } = this.options;
    this.rename();
    this.said.clear();
    this.announcements.forgetSaid();
    await this.announcements.readAreas();
    const devices = house.devices.list();
    const centrals = new Set<string>();
    for (const device of devices) {
      if (signal.aborted) return;
      centrals.add(device.central ?? '');
      this.attempt(() => this.sayDevice(placeOf(device)));
      await nextTurn();
    }
    for (const central of this.centrals(centrals)) {
      if (signal.aborted) return;
      this.attempt(() => this.sayHub(central));
      await nextTurn();
    }
    this.attempt(() => this.sayAlarm());
  }

  lookAtHubs(): void {
    // The first names of a CCU cause no event.
    for (const place of this.rename()) this.deviceChanged(place);
    for (const central of this.centrals(new Set())) this.attempt(() => this.sayHub(central));
    this.attempt(() => this.sayAlarm());
    for (const central of [...this.leftOver.keys()]) this.attempt(() => this.sweep(central));
  }

  readonly announceAgain = createPass(async () => {
    const { house, nextTurn } = this.options;
    this.announcements.forgetSaid();
    await this.announceDevices();
    for (const central of this.centrals(new Set())) {
      this.attempt(() => this.announceHub(readHub(house, central)));
      await nextTurn();
    }
    this.attempt(() => this.announcements.alarm(groupOf(ALARM_PLACE), house.alarm.panels()));
  });

  private readonly announceDevices = createPass(async () => {
    const { house, nextTurn } = this.options;
    for (const device of house.devices.list()) {
      this.attempt(() => this.announce(placeOf(device)));
      await nextTurn();
    }
  });

  tell(topic: string): boolean {
    for (const central of this.centrals(new Set())) {
      const message = this.hubMessages(readHub(this.options.house, central)).find((each) => each.topic === topic);
      if (message === undefined || !this.options.isWanted(subjectOf(message))) continue;
      this.options.outbox.put(message);
      return true;
    }
    return false;
  }

  found(topic: string, payload: string): void {
    this.announcements.found(topic, payload);
    const instance = this.announcements.centralOf(topic) ?? this.ownerOf(topic);
    if (instance === undefined) return;
    const topics = this.leftOver.get(instance) ?? new Set();
    topics.add(topic);
    this.leftOver.set(instance, topics);
    if (this.isComplete && topics.size === 1) this.later(() => this.sweep(instance));
  }

  forgetFound(): void {
    this.isComplete = false;
    this.leftOver.clear();
  }

  sweepAll(): void {
    this.isComplete = true;
    for (const central of [...this.leftOver.keys()]) this.sweep(central);
  }

  /** Removes retained topics that no longer exist, only of a CCU with known devices and lists. */
  private sweep(central: string): void {
    const kept = this.leftOver.get(central);
    if (!this.isComplete || kept === undefined || !this.isKnown(central)) return;
    this.leftOver.delete(central);
    for (const topic of this.announcements.topics) kept.delete(topic);
    for (const topic of kept) if (!this.holdings.isHeld(topic)) this.options.outbox.remove(topic);
  }

  private isKnown(central: string): boolean {
    const { alarm, hub } = this.options.house;
    if (central === ALARM_OWNER) return unlessRefused(() => alarm.panels()) !== undefined;
    // A CCU unknown to the gateway may belong to another one.
    return unlessRefused(() => hub.readiness({ central }).ready && hub.unread({ central }).length === 0) ?? false;
  }

  private centrals(known: Set<string>): Set<string> {
    for (const { central_id } of this.options.house.hub.interfaces()) known.add(central_id ?? '');
    return known;
  }

  private get isNamed(): boolean {
    return this.options.trees.some((tree) => tree.isNamed);
  }

  /**
   * Collects changed devices, because many change at once. Names are read first, so that no message of a named device
   * goes to its address.
   */
  private deviceChanged(place: DevicePlace): void {
    const isFirst = this.changedDevices.size === 0;
    this.changedDevices.set(groupOf(place), place);
    if (isFirst) this.later(() => this.sayChangedDevices());
  }

  private async sayChangedDevices(): Promise<void> {
    const places = new Map(this.changedDevices);
    this.changedDevices.clear();
    for (const place of this.rename()) places.set(groupOf(place), place);
    for (const place of places.values()) {
      this.attempt(() => this.sayDevice(place));
      await this.options.nextTurn();
    }
    // The name of a variable may depend on the names of channels.
    for (const central of new Set([...places.values()].map((place) => place.central))) {
      this.attempt(() => this.sayHub(central));
    }
  }

  /** A name that a second device gets, or loses, changes the names of the others. */
  private rename(): readonly DevicePlace[] {
    return this.options.trees.flatMap((tree) => tree.rename());
  }

  /** A failure at one device must not stop the publication of others. */
  private attempt(say: () => void): void {
    try {
      say();
    } catch (error) {
      this.options.onError(error);
    }
  }

  private sayDevice(place: DevicePlace): void {
    const { seq, trees } = this.options;
    const view = this.view(place);
    const now = seq();
    this.replace(groupOf(place), view === undefined ? [] : trees.flatMap((tree) => tree.device(view, now)));
    this.announce(place, view);
  }

  private ownerOf(topic: string): string | undefined {
    for (const tree of this.options.trees) {
      const central = tree.ownerOf(topic);
      if (central !== undefined) return central;
    }
    return undefined;
  }

  /** Undefined where it does not exist any more. */
  private view(place: DevicePlace): DeviceView | undefined {
    return unlessRefused(() => this.options.house.devices.view(place));
  }

  private announce(place: DevicePlace, view = this.view(place)): void {
    this.announcements.device(groupOf(place), view);
  }

  /** Announces the devices again, because their suggested areas may be others. */
  private async areasChanged(): Promise<void> {
    if (await this.announcements.readAreas()) await this.announceDevices();
  }

  /** A CCU sends many events at once; it is read again after the last one. */
  private hubChanged(central: string): void {
    const isFirst = this.changedHubs.size === 0;
    this.changedHubs.add(central);
    if (isFirst) this.later(() => this.sayChangedHubs());
  }

  private later(work: () => void | Promise<void>): void {
    const { nextTurn, onError } = this.options;
    nextTurn().then(work).catch(onError);
  }

  private sayChangedHubs(): void {
    const centrals = [...this.changedHubs];
    this.changedHubs.clear();
    for (const central of centrals) {
      this.attempt(() => this.sayHub(central));
      this.attempt(() => this.sweep(central));
    }
  }

  private sayHub(central: string): void {
    const view = readHub(this.options.house, central);
    const messages = this.hubMessages(view);
    this.replace(groupOf({ central, address: '' }), messages, this.newsOf(messages));
    this.announceHub(view);
  }

  /** Messages with another content than the last one of their topic. */
  private newsOf(messages: readonly TreeMessage[]): readonly TreeMessage[] {
    return messages.filter(({ topic, payload, seq }) => {
      const content = payload.replace(`"seq":${seq}`, '');
      if (this.said.get(topic) === content) return false;
      this.said.set(topic, content);
      return true;
    });
  }

  /** A step of the alarm system changes several zones; they are read once after the last one. */
  private alarmChanged(): void {
    if (this.isAlarmChanged) return;
    this.isAlarmChanged = true;
    this.later(() => {
      this.isAlarmChanged = false;
      this.attempt(() => this.sayAlarm());
      this.attempt(() => this.sweep(ALARM_OWNER));
    });
  }

  private sayAlarm(): void {
    const { house, native, seq } = this.options;
    const panels = house.alarm.panels();
    const messages = native.alarm(panels, seq());
    this.replace(groupOf(ALARM_PLACE), messages, this.newsOf(messages));
    this.announcements.alarm(groupOf(ALARM_PLACE), panels);
  }

  private announceHub(view: HubViewOf): void {
    this.announcements.hub(groupOf({ central: view.central, address: '' }), view);
  }

  private hubMessages(view: HubViewOf): readonly TreeMessage[] {
    const { seq, trees } = this.options;
    const now = seq();
    return trees.flatMap((tree) => tree.hub(view, now));
  }

  /** `all` are all messages of the group, `news` those to publish. */
  private replace(group: Group, all: readonly TreeMessage[], news = all): void {
    const { outbox, isWanted } = this.options;
    const now = new Set(all.filter((each) => isWanted(subjectOf(each))).map(({ topic }) => topic));
    for (const topic of this.holdings.replace(group, now)) {
      this.said.delete(topic);
      // Devices may change names with each other: the topic of the one is then that of the other.
      if (!this.holdings.isHeld(topic)) outbox.remove(topic);
    }
    for (const message of news) if (message.held !== true && now.has(message.topic)) outbox.put(message);
  }

  private say(group: Group, message: TreeMessage): void {
    const { outbox, isWanted } = this.options;
    if (!isWanted(subjectOf(message))) return;
    if (message.momentary === undefined) this.holdings.add(group, message.topic);
    if (message.held !== true) outbox.put(message);
  }
}

const ALARM_PLACE: DevicePlace = { central: ALARM_OWNER, address: '' };

const subjectOf = ({ subject, topic }: TreeMessage): string => subject ?? topic;

/** A device of a CCU; without an address the CCU itself. */
function groupOf(place: DevicePlace | undefined): Group {
  return place === undefined ? '' : `${place.central}\n${place.address}`;
}
