import type { Core, Laggard, Member } from '../delivery/core.js';
import type { Entry } from '../delivery/ring.js';
import type { Matches } from '../log/query.js';
import type { LossReason, StreamEvent } from '../model/event.js';
import { compilePattern } from '../topic/pattern.js';

const TYPE = new TextEncoder().encode(',"type":');
/** Least number of bytes before the type, without the topic. */
const BEFORE_TYPE = '{"seq":1,"kind":"change","topic":'.length;

/**
 * False for events of other types, found in their text without parsing it: behind the topic, in which a quotation mark has a
 * backslash. Without types true for each event.
 */
function createGlance(types: readonly string[] | undefined): (entry: Entry) => boolean {
  if (types === undefined) return () => true;
  const wanted = types.map((type) => new TextEncoder().encode(`${JSON.stringify(type)},`));
  return ({ slab, start, head, length, topic }) => {
    const end = start + length;
    let at = start + head + BEFORE_TYPE + topic.json.length;
    while (at < end && !hasBytes(slab, TYPE, at)) at += 1;
    return at >= end || wanted.some((type) => hasBytes(slab, type, at + TYPE.length));
  };
}

function hasBytes(slab: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (slab[at + index] !== bytes[index]) return false;
  return true;
}

/** Events that the ring does not have (any more). */
export interface Missing {
  readonly reason: LossReason;
  /** Everything up to here has been read; */
  readonly afterSeq: number;
  /** Events above this number are in the ring. */
  readonly upTo: number;
}

/** A position in the ring for a reader inside the process. */
export interface Consumer {
  /** True when `missed` has a report. */
  readonly hasMissed: boolean;
  /** To be called before each `read`. After a report nothing comes until `resume`. */
  missed(): Missing | undefined;
  /** Next matching event, which all readers share and none changes; undefined when there is none now. */
  read(): StreamEvent | undefined;
  /** Goes on above this number. */
  resume(afterSeq: number): void;
  close(): void;
}

export interface ConsumerSetup {
  readonly core: Core;
  readonly patterns: readonly string[];
  readonly matches: Matches;
  readonly since: number | undefined;
  /** As of subscriptions. */
  readonly types?: readonly string[] | undefined;
  /** There is something to read. */
  readonly onReady: () => void;
}

export function openConsumer(setup: ConsumerSetup): Consumer {
  return new RingConsumer(setup);
}

/** A class, because the ring and the groups know it by its identity. */
class RingConsumer implements Consumer {
  private readonly core: Core;
  private readonly group: ReturnType<Core['groups']['join']>;
  private position: number;
  /** Everything that matched up to here has been read. */
  private readSeq: number;
  private missing: Missing | undefined;
  // `idle`: everything that matched has been read, wherever `position` still points.
  private state: 'idle' | 'behind' | 'away' = 'idle';

  private readonly laggard: Laggard = {
    dropped: (entry) => {
      if (entry.position >= this.position && this.setup.matches(entry.topic)) this.missing ??= this.overflow();
    },
  };

  /** It is unknown if the missing events would have matched. */
  private readonly broken = () => {
    if (this.state === 'away') return;
    this.missing ??= this.overflow();
    this.state = 'behind';
    this.setup.onReady();
  };

  private readonly member: Member = { offer: (start) => this.offer(start) };

  private readonly glance: (entry: Entry) => boolean;

  constructor(private readonly setup: ConsumerSetup) {
    const { core, patterns, since, types } = setup;
    this.core = core;
    this.glance = createGlance(types);
    core.flush();
    this.position = core.flushedTo;
    this.readSeq = core.flushedSeq;
    this.group = core.groups.join(patterns.filter((text) => text !== '').map(compilePattern));
    this.group.members.add(this.member);
    core.breaks.add(this.broken);
    if (since !== undefined) this.replayFrom(since);
  }

  get hasMissed(): boolean {
    return this.missing !== undefined && this.state !== 'away';
  }

  missed(): Missing | undefined {
    const { missing, core } = this;
    if (missing === undefined || !this.hasMissed) return undefined;
    const found = missing.reason === 'overflow' ? { ...missing, upTo: core.flushedSeq } : missing;
    this.missing = undefined;
    this.state = 'away';
    core.laggards.delete(this.laggard);
    return found;
  }

  read(): StreamEvent | undefined {
    if (this.state === 'away') return undefined;
    const { core, setup } = this;
    this.position = Math.max(this.position, core.ring.first);
    while (this.state === 'behind' && this.position < core.flushedTo) {
      const entry = core.ring.at(this.position) as Entry;
      this.position += 1;
      this.readSeq = entry.seq;
      if (!setup.matches(entry.topic) || !this.glance(entry)) continue;
      const event = core.read(entry);
      // Decided again: another version may have written a text with another order of its members.
      if (setup.types === undefined || setup.types.includes(event.type)) return event;
    }
    this.state = 'idle';
    core.laggards.delete(this.laggard);
    return undefined;
  }

  resume(afterSeq: number): void {
    this.readSeq = afterSeq;
    this.missing = afterSeq < this.core.evictedSeq ? this.overflow() : undefined;
    this.begin(this.core.ring.after(afterSeq));
  }

  close(): void {
    this.group.members.delete(this.member);
    this.core.groups.leave(this.group);
    this.core.laggards.delete(this.laggard);
    this.core.breaks.delete(this.broken);
    this.state = 'away';
  }

  private offer(start: number): void {
    const { core } = this;
    if (this.state === 'idle') {
      // Events from a log may be ahead of those being offered.
      const first = Math.max(start, this.position);
      this.readSeq = Math.max(this.readSeq, (core.ring.at(first)?.seq ?? core.flushedSeq + 1) - 1);
      this.begin(first);
    }
    if (this.state === 'behind') this.setup.onReady();
  }

  private replayFrom(since: number): void {
    const reason = this.core.replayFrom(since);
    if (typeof reason === 'number') {
      this.readSeq = since;
      this.begin(reason);
    } else {
      this.missing = { reason, afterSeq: since, upTo: this.core.flushedSeq };
      this.state = 'behind';
    }
    this.setup.onReady();
  }

  private begin(at: number): void {
    this.state = 'behind';
    this.position = at;
    this.core.laggards.add(this.laggard);
  }

  private overflow(): Missing {
    return { reason: 'overflow', afterSeq: this.readSeq, upTo: this.core.flushedSeq };
  }
}
