import type { LogNotice, SharedLog, SharedRecord } from '../model/shared-log.js';
import type { SharedLoss } from '../model/shared-stream.js';
import type { Parts } from './parts.js';
import { isWhole, recordOf } from './shared-pages.js';
import { HIDDEN_TOPIC } from './shared-publisher.js';
import type { Upstream } from './upstream.js';

export interface FollowerSetup {
  readonly log: Pick<SharedLog, 'follow'>;
  readonly parts: Parts;
  readonly upstream: Pick<Upstream, 'reach'>;
  readonly since: number;
  readonly epoch: string;
  /** Hidden records up to this number are known already. */
  readonly hiddenSince: number;
  /** Nothing above `hiddenSince` may be missing before the beginning is read. */
  readonly mustBeWhole: boolean;
  readonly onHidden: (record: SharedRecord) => void;
  /** Events before a number are missing: to be reported before the next ones. */
  readonly onBroken: (loss: SharedLoss) => void;
  readonly onRecreated: () => void;
  readonly onError: (error: unknown) => void;
}

export interface Follower {
  /** Resolves when everything that the log had is taken in, or cannot be: `ended` where the log is another one, or failed. */
  readonly live: Promise<'live' | 'too old' | 'ended'>;
  stop(): void;
}

/** Hidden records in a record: itself, or the texts that come with it. */
function hiddenOf(record: SharedRecord): readonly SharedRecord[] {
  if (record.hidden) return [record];
  const { before = [], id, seq, source } = record;
  return before.map((text) => ({ id, topic: HIDDEN_TOPIC, text, hidden: true, seq, source }));
}

/** Takes in records from the log: into the ring, and to all affected clients. */
export function createFollower(setup: FollowerSetup): Follower {
  const { parts, upstream } = setup;
  const { memory, flusher, counters } = parts;
  const { progress, frames, topics } = memory;
  const stopping = new AbortController();
  let isLive = false;
  let settle: (how: Awaited<Follower['live']>) => void = () => {};
  const live: Follower['live'] = new Promise((resolve) => {
    settle = resolve;
  });

  /** Also if the record of this number cannot be shown. */
  function reach(seq: number): void {
    progress.newestSeq = Math.max(progress.newestSeq, seq);
    upstream.reach(progress.newestSeq);
  }

  function takeIn(record: SharedRecord): void {
    const { seq, source } = record;
    if (record.lost !== undefined) setup.onBroken({ seq, source });
    if (!isWhole(record)) setup.onBroken({ seq: seq + 1, source });
    else {
      if (seq > setup.hiddenSince) hiddenOf(record).forEach(setup.onHidden);
      if (!record.hidden) show(record);
    }
    reach(seq);
  }

  function show(shared: SharedRecord): void {
    const record = recordOf(shared);
    const { seq, text, key } = record;
    const topic = topics.get(record.segments ?? record.topic);
    counters.published += 1;
    flusher.enqueue(memory.remember(seq, topic, frames.encode(text), key), topic);
  }

  /** Answers whether there is more to follow. */
  function take(notice: LogNotice): boolean {
    switch (notice.kind) {
      case 'record':
        takeIn(notice.record);
        return true;
      case 'live':
        isLive = true;
        reach(notice.seq);
        settle('live');
        return true;
      case 'trimmed':
        if (!isLive && setup.mustBeWhole && notice.before - 1 > setup.hiddenSince) {
          settle('too old');
          return false;
        }
        setup.onBroken({ seq: notice.before - 1 });
        reach(notice.before - 1);
        return true;
      case 'recreated':
        setup.onRecreated();
        return false;
    }
  }

  async function run(): Promise<void> {
    const { since, epoch } = setup;
    for await (const notice of setup.log.follow({ since, epoch, signal: stopping.signal })) if (!take(notice)) return;
  }

  // Without effect where it was live before.
  void run()
    .catch(setup.onError)
    .then(() => settle('ended'));
  return { live, stop: () => stopping.abort() };
}
