import { type Environment, randomId, withDefaults } from '../model/environment.js';
import { InvalidEventError, StateTooOldError, StreamClosedError } from '../model/errors.js';
import type { SharedLogState } from '../model/shared-log.js';
import type {
  SharedEventStream,
  SharedPublisher,
  SharedPublisherOptions,
  SharedStreamOptions,
} from '../model/shared-stream.js';
import { shield } from '../model/shield.js';
import { createTimestamps } from '../model/timestamp.js';
import { createEnding } from './ending.js';
import { stemOf, stringifyPayload, writeDraft } from './envelope.js';
import { createFollower, type Follower } from './follower.js';
import { assemble, metricsOf, type Parts, reconfigure } from './parts.js';
import { createReaders } from './readers.js';
import { createSessions } from './sessions.js';
import { pagesOf } from './shared-pages.js';
import { createSharedPublisher } from './shared-publisher.js';
import { depthsOf } from './state.js';
import { createUpstream, type Upstream } from './upstream.js';

const restartCode = 1012;

/**
 * A stream that is served from a log which several processes share. It resolves when everything that the log had at the
 * beginning has been read.
 *
 * Rejects with `StateTooOldError` when hidden records above `hiddenSince` have been dropped, and where the log cannot be read or
 * becomes another one meanwhile.
 *
 * @example
 * const stream = await openSharedStream({ log: createSharedMemoryLog(createSharedMemoryStore('a1')) });
 * const home = stream.publisher('home', { onLost: () => {} });
 * home.publish({ topic: 'devices/A1', type: 'device.changed', payload: { on: true } });
 */
export async function openSharedStream(options: SharedStreamOptions): Promise<SharedEventStream> {
  const environment = withDefaults(options);
  const { log } = options;
  const onError = shield(options.onError ?? (() => {}), () => {});
  const beginning = beginningOf(await log.state(), options);
  const upstream = createUpstream({ log, repeat: environment.repeat });
  const parts = assemble(options, environment, { ...beginning, upstream }, onError);
  const life = createLife({ options, environment, parts, upstream, onError });
  const follower = createFollower({
    log,
    parts,
    upstream,
    since: beginning.numbering.newestSeq,
    epoch: beginning.epoch,
    hiddenSince: options.hiddenSince ?? beginning.lastSeq,
    mustBeWhole: options.hiddenSince !== undefined,
    onHidden: shield(options.onHidden ?? (() => {}), onError),
    onBroken(loss) {
      life.lose(loss.seq, true);
      shield(options.onBreak ?? (() => {}), onError)(loss);
    },
    onRecreated: life.endByItself,
    onError,
  });
  const how = await follower.live;
  if (how !== 'live') {
    upstream.close();
    throw how === 'too old' ? new StateTooOldError() : new StreamClosedError('the log has ended before it was read');
  }
  return surfaceOf(options, environment, { parts, life, upstream, follower, epoch: beginning.epoch, onError });
}

interface LifeSetup {
  readonly options: SharedStreamOptions;
  readonly environment: Environment;
  readonly parts: Parts;
  readonly upstream: Upstream;
  readonly onError: (error: unknown) => void;
}

/** The connections, and how all of it ends. */
function createLife({ options, environment, parts: { core, memory }, upstream, onError }: LifeSetup) {
  const ending = createEnding();
  const onNotice = options.onNotice && shield(options.onNotice, onError);
  const sessions = createSessions({ core, repeat: environment.repeat, onNotice, onError });
  upstream.onChange(() => sessions.each((session) => session.tellOutage()));
  let tell: (why: 'recreated') => void = () => {};
  const ended = new Promise<'recreated'>((resolve) => {
    tell = resolve;
  });
  const end = (code?: number, reason?: string) => {
    if (ending.ended) return;
    core.flush();
    ending.mark();
    sessions.close(code, reason);
    ending.tell();
    upstream.close();
  };
  const endByItself = () => {
    end(restartCode, 'the log was made anew');
    tell('recreated');
  };
  /** Events before this number are missing, or their state as shown cannot be continued. */
  const lose = (seq: number, isMissing: boolean) => {
    core.flush();
    if (isMissing) memory.cut(seq);
    else memory.disown(seq);
    sessions.each((session) => session.lose());
    for (const broken of [...core.breaks]) broken();
  };
  return { ending, sessions, ended, end, endByItself, lose };
}

