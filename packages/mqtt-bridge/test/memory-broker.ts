import type { BrokerConnection, connectOnce } from '../src/broker/connection.js';
import { NO_LIMITS } from '../src/broker/limits.js';
import type { Delivery, Publication } from '../src/broker/settings.js';
import { matchesFilter } from '../src/topics/filter.js';

type Connect = typeof connectOnce;

/** What a broker took, and when. */
export interface Taken extends Publication {
  readonly at: number;
}

/** A broker that takes, acknowledges and forgets only when a test says so. */
export interface MemoryBroker {
  readonly connect: Connect;
  readonly kept: ReadonlyMap<string, string>;
  readonly taken: readonly Taken[];
  /** Publications that are on their way to it, or whose acknowledgement is on its way back, and what it has to deliver. */
  readonly underWay: number;
  readonly connections: number;
  /** Takes so many of what is on its way, acknowledges so many of what it took, and delivers so many of what waits for that. */
  step(take: number, acknowledge: number, deliver?: number): void;
  /** Ends all connections as a failure of the network does; `keeps`: what it kept outlives that. */
  down(options: { readonly keeps: boolean }): void;
  up(): void;
  /** Another client publishes what is kept. */
  put(topic: string, payload: string): void;
  /** Another client publishes what is not kept. */
  send(topic: string, payload: string): void;
}

/** What a test broker does that not all do. */
export interface MemoryBrokerHabits {
  /** It answers a subscription before it delivers what it keeps, and delivers only in a `step`. */
  readonly isLate?: boolean;
  /** Its access list keeps every client from what it published itself. */
  readonly hidesOwn?: boolean;
}

interface OnTheWay {
  readonly publication: Publication;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Link {
  readonly coming: OnTheWay[];
  readonly taken: OnTheWay[];
  readonly will: Publication | undefined;
  readonly filters: { readonly filter: string; readonly own: boolean }[];
  readonly outgoing: Delivery[];
  readonly deliver: (delivery: Delivery) => void;
  end(error: Error | undefined): void;
  isOpen: boolean;
}

/** MQTT 5 without a network: order and loss are those of one connection after the other. */
export function createMemoryBroker(now: () => number, habits: MemoryBrokerHabits = {}): MemoryBroker {
  const { isLate = false, hidesOwn = false } = habits;
  const kept = new Map<string, string>();
  const taken: Taken[] = [];
  const links = new Set<Link>();
  let isUp = true;

  function take(publication: Publication, from?: Link): void {
    taken.push({ ...publication, at: now() });
    const { topic, payload, retain } = publication;
    if (retain && payload === '') kept.delete(topic);
    else if (retain) kept.set(topic, payload);
    // The tests have one client at a time: the others are those that it was before.
    const hears = from?.filters.some(({ filter, own }) => own && matchesFilter(filter, topic)) === true;
    if (from !== undefined && hears && !hidesOwn)
      deliver(from, { topic, payload: Buffer.from(payload), retained: false });
  }

  function deliver(link: Link, delivery: Delivery): void {
    link.outgoing.push(delivery);
    if (!isLate) flush(link, 1);
  }

  function flush(link: Link, count: number): void {
    for (const delivery of link.outgoing.splice(0, count)) if (link.isOpen) link.deliver(delivery);
  }

  function end(link: Link, error: Error | undefined): void {
    if (!link.isOpen) return;
    link.isOpen = false;
    links.delete(link);
    for (const { reject } of [...link.taken, ...link.coming]) reject(new Error('the connection is over'));
    link.end(error);
  }

  function connectionOf(link: Link): BrokerConnection {
    const send: BrokerConnection['send'] = (publication, landed) => {
      if (!link.isOpen) return landed(new Error('the connection is over'));
      link.coming.push({ publication, resolve: () => landed(), reject: landed });
    };
    return {
      version: 5,
      limits: { ...NO_LIMITS, receiveMaximum: 20 },
      answers: { owed: 0, given: 0 },
      isOpen: () => link.isOpen,
      send,
      publish: (publication) =>
        new Promise((resolve, reject) => send(publication, (error) => (error ? reject(error) : resolve()))),
      async subscribe(filters, { retained, own = false }) {
        link.filters.push(...filters.map((filter) => ({ filter, own })));
        if (!retained) return [];
        for (const [topic, payload] of kept) {
          if (!filters.some((filter) => matchesFilter(filter, topic))) continue;
          deliver(link, { topic, payload: Buffer.from(payload), retained: true });
        }
        return [];
      },
      async unsubscribe() {},
      async close() {
        if (link.isOpen) end(link, undefined);
      },
      cut() {
        if (!link.isOpen) return;
        if (link.will !== undefined) take(link.will);
        end(link, undefined);
      },
    };
  }

  return {
    kept,
    taken,
    get underWay() {
      return [...links].reduce((sum, link) => sum + link.coming.length + link.taken.length, 0);
    },
    get connections() {
      return links.size;
    },
    async connect(_settings, { will }, { onDelivery, onEnd }) {
      if (!isUp) throw Object.assign(new Error('nothing listens'), { code: 'ECONNREFUSED' });
      const link: Link = {
        coming: [],
        taken: [],
        will,
        filters: [],
        outgoing: [],
        deliver: onDelivery,
        end: (error) => onEnd(error, 0),
        isOpen: true,
      };
      links.add(link);
      return connectionOf(link);
    },
    step(toTake, toAcknowledge, toDeliver = Number.POSITIVE_INFINITY) {
      for (const link of links) {
        for (const each of link.coming.splice(0, toTake)) {
          take(each.publication, link);
          link.taken.push(each);
        }
        for (const { resolve } of link.taken.splice(0, toAcknowledge)) resolve();
        flush(link, toDeliver);
      }
    },
    down({ keeps }) {
      isUp = false;
      for (const link of [...links]) {
        if (link.will !== undefined) take(link.will);
        end(link, new Error('the network is gone'));
      }
      if (!keeps) kept.clear();
    },
    up() {
      isUp = true;
    },
    put: (topic, payload) => void kept.set(topic, payload),
    send(topic, payload) {
      for (const link of links) {
        if (!link.filters.some(({ filter }) => matchesFilter(filter, topic))) continue;
        deliver(link, { topic, payload: Buffer.from(payload), retained: false });
      }
    },
  };
}
