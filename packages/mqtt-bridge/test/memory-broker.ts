import type { BrokerConnection, connectOnce } from '../src/broker/connection.js';
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
  /** Publications that are on their way to it, or whose acknowledgement is on its way back. */
  readonly underWay: number;
  readonly connections: number;
  /** Takes so many of what is on its way, then acknowledges so many of what it took. */
  step(take: number, acknowledge: number): void;
  /** Ends all connections as a failure of the network does; `keeps`: what it kept outlives that. */
  down(options: { readonly keeps: boolean }): void;
  up(): void;
  /** Another client publishes what is kept. */
  put(topic: string, payload: string): void;
}

interface OnTheWay {
  readonly publication: Publication;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Link {
  readonly coming: OnTheWay[];
  readonly taken: OnTheWay[];
  readonly will: Publication;
  readonly filters: string[];
  readonly deliver: (delivery: Delivery) => void;
  end(error: Error | undefined): void;
  isOpen: boolean;
}

/** MQTT 5 without a network: order and loss are those of one connection after the other. */
export function createMemoryBroker(now: () => number): MemoryBroker {
  const kept = new Map<string, string>();
  const taken: Taken[] = [];
  const links = new Set<Link>();
  let isUp = true;

  function take(publication: Publication): void {
    taken.push({ ...publication, at: now() });
    const { topic, payload, retain } = publication;
    if (retain && payload === '') kept.delete(topic);
    else if (retain) kept.set(topic, payload);
  }

  function end(link: Link, error: Error | undefined): void {
    if (!link.isOpen) return;
    link.isOpen = false;
    links.delete(link);
    for (const { reject } of [...link.taken, ...link.coming]) reject(new Error('the connection is over'));
    link.end(error);
  }

  function connectionOf(link: Link): BrokerConnection {
    return {
      version: 5,
      receiveMaximum: 20,
      isOpen: () => link.isOpen,
      publish: (publication) =>
        new Promise((resolve, reject) => {
          if (!link.isOpen) return reject(new Error('the connection is over'));
          link.coming.push({ publication, resolve, reject });
        }),
      async subscribe(filters, { retained }) {
        link.filters.push(...filters);
        if (!retained) return;
        for (const [topic, payload] of kept) {
          if (!filters.some((filter) => matchesFilter(filter, topic))) continue;
          link.deliver({ topic, payload: Buffer.from(payload), retained: true });
        }
      },
      async unsubscribe() {},
      async close() {
        if (link.isOpen) end(link, undefined);
      },
      cut() {
        if (!link.isOpen) return;
        take(link.will);
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
    async connect(_settings, _version, will, { onDelivery, onEnd }) {
      if (!isUp) throw Object.assign(new Error('nothing listens'), { code: 'ECONNREFUSED' });
      const link: Link = { coming: [], taken: [], will, filters: [], deliver: onDelivery, end: onEnd, isOpen: true };
      links.add(link);
      return connectionOf(link);
    },
    step(toTake, toAcknowledge) {
      for (const link of links) {
        for (const each of link.coming.splice(0, toTake)) {
          take(each.publication);
          link.taken.push(each);
        }
        for (const { resolve } of link.taken.splice(0, toAcknowledge)) resolve();
      }
    },
    down({ keeps }) {
      isUp = false;
      for (const link of [...links]) {
        take(link.will);
        end(link, new Error('the network is gone'));
      }
      if (!keeps) kept.clear();
    },
    up() {
      isUp = true;
    },
    put: (topic, payload) => void kept.set(topic, payload),
  };
}
