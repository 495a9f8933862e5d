import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { type DeviceView, unlessRefused } from '@ccu-gateway/gateway-core';
import { hasState, shownValue } from '../device.js';
import { type DevicePlace, placeOf } from '../house.js';
import type { HubViewOf } from '../hub.js';
import { millis, type TreeMessage } from '../message.js';
import { type OtherTreeOptions, type Subjects, subjectsOf } from '../other.js';
import type { Said, TriggerSaid, ValueSaid } from '../said.js';
import type { Asked, Tree } from '../tree.js';
import { motionOf, type PointFacts, pointBlock, programBlock, type Sibling, variableBlock } from './block.js';
import { readParamset, readSet } from './commands.js';
import { type ChannelNames, itemOf, type NamedChannel, readChannelNames } from './names.js';
import { type Hm2mqttPayload, type Written, writtenText } from './payload.js';
import { readVariables } from './variables.js';

/** Options of the tree of hm2mqtt. */
export interface Hm2mqttTreeOptions extends OtherTreeOptions {
  readonly payload: Hm2mqttPayload;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** hm2mqtt publishes at most once. */
const QOS = 0 as const;
/** Data points that are also published without the values between two positions. */
const RESTING: ReadonlySet<string> = new Set(['LEVEL', 'STATE']);

/** The topics of hm2mqtt 3: channels, variables and programs by name. */
export function createHm2mqttTree(options: Hm2mqttTreeOptions): Tree {
  return new Hm2mqttTree(options);
}

/** A class, because it keeps the names of channels. */
class Hm2mqttTree implements Tree {
  readonly isNamed = true;
  readonly goodbye: readonly TreeMessage[];
  readonly commandFilters: readonly string[];
  readonly publishedFilters: readonly string[];
  private readonly subjects: Subjects;
  private readonly stamps = new Map<string, { readonly val: unknown; readonly ts: number }>();
  private names: ChannelNames;

  constructor(private readonly options: Hm2mqttTreeOptions) {
    const { house, central, prefix } = options;
    this.subjects = subjectsOf(options);
    this.names = readChannelNames(house, central);
    this.goodbye = [this.connected('0', 0)];
    this.commandFilters = [`${prefix}/set/#`, `${prefix}/paramset/#`];
    this.publishedFilters = [`${prefix}/status/#`];
  }

  device({ device, dataPoints }: DeviceView, seq: number): readonly TreeMessage[] {
    if (!this.isOurs(placeOf(device))) return [];
    return [...dataPoints].flatMap(([channel, points]) => {
      const named = this.names.at(device.address, channel);
      if (named === undefined) return [];
      const sibling = (parameter: string) => points.find((each) => each.parameter === parameter);
      const still = { named, sibling, seq, change: false };
      return points.filter(hasState).flatMap((point) => this.pointMessages({ ...still, point }));
    });
  }

  said(said: Said): readonly TreeMessage[] {
    if (!this.isOurs(said.place) || said.kind === 'custom' || said.kind === 'calculated') return [];
    const named = this.names.at(said.place.address, said.channel);
    // A new device is published as a whole when its names are read.
    if (named === undefined) return [];
    return said.kind === 'value' ? this.valueMessages(said, named) : this.triggerMessages(said, named);
  }

  hub(view: HubViewOf, seq: number): readonly TreeMessage[] {
    const { central } = this.options;
    if (view.central !== central) return [];
    const isThere = view.interfaces.length > 0 && view.interfaces.every((each) => each.connected) && this.isRead();
    const taken = new Set<string>();
    const named = <T>(things: readonly T[], nameOf: (thing: T) => string) =>
      things.flatMap((thing) => {
        const item = itemOf(nameOf(thing));
        // A topic never has two meanings.
        if (taken.has(item) || this.isOfChannel(item)) return [];
        taken.add(item);
        return [{ thing, item }];
      });
    const { subjects } = this;
    return [
      this.connected(isThere ? '2' : '1', seq),
      ...view.interfaces.map(({ name, connected }) =>
        this.message(
          `interface/${name}/connected`,
          subjects.hub('interface', name),
          this.stamped(name, connected),
          seq,
        ),
      ),
      ...named(
        readVariables(this.options.house, central).filter(({ shown }) => shown.observed),
        ({ shown }) => shown.name,
      ).map(({ thing: { rawName, shown }, item }) => {
        const ts = millis(shown.modified_at ?? shown.last_seen_at);
        const written = { val: shown.value, ts, lc: millis(shown.modified_at), hm: variableBlock(central, shown) };
        return this.message(item, subjects.hub('sysvar', rawName), written, seq);
      }),
      ...named(
        view.programs.filter(({ active }) => active !== undefined),
        ({ name }) => name,
      ).map(({ thing, item }) => {
        const written = { val: thing.active, ts: millis(thing.last_executed) ?? 0, hm: programBlock(central, thing) };
        return this.message(item, subjects.hub('program', thing.id), written, seq);
      }),
    ];
  }