interface SurfaceSetup extends Omit<LifeSetup, 'options' | 'environment'> {
  readonly life: ReturnType<typeof createLife>;
  readonly follower: Follower;
  readonly epoch: string;
}

function surfaceOf(
  options: SharedStreamOptions,
  environment: Environment,
  { parts, life: { ending, sessions, ended, end, lose }, upstream, follower, epoch, onError }: SurfaceSetup,
): SharedEventStream {
  const { log } = options;
  const { memory, flusher, core, counters } = parts;
  const { progress } = memory;
  const { schedule } = environment;
  const pages = pagesOf(log);
  const writer = { ...pages, drain: async () => true };
  const onReady = (run: () => void) => flusher.runAfterwards(run);
  const readers = createReaders({ core, memory, log: pages, writer, ending, onReady, schedule, onError });
  const publishers = createPublishers(options, environment, parts, onError);
  return {
    publisher(source, publisherOptions) {
      if (ending.ended) throw new StreamClosedError();
      return publishers.open(source, publisherOptions);
    },
    get health() {
      return log.health;
    },
    get outage() {
      return upstream.outage;
    },
    ended,
    tellLoss: () => lose(progress.newestSeq + 1, false),
    flush: core.flush,
    epoch,
    get seq() {
      return progress.newestSeq;
    },
    get oldestSeq() {
      return memory.oldestSeq();
    },
    ...readers,
    openConnection(connection) {
      if (ending.ended) throw new StreamClosedError();
      return sessions.open(connection);
    },
    connections: sessions.list,
    metrics: () => ({
      ...metricsOf(parts, sessions),
      logAppended: counters.published,
      logPending: publishers.pending(),
      outage: upstream.outage !== undefined,
    }),
    reconfigure: (changes) => reconfigure(parts, changes),
    async close() {
      await publishers.close();
      end();
      follower.stop();
      await log.close();
    },
  };
}

function createPublishers(
  { log, bufferEvents = 10_000, bufferBytes = 16 * 1024 * 1024 }: SharedStreamOptions,
  { clock, repeat, random }: Environment,
  parts: Parts,
  onError: (error: unknown) => void,
) {
  const all = new Set<SharedPublisher>();
  const later = (delayMs: number, run: () => void) => {
    const stop = repeat(delayMs, () => {
      stop();
      run();
    });
    return stop;
  };
  return {
    open(source: string, options: SharedPublisherOptions): SharedPublisher {
      const publisher = createSharedPublisher({
        ...options,
        log,
        source,
        instance: randomId(random),
        draftOf: draftsOf(parts, clock),
        later,
        onError,
        onOver: () => all.delete(publisher),
        bounds: { bufferEvents, bufferBytes },
      });
      all.add(publisher);
      return publisher;
    },
    pending: () => [...all].reduce((sum, { pending }) => sum + pending, 0),
    close: async () => void (await Promise.all([...all].map((publisher) => publisher.close()))),
  };
}

/** As far back as can be replayed, and as hidden records are wanted. */
function beginningOf({ epoch, oldestSeq, lastSeq }: SharedLogState, options: SharedStreamOptions) {
  const replayed = Math.max(oldestSeq - 1, lastSeq - depthsOf(options).replayCapacity);
  const newestSeq = Math.max(0, Math.min(options.hiddenSince ?? lastSeq, replayed));
  const numbering = { firstSeq: newestSeq + 1, newestSeq, continues: true };
  return { numbering, epoch, lastSeq, tail: [] } as const;
}

function draftsOf({ memory: { topics } }: Parts, clock: () => number) {
  const timestamp = createTimestamps();
  return ({
    topic: name,
    type,
    kind = 'change',
    payload,
    momentary = false,
    key,
  }: Parameters<SharedPublisher['publish']>[0]) => {
    if (name.length === 0 || !type) throw new InvalidEventError('an event needs a topic and a type');
    const topic = topics.get(name);
    const stem = stemOf(topic, kind, type);
    const text = writeDraft(stem, timestamp(clock()), stringifyPayload(payload), momentary);
    return {
      topic: topic.name,
      text,
      ...(topic.segments && { segments: topic.segments }),
      ...(momentary ? {} : { key: key ?? stem.key }),
    };
  };
}
