import type { Core, Laggard, Member } from './core.js';
import type { Entry } from './delivery/ring.js';
import type { LossReason, StreamEvent } from './event.js';
import type { Matches } from './log/query.js';
import { compilePattern } from './topic/pattern.js';

const decoder = new TextDecoder();

/** The members of the frame, read back from its text: nobody can have changed them since they were published. */
export function readEntry(entry: Entry): StreamEvent {
  const { slab, start, head, length } = entry;
  return JSON.parse(decoder.decode(slab.subarray(start + head, start + length))) as StreamEvent;
}

/** Events that the ring does not have (any more). */
export interface Missing {
  readonly reason: LossReason;
  /** Everything up to here has been read; */
  readonly afterSeq: number;
  /** what is above this number is in the ring. */
  readonly upTo: number;
}

/** A place in the ring for a reader inside the process. */
export interface Consumer {
  /** To be asked before each `read`. After it has said so nothing comes until `resume`. */
  missed(): Missing | undefined;
  /** Next matching event, or undefined when there is none now. */
  read(): StreamEvent | undefined;
  /** Goes on with what is above this number. */
  resume(afterSeq: number): void;
  close(): void;
}

export interface ConsumerSetup {
  readonly core: Core;
  readonly patterns: readonly string[];
  readonly matches: Matches;
  readonly since: number | undefined;
  /** There is something to read. */
  readonly onReady: () => void;
}

export function openConsumer(setup: ConsumerSetup): Consumer {
  const { core, matches } = setup;
  core.flush();
  let position = core.flushedTo;
  /** Everything that matched up to here has been read. */
  let readSeq = core.flushedSeq;
  let missing: Missing | undefined;
  // `idle`: everything that matched has been read, wherever `position` still points.
  let state: 'idle' | 'behind' | 'away' = 'idle';

  const laggard: Laggard = {
    dropped(entry) {
      if (entry.position >= position && matches(entry.topic)) missing ??= overflow();
    },
  };

  const member: Member = {
    offer(start) {
      if (state === 'idle') {
        // What came from a log may be ahead of what is being offered.
        const first = Math.max(start, position);
        readSeq = Math.max(readSeq, (core.ring.at(first)?.seq ?? core.flushedSeq + 1) - 1);
        begin(first);
      }
      if (state === 'behind') setup.onReady();
    },
  };

  function overflow(): Missing {
    return { reason: 'overflow', afterSeq: readSeq, upTo: core.flushedSeq };
  }

  function begin(at: number): void {
    state = 'behind';
    position = at;
    core.laggards.add(laggard);
  }

  function resume(afterSeq: number): void {
    readSeq = afterSeq;
    missing = afterSeq < core.evictedSeq ? overflow() : undefined;
    begin(core.ring.after(afterSeq));
  }

  const group = core.groups.join(setup.patterns.filter((text) => text !== '').map(compilePattern));
  group.members.add(member);

  if (setup.since !== undefined) {
    const reason = core.replayFrom(setup.since);
    if (typeof reason === 'number') {
      readSeq = setup.since;
      begin(reason);
    } else {
      missing = { reason, afterSeq: setup.since, upTo: core.flushedSeq };
      state = 'behind';
    }
    setup.onReady();
  }

  return {
    missed() {
      if (missing === undefined || state === 'away') return undefined;
      const found = missing.reason === 'overflow' ? { ...missing, upTo: core.flushedSeq } : missing;
      missing = undefined;
      state = 'away';
      core.laggards.delete(laggard);
      return found;
    },
    read() {
      if (state === 'away') return undefined;
      for (position = Math.max(position, core.ring.first); state === 'behind' && position < core.flushedTo; ) {
        const entry = core.ring.at(position) as Entry;
        position += 1;
        readSeq = entry.seq;
        if (matches(entry.topic)) return readEntry(entry);
      }
      state = 'idle';
      core.laggards.delete(laggard);
      return undefined;
    },
    resume,
    close() {
      group.members.delete(member);
      core.groups.leave(group);
      core.laggards.delete(laggard);
      state = 'away';
    },
  };
}
