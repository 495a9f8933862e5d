import { packetSizeOf } from '../broker/limits.js';
import type { Topics } from '../topics/tree.js';
import type { TreeMessage } from '../tree/message.js';
import type { Component, DiscoveryMessage } from './message.js';
import { centralOf } from './object-id.js';
import { splitMessage } from './split.js';

export interface AnnouncerOptions {
  readonly prefix: string;
  readonly topics: Topics;
  /** The largest packet in bytes that the broker accepts. */
  readonly largest: () => number;
  readonly outbox: { put(message: TreeMessage): void; remove(topic: string): void };
}

/** Keeps the devices of Home Assistant equal to those of the gateway. */
export interface Announcer {
  /** Announces a device; undefined where it is gone. Publishes no message twice. */
  say(device: string, message: DiscoveryMessage | undefined, seq: number): void;
  /** Takes a retained message of the broker: its entities that no longer exist have to be named to be removed. */
  found(topic: string, payload: string): void;
  forgetSaid(): void;
  /** The CCU of a discovery topic of ours; undefined for all others. */
  centralOf(topic: string): string | undefined;
  /** Topics of the devices that there are. */
  readonly topics: Iterable<string>;
  /** How many devices those are. */
  readonly size: number;
}

type Platforms = ReadonlyMap<string, string>;

export function createAnnouncer({ prefix, topics, largest, outbox }: AnnouncerOptions): Announcer {
  /** Topics of each device: one, and more where the broker does not accept its message whole. */
  const devices = new Map<string, readonly string[]>();
  const said = new Map<string, string>();
  /** Platform of each entity that Home Assistant has of a topic, and of those that are still being removed. */
  const known = new Map<string, Platforms>();
  const latest = new Map<string, { readonly message: DiscoveryMessage; readonly seq: number }>();

  /** Home Assistant has the removal of these entities, so they are no longer named. */
  function forget(topic: string, removed: readonly string[]): void {
    const now = latest.get(topic);
    if (now === undefined) return;
    const platforms = new Map(known.get(topic));
    for (const key of removed) if (!Object.hasOwn(now.message.payload.cmps, key)) platforms.delete(key);
    known.set(topic, platforms);
    publish(now.message, now.seq);
  }

  function removedBy({ topic, payload }: DiscoveryMessage): readonly string[] {
    return [...(known.get(topic)?.keys() ?? [])].filter((key) => !Object.hasOwn(payload.cmps, key));
  }

  function publish(message: DiscoveryMessage, seq: number): void {
    const { topic } = message;
    const platforms = new Map([...(known.get(topic) ?? []), ...platformsOf(message.payload.cmps)]);
    known.set(topic, platforms);
    const removed = removedBy(message);
    const gone = Object.fromEntries(removed.map((key) => [key, { p: platforms.get(key) ?? '' }]));
    const whole = withCmps(message, { ...gone, ...message.payload.cmps });
    // Too large with them, the entities that stay wait for the second message.
    const isTooLarge = removed.length > 0 && packetSizeOf({ topic, payload: whole }) > largest();
    const payload = isTooLarge ? withCmps(message, gone) : whole;
    if (said.get(topic) === payload) return;
    said.set(topic, payload);
    const second = removed.length === 0 ? {} : { onSent: () => forget(topic, removed) };
    outbox.put({ topic, payload, seq, ...second });
  }

  /** A device that was replaced leaves its topic to the new one. */
  const isOfOther = (topic: string, device: string): boolean =>
    [...devices].some(([other, theirs]) => other !== device && theirs.includes(topic));

  return {
    say(device, message, seq) {
      const parts = message === undefined ? [] : splitMessage(message, largest());
      const now = parts.map(({ topic }) => topic);
      for (const before of devices.get(device) ?? []) {
        if (now.includes(before) || isOfOther(before, device)) continue;
        for (const each of [said, known, latest]) each.delete(before);
        outbox.remove(before);
      }
      if (parts.length === 0) devices.delete(device);
      else devices.set(device, now);
      for (const part of parts) latest.set(part.topic, { message: part, seq });
      // An entity that changes its part leaves the one before it enters the other: its id is never there twice.
      const leaving = parts.filter((part) => removedBy(part).length > 0);
      for (const part of [...leaving, ...parts.filter((each) => !leaving.includes(each))]) publish(part, seq);
    },
    found(topic, payload) {
      if (centralOf(topic, prefix, topics.prefix) === undefined) return;
      known.set(topic, new Map([...platformsIn(payload), ...(known.get(topic) ?? [])]));
      const now = latest.get(topic);
      if (now !== undefined) publish(now.message, now.seq);
    },
    forgetSaid: () => said.clear(),
    centralOf: (topic) => centralOf(topic, prefix, topics.prefix),
    get topics() {
      return [...devices.values()].flat();
    },
    get size() {
      return devices.size;
    },
  };
}

/** An entity is removed by naming nothing but its platform; a second message then leaves it out. */
const withCmps = ({ payload }: DiscoveryMessage, cmps: Readonly<Record<string, Component>>): string =>
  JSON.stringify({ ...payload, cmps });

const platformsOf = (components: Readonly<Record<string, Component>>) =>
  Object.entries(components).map(([key, { p }]) => [key, p] as const);

/** A retained payload may be anything. */
function platformsIn(text: string): readonly (readonly [string, string])[] {
  try {
    const { cmps } = JSON.parse(text) as { readonly cmps?: Readonly<Record<string, { readonly p?: unknown }>> };
    return Object.entries(cmps ?? {}).flatMap(([key, each]) => (typeof each?.p === 'string' ? [[key, each.p]] : []));
  } catch {
    return [];
  }
}
