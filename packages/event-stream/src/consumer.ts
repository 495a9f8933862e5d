import type { Core, Laggard, Member } from './core.js';
import type { Entry } from './delivery/ring.js';
import type { StreamEvent } from './event.js';
import { matcherFor } from './log/query.js';
import type { ConsumerOptions } from './stream.js';
import { compilePattern } from './topic/pattern.js';

const decoder = new TextDecoder();

/** The members of the frame, read back from its text: nobody can have changed them since they were published. */
export function readEntry(entry: Entry): StreamEvent {
  const { slab, start, head, length } = entry;
  return JSON.parse(decoder.decode(slab.subarray(start + head, start + length))) as StreamEvent;
}

/** A place in the ring for somebody inside the process. */
export interface Consumer {
  /** Next matching event, or undefined when there is none now. */
  read(): StreamEvent | undefined;
  close(): void;
}

export interface ConsumerSetup extends ConsumerOptions {
  readonly core: Core;
  readonly patterns: readonly string[];
  /** There is something to read. */
  readonly onReady: () => void;
}

/** Throws `InvalidQueryError` for patterns that no client could use either. */
export function openConsumer(setup: ConsumerSetup): Consumer {
  const { core, onLost } = setup;
  const matches = matcherFor(setup.patterns);
  core.flush();
  let position = core.flushedTo;
  let lost = false;
  // While idle, everything that matched has been read, wherever `position` still points.
  let idle = true;

  const laggard: Laggard = {
    dropped(entry) {
      if (entry.position >= position && matches(entry.topic)) lost = true;
    },
  };

  const member: Member = {
    offer(start) {
      if (idle) begin(start);
      setup.onReady();
    },
  };

  function begin(at: number): void {
    idle = false;
    position = at;
    core.laggards.add(laggard);
  }

  const group = core.groups.join(setup.patterns.filter((text) => text !== '').map(compilePattern));
  group.members.add(member);

  if (setup.since !== undefined) {
    const verdict = core.replayFrom(setup.since);
    if (typeof verdict === 'number') {
      begin(verdict);
      setup.onReady();
    } else onLost?.(core.loss(verdict));
  }

  return {
    read() {
      if (lost) {
        lost = false;
        position = core.flushedTo;
        onLost?.(core.loss('overflow'));
      }
      for (position = Math.max(position, core.ring.first); !idle && position < core.flushedTo; ) {
        const entry = core.ring.at(position) as Entry;
        position += 1;
        if (matches(entry.topic)) return readEntry(entry);
      }
      idle = true;
      core.laggards.delete(laggard);
      return undefined;
    },
    close() {
      group.members.delete(member);
      core.groups.leave(group);
      core.laggards.delete(laggard);
      idle = true;
    },
  };
}

/** Pulls at the pace of its reader. */
export function iterate(
  open: (onReady: () => void) => Consumer,
  signal: AbortSignal | undefined,
  ending: { readonly ended: boolean; onEnd(callback: () => void): () => void },
): AsyncIterableIterator<StreamEvent> {
  let wake: () => void = () => {};
  const consumer = open(() => wake());
  let closed = false;

  function close(): void {
    if (closed) return;
    closed = true;
    consumer.close();
    signal?.removeEventListener('abort', close);
    forget();
    wake();
  }

  const forget = ending.onEnd(() => wake());
  signal?.addEventListener('abort', close);
  if (signal?.aborted) close();

  return {
    async next() {
      while (!closed) {
        const event = consumer.read();
        if (event) return { done: false, value: event };
        if (ending.ended) close();
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
      return { done: true, value: undefined };
    },
    async return() {
      close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
