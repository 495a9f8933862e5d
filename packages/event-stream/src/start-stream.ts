import { type Missing, openConsumer, readEntry } from './consumer.js';
import type { Core, Laggard, Strained } from './core.js';
import { iterate } from './cursor.js';
import { flushGroup } from './delivery/flush.js';
import { createFrameEncoder } from './delivery/frame.js';
import { createGroups, type Group } from './delivery/groups.js';
import { createLatest } from './delivery/latest.js';
import { createMomentaryLosses } from './delivery/momentary-losses.js';
import { createRing, type Entry, type RingBounds } from './delivery/ring.js';
import { refreshText, stemOf, stringifyPayload, writeEnvelope } from './envelope.js';
import { defaultByteStore, type Environment } from './environment.js';
import { InvalidEventError, StreamClosedError } from './errors.js';
import type { EventInput, Loss } from './event.js';
import { readHistory } from './history.js';
import type { EventLog, LogRecord } from './log/port.js';
import { checkQuery, matcherFor, queryLog, queryRing } from './log/query.js';
import { createLogWriter } from './log/writer.js';
import type { Numbering } from './numbering.js';
import { closeCodes } from './session/limits.js';
import { openSession, type Session } from './session/session.js';
import { shield } from './shield.js';
import { createCounters, type Depths, depthsOf } from './state.js';
import type { EventStream, EventStreamOptions } from './stream.js';
import { openSubscription } from './subscription.js';
import { createTimestamps } from './timestamp.js';
import { createTopicTable, type TopicRecord } from './topic/table.js';

export interface Beginning {
  readonly numbering: Numbering;
  readonly epoch: string;
  readonly tail: readonly LogRecord[];
  readonly log?: { readonly log: EventLog; readonly reservedSeq: number; readonly gatherMs?: number | undefined };
}

type Topic = TopicRecord<Group>;

const knownTopics = 262_144;
const momentaryMemory = 4_096;
const tickMs = 1_000;