  rename(): readonly DevicePlace[] {
    const before = this.names;
    const { house, central } = this.options;
    const now = readChannelNames(house, central);
    this.names = now;
    return now.devices
      .filter((device) =>
        device.channels.some(({ number }) => {
          const was = before.at(device.address, number);
          const is = now.at(device.address, number);
          return was?.item !== is?.item || JSON.stringify(was?.channel) !== JSON.stringify(is?.channel);
        }),
      )
      .map(placeOf);
  }

  ownerOf(topic: string): string | undefined {
    return topic.startsWith(this.status('')) ? this.options.central : undefined;
  }

  read(topic: string, sent: Buffer): Asked | undefined {
    const { house, central, prefix } = this.options;
    const reading = { house, central, subjects: this.subjects, names: () => this.names };
    const [set, paramset] = [`${prefix}/set/`, `${prefix}/paramset/`];
    if (topic.startsWith(set)) return readSet(reading, topic.slice(set.length), sent);
    return topic.startsWith(paramset) ? readParamset(reading, topic.slice(paramset.length), sent) : undefined;
  }

  private valueMessages(said: ValueSaid, named: NamedChannel): readonly TreeMessage[] {
    const { previous, seq, sibling } = said;
    const point = sibling(said.parameter);
    if (point === undefined) return [];
    const own = this.pointMessages({ named, point, previous, change: true, sibling, seq });
    const isMotion = point.parameter.startsWith('WORKING') || point.parameter === 'PROCESS';
    if (!isMotion) return own;
    // An actor has stopped, or begins to move.
    const moved = [...RESTING].flatMap((each) => sibling(each) ?? []).filter(({ observed }) => observed);
    const still = { named, sibling, seq, change: false };
    return [...own, ...moved.flatMap((each) => this.pointMessages({ ...still, point: each }).slice(1))];
  }

  private triggerMessages(said: TriggerSaid, named: NamedChannel): readonly TreeMessage[] {
    const { parameter, value, at, seq, place, channel, point } = said;
    const ccu = this.options.central;
    const subject = this.subjects.status(place.address, channel, parameter);
    const one = (datapoint: string, val: unknown): TreeMessage => {
      const facts = point && { named, point, datapoint, value: val, change: true, ccu, ts: at, lc: at };
      const written = { val, ts: at, lc: at, hm: facts && pointBlock(facts) };
      return { ...this.message(`${named.item}/${datapoint}`, subject, written, seq), momentary: { at } };
    };
    // All ways of pressing a key have one topic more.
    return [one(parameter, value), ...(parameter.startsWith('PRESS_') ? [one('PRESS', parameter)] : [])];
  }

  /** A data point, and where an actor rests. */
  private pointMessages({ sibling, seq, ...news }: PointNews): readonly TreeMessage[] {
    const { point } = news;
    const motion = motionOf(point.parameter, sibling);
    const facts = { ...news, value: point.value, motion };
    const first = this.pointMessage(facts, seq);
    if (motion === undefined || !RESTING.has(point.parameter)) return [first];
    const resting = this.pointMessage({ ...facts, datapoint: `${point.parameter}_NOTWORKING` }, seq);
    return [first, motion.working ? { ...resting, held: true } : resting];
  }

  private pointMessage(facts: Omit<PointFacts, 'ccu' | 'ts' | 'lc'>, seq: number): TreeMessage {
    const { named, point, value, datapoint = point.parameter } = facts;
    const { central, payload } = this.options;
    const { ts, lc } = shownValue(point, seq);
    const subject = this.subjects.status(named.device.address, named.channel.number, point.parameter);
    const hm = payload === 'extended' ? pointBlock({ ...facts, ccu: central, ts, lc }) : undefined;
    return this.message(`${named.item}/${datapoint}`, subject, { val: value, ts, lc, hm }, seq);
  }

  private message(item: string, subject: string, written: Written, seq: number): TreeMessage {
    return { topic: this.status(item), subject, payload: writtenText(written, this.options.payload), seq, qos: QOS };
  }

  private connected(payload: string, seq: number): TreeMessage {
    const topic = `${this.options.prefix}/connected`;
    return { topic, subject: this.subjects.hub('connected'), payload, seq, qos: QOS };
  }

  private status(item: string): string {
    return `${this.options.prefix}/status/${item}`;
  }

  private isOurs(place: DevicePlace): boolean {
    return place.central === this.options.central;
  }

  private isRead(): boolean {
    const { house, central } = this.options;
    return unlessRefused(() => house.hub.unread({ central }).length === 0) ?? false;
  }

  private isOfChannel(item: string): boolean {
    return this.names.find(item.slice(0, Math.max(0, item.lastIndexOf('/')))) !== undefined;
  }

  /** Interfaces have no time of their own. */
  private stamped(name: string, val: boolean): Written {
    const before = this.stamps.get(name);
    const stamp = before?.val === val ? before : { val, ts: this.options.now() };
    this.stamps.set(name, stamp);
    return { ...stamp, lc: stamp.ts };
  }
}

/** Data point to publish. */
interface PointNews {
  readonly named: NamedChannel;
  readonly point: DataPointSummary;
  readonly previous?: unknown;
  readonly change: boolean;
  readonly sibling: Sibling;
  readonly seq: number;
}
