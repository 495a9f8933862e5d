import { compilePattern, patternMatches } from '../src/topic/pattern.js';
import { parseTopic } from '../src/topic/topic.js';

/** An event as the model keeps it: in one plain array, for ever. */
export interface ModelEvent {
  readonly index: number;
  readonly seq: number;
  readonly topic: string;
  readonly momentary: boolean;
}

export interface ModelDepths {
  readonly replay: number;
  readonly ring: number;
  readonly lag: number;
}

/** The next frame that a client must receive, as a short text. */
export type Sight = string;

type Item =
  | { readonly kind: 'text'; readonly sight: Sight }
  | { readonly kind: 'event'; readonly event: ModelEvent; readonly replay?: object }
  | { readonly kind: 'done'; readonly sight: Sight; readonly replay: object };

export const seeEvent = (seq: number, kind: string): Sight => `${kind} ${seq}`;

/** The subscription protocol over plain arrays: no ring, no cursors, no pages, everything by linear search. */
export function createModel(depths: ModelDepths) {
  const events: ModelEvent[] = [];
  const clients: ModelClient[] = [];
  let newest = 0;

  const oldest = () => events[Math.max(0, events.length - depths.replay)]?.seq ?? newest + 1;
  const oldestSeq = () => (depths.replay === 0 ? newest + 1 : oldest());

  interface ModelClient {
    readonly subscribed: Map<string, number>;
    owed: Item[];
    latest: boolean;
  }

  function matches(pattern: string, event: ModelEvent): boolean {
    return patternMatches(compilePattern(pattern), parseTopic(event.topic));
  }

  function deliver(client: ModelClient, event: ModelEvent): void {
    if ([...client.subscribed.keys()].some((pattern) => matches(pattern, event))) {
      client.owed.push({ kind: 'event', event });
    }
  }

  return {
    start(seq: number) {
      newest = seq;
    },
    get newest() {
      return newest;
    },
    oldestSeq,
    publish(seq: number, topic: string, momentary: boolean) {
      const event = { index: events.length, seq, topic, momentary };
      events.push(event);
      newest = seq;
      for (const client of clients) deliver(client, event);
    },
    connect(): ModelClient {
      const client: ModelClient = { subscribed: new Map(), owed: [], latest: false };
      clients.push(client);
      return client;
    },
    subscribe(client: ModelClient, topics: readonly string[], since: number | undefined, latest: boolean) {
      client.latest ||= latest;
      const others = [...client.subscribed].filter(([pattern]) => !topics.includes(pattern));
      const replayable = since !== undefined && depths.replay > 0 && since <= newest && since >= oldestSeq() - 1;
      const from = replayable ? since : newest;
      for (const topic of topics) {
        client.subscribed.set(topic, Math.min(client.subscribed.get(topic) ?? from, from));
      }
      client.owed.push({ kind: 'text', sight: `subscribed ${newest} ${oldestSeq()}` });
      if (since === undefined) return;
      if (!replayable) {
        client.owed.push({ kind: 'text', sight: `replay_lost ${oldestSeq()}` });
        return;
      }
      const replay = {};
      let last = since;
      for (const event of events) {
        if (event.seq <= since || !topics.some((topic) => matches(topic, event))) continue;
        if (client.owed.some((item) => item.kind === 'event' && item.event === event)) continue;
        if (others.some(([pattern, after]) => event.seq > after && matches(pattern, event))) continue;
        client.owed.push({ kind: 'event', event, replay });
        last = event.seq;
      }
      client.owed.push({ kind: 'done', sight: `replay_done ${last}`, replay });
    },
    unsubscribe(client: ModelClient, topics: readonly string[]) {
      for (const topic of topics) client.subscribed.delete(topic);
      client.owed.push({ kind: 'text', sight: 'unsubscribed' });
    },
    /** The client reads again after a pause: if that was too long, one frame stands for all it has missed. */
    resume(client: ModelClient) {
      const live = client.owed.filter((item) => item.kind === 'event' && !item.replay);
      const gone = client.owed.filter(
        (item) => item.kind === 'event' && events.length - item.event.index > depths.ring,
      );
      if (live.length <= depths.lag && gone.length === 0) return;
      // A replay with all events delivered is not part of the loss, only its last frame is still to come.
      const open = (item: Extract<Item, { kind: 'done' }>) =>
        client.owed.some((other) => other.kind === 'event' && other.replay === item.replay);
      const first = client.owed.findIndex((item) => item.kind === 'event');
      const texts = (items: readonly Item[]) =>
        items.filter((item) => item.kind === 'text' || (item.kind === 'done' && !open(item)));
      const missed = client.owed.flatMap((item) => (item.kind === 'event' ? [item.event] : []));
      client.owed = [
        ...texts(client.owed.slice(0, first)),
        ...(client.latest ? byState(missed) : lost()),
        ...texts(client.owed.slice(first)),
      ];
      for (const pattern of client.subscribed.keys()) client.subscribed.set(pattern, newest);
    },
  };

  function lost(): Item[] {
    return [{ kind: 'text', sight: `replay_lost ${oldestSeq()}` }];
  }

  function byState(missed: readonly ModelEvent[]): Item[] {
    const reachable = (event: ModelEvent) => events.length - event.index <= depths.ring;
    const newestOf = (topic: string) => events.findLast((event) => event.topic === topic && !event.momentary);
    const state = [...new Set(missed.filter(({ momentary }) => !momentary).map(({ topic }) => topic))].map(newestOf);
    const presses = missed.filter(({ momentary }) => momentary);
    const kept = presses.filter(reachable);
    const frames = [
      ...state.map((event) => ({ seq: event?.seq ?? 0, kind: 'refresh' })),
      ...kept.map(({ seq }) => ({ seq, kind: 'change' })),
    ].sort((a, b) => a.seq - b.seq);
    return [
      { kind: 'text', sight: `lagged ${newest} ${state.length} ${presses.length - kept.length}` },
      ...frames.map(({ seq, kind }) => ({ kind: 'text' as const, sight: seeEvent(seq, kind) })),
    ];
  }
}

export type Model = ReturnType<typeof createModel>;
export type ModelClient = ReturnType<Model['connect']>;

export function sightOf(item: ModelClient['owed'][number]): Sight {
  return item.kind === 'event' ? seeEvent(item.event.seq, 'change') : item.sight;
}