export function startStream(options: EventStreamOptions, environment: Environment, beginning: Beginning): EventStream {
  let depths = depthsOf(options);
  let maxUnflushed = unflushedOf(depths);
  const { clock, monotonic, schedule, random } = environment;
  const { numbering, epoch } = beginning;
  const onError = shield(options.onError ?? (() => {}), () => {});
  const onNotice = options.onNotice && shield(options.onNotice, onError);
  const pace = { monotonic, nextTurn: () => new Promise<void>((resolve) => schedule(resolve)) };
  const floorSeq = (beginning.tail[0]?.seq ?? numbering.newestSeq + 1) - 1;

  const timestamp = createTimestamps();
  // One of its own, because each remembers the second it is in.
  const pastTimestamp = createTimestamps();
  const store = defaultByteStore();
  const frames = createFrameEncoder(store);
  const repeats = createFrameEncoder(store);
  const topics = createTopicTable<Group>(knownTopics);
  const groups = createGroups();
  const latest = createLatest(depths.latestKeys, floorSeq);
  const momentaryLosses = createMomentaryLosses(momentaryMemory, floorSeq);
  const counters = createCounters();
  const laggards = new Set<Laggard>();
  const strained = new Set<Strained>();
  const sessions = new Map<number, Session>();
  const ready = new Set<() => void>();
  const endings = new Set<() => void>();

  let evictedSeq = floorSeq;
  const ring = createRing({
    ...boundsOf(depths),
    onEvict(entry) {
      evictedSeq = entry.seq;
      if (entry.momentary) momentaryLosses.add(entry);
      for (const laggard of laggards) laggard.dropped(entry);
    },
  });

  const writer = beginning.log
    ? createLogWriter({
        ...beginning.log,
        schedule,
        repeat: environment.repeat,
        monotonic,
        lastSeq: numbering.newestSeq,
        gatherMs: beginning.log.gatherMs ?? 100,
        onError,
      })
    : undefined;

  let newestSeq = numbering.newestSeq;
  let nextSeq = numbering.firstSeq;
  let flushedTo = 0;
  let flushedSeq = newestSeq;
  let flushScheduled = false;
  let turnAt = 0;
  let flushing = false;
  let burstBytes = 0;
  let dispatching = false;
  let dirty: Group[] = [];
  let nextId = 1;
  let stopTicking: (() => void) | undefined;
  let ended = false;

  function remember(seq: number, topic: Topic, text: string, momentary: boolean): Entry {
    newestSeq = seq;
    // Asked once a turn: the age of an event matters to those who are behind by many turns.
    if (!flushScheduled) turnAt = monotonic();
    return ring.push(frames.encode(text), seq, topic, momentary, turnAt);
  }

  function refill(record: LogRecord): void {
    const topic = topics.get(record.segments ?? record.topic);
    remember(record.seq, topic, record.text, record.key === undefined);
    if (record.key === undefined) return;
    // The members before `type` are numbers and one escaped name, none of which can hold a bare quote.
    const rest = record.text.slice(record.text.indexOf('"type":', topic.json.length));
    latest.put(record.key, record.seq, topic, undefined, 0, rest);
  }

  for (const record of beginning.tail) refill(record);
  flushedTo = ring.next;
  ring.release(flushedTo);

  function publish(input: EventInput): number {
    if (ended) throw new StreamClosedError();
    if (input.topic.length === 0 || !input.type) throw new InvalidEventError('an event needs a topic and a type');
    const topic = topics.get(input.topic);
    const seq = nextSeq;
    const kind = input.kind ?? 'change';
    const momentary = input.momentary ?? false;
    const unixMs = clock();
    const stem = stemOf(topic, kind, input.type);
    const payload = stringifyPayload(input.payload);
    const text = writeEnvelope(seq, stem, timestamp(unixMs), payload, momentary);
    nextSeq += 1;
    counters.published += 1;
    const entry = remember(seq, topic, text, momentary);
    const key = momentary ? undefined : (input.key ?? stem.key);
    if (key !== undefined) latest.put(key, seq, topic, input.type, unixMs, payload);
    writer?.push({ seq, topic: topic.name, segments: topic.segments, text, key });
    enqueue(entry, topic);
    return seq;
  }

  function enqueue(entry: Entry, topic: Topic): void {
    for (const group of groups.of(topic)) {
      if (group.pending.length === 0) dirty.push(group);
      group.pending.push(entry);
    }
    const frames = ring.next - flushedTo;
    if (frames >= maxUnflushed.frames || ring.bytesSince(flushedTo) >= maxUnflushed.bytes) flushBurst();
    else if (dirty.length > 0) scheduleFlush();
  }

  /**
   * More in one turn than a client may be behind. No socket can take anything before the turn ends, so nobody is to
   * blame yet: everything is handed over, up to what the ring would hold anyway.
   */
  function flushBurst(): void {
    burstBytes += ring.bytesSince(flushedTo);
    deliver(burstBytes <= depths.ringBytes);
    scheduleFlush();
  }

  function scheduleFlush(): void {
    if (flushScheduled) return;
    flushScheduled = true;
    schedule(() => {
      flushScheduled = false;
      burstBytes = 0;
      flush();
      for (const connection of strained) connection.endOfTurn();
      strained.clear();
    });
  }

  function flush(): void {
    if (burstBytes > 0) flushBurst();
    else deliver(false);
  }

  function deliver(patient: boolean): void {
    flushedTo = ring.next;
    flushedSeq = newestSeq;
    if (dirty.length > 0) {
      counters.flushes += 1;
      const groupsToFlush = dirty;
      dirty = [];
      flushing = true;
      for (const group of groupsToFlush) flushGroup(group, counters, patient);
      flushing = false;
    }
    dispatch();
    ring.release(flushedTo);
  }

  /** Listeners may publish and subscribe, so they come after all sockets, and never inside one another. */
  function dispatch(): void {
    if (dispatching || ready.size === 0) return;
    dispatching = true;
    const runs = [...ready];
    ready.clear();
    for (const run of runs) shield(run, onError)();
    dispatching = false;
    if (ready.size > 0) scheduleFlush();
  }

  const oldestSeq = () => {
    if (depths.replayCapacity === 0) return newestSeq + 1;
    return ring.at(Math.max(ring.first, ring.next - depths.replayCapacity))?.seq ?? newestSeq + 1;
  };

  const core: Core = {
    ring,
    groups,
    latest,
    get limits() {
      return depths;
    },
    counters,
    laggards,
    strained,
    epoch,
    get seq() {
      return newestSeq;
    },
    get oldestSeq() {
      return oldestSeq();
    },
    get flushedTo() {
      return flushedTo;
    },
    get flushedSeq() {
      return flushedSeq;
    },
    get evictedSeq() {
      return evictedSeq;
    },
    flush,
    replayFrom(since) {
      if (depths.replayCapacity === 0) return 'disabled';
      if (since > newestSeq) return 'future';
      if (since < oldestSeq() - 1) return 'evicted';
      // Between the last number of an earlier life and the first of this one none was ever handed out.
      const jumped = since > numbering.newestSeq && since < numbering.firstSeq;
      if (jumped && numbering.newestSeq >= oldestSeq()) return 'future';
      return ring.after(since);
    },
    lostMomentary: momentaryLosses.countAfter,
    loss: (reason) => ({ reason, oldestSeq: oldestSeq(), seq: newestSeq }),
    repeat: (node) => repeats.encode(refreshText(node, pastTimestamp)),
    monotonic,
    timestamp: () => timestamp(clock()),
    random,
  };

  const ending = {
    get ended() {
      return ended;
    },
    onEnd(callback: () => void) {
      endings.add(callback);
      return () => void endings.delete(callback);
    },
  };

  const past = {
    topicOf: topics.get,
    drain: async () => writer?.drain(),
    evictedSeq: () => evictedSeq,
    nextTurn: pace.nextTurn,
    onError,
  };

  const lossOf = ({ reason, upTo }: Missing): Loss => ({ ...core.loss(reason), seq: upTo });

  function tick(): void {
    flush();
    const now = monotonic();
    for (const session of sessions.values()) session.tick(now);
  }

  function forget(id: number): void {
    sessions.delete(id);
    if (sessions.size > 0) return;
    stopTicking?.();
    stopTicking = undefined;
  }

  return {
    publish,
    flush,
    epoch,
    get seq() {
      return newestSeq;
    },
    get oldestSeq() {
      return oldestSeq();
    },
    subscribe(patterns, listener, subscribeOptions) {
      const onReady = (run: () => void) => {
        ready.add(run);
        if (!flushing) scheduleFlush();
      };
      return openSubscription({ ...subscribeOptions, core, patterns, listener, lossOf, onReady, onError });
    },
    cursor(patterns, cursorOptions = {}) {
      const matches = matcherFor(patterns);
      const { log } = beginning.log ?? {};
      return iterate({
        ...cursorOptions,
        ending,
        open: (onReady) => openConsumer({ core, patterns, matches, since: cursorOptions.since, onReady }),
        lossOf,
        history: ({ reason, afterSeq }) =>
          log && reason !== 'future' && afterSeq <= newestSeq
            ? readHistory({ ...past, log, matches }, afterSeq)
            : undefined,
      });
    },
    openConnection(connection) {
      if (ended) throw new StreamClosedError();
      const id = nextId;
      nextId += 1;
      const session = openSession({
        ...connection,
        core,
        id,
        onNotice,
        onClosed: connection.onClosed && shield(connection.onClosed, onError),
        onEnd: () => forget(id),
      });
      sessions.set(id, session);
      stopTicking ??= environment.repeat(tickMs, tick);
      return session;
    },
    async page(query = {}) {
      const checked = checkQuery(query);
      const slice = writer
        ? await queryLog(writer, checked, (topic) => topics.get(topic), pace)
        : queryRing(ring, checked, (position) => readEntry(ring.at(position) as Entry));
      return { ...slice, oldestSeq: slice.oldestSeq ?? newestSeq + 1, seq: newestSeq, epoch };
    },
    connections: () => [...sessions.values()].map((session) => session.info()),
    metrics: () => ({
      ...counters,
      connections: sessions.size,
      blocked: [...sessions.values()].filter((session) => session.info().blocked).length,
      patterns: groups.patternCount,
      ringFrames: ring.next - ring.first,
      ringBytes: ring.bytes,
      logAppended: writer?.stats.appended ?? 0,
      logDropped: writer?.stats.dropped ?? 0,
      logFailures: writer?.stats.failures ?? 0,
      logPending: writer?.stats.pending ?? 0,
    }),
    reconfigure(changes) {
      const next = depthsOf({ latestKeys: depths.latestKeys, ...changes });
      // What is dropped now has been offered to everybody before.
      flush();
      depths = next;
      maxUnflushed = unflushedOf(depths);
      ring.resize(boundsOf(depths));
    },
    async close() {
      if (ended) return;
      flush();
      ended = true;
      for (const session of [...sessions.values()]) session.close(closeCodes.shutdown, 'shutdown');
      for (const end of [...endings]) end();
      if (!beginning.log || !writer) return;
      const clean = await writer.close();
      await beginning.log.log.close({ clean, seq: newestSeq });
    },
  };
}

function boundsOf({ ringFrames, ringBytes, replayCapacity }: Depths): RingBounds {
  return { frames: ringFrames, bytes: ringBytes, keep: replayCapacity };
}

/** A burst must neither lap those who keep up nor put them, when it ends, further behind than is allowed. */
function unflushedOf({ ringFrames, ringBytes, lagFrames, lagBytes }: Depths): { frames: number; bytes: number } {
  return { frames: Math.min(ringFrames / 2, lagFrames), bytes: Math.min(ringBytes / 2, lagBytes) };
}
