import type { SharedLogState } from '@ccu-gateway/event-stream';
import type { JetStreamManager } from '@nats-io/jetstream';
import { reasonOf } from '../broker/answers.js';
import { hasQuorum } from '../broker/quorum.js';
import type { Server } from '../broker/server.js';
import type { FleetEnvironment } from '../model/environment.js';
import { pause } from '../time/system.js';
import { type Broker, stateOf } from './broker.js';
import { register, type Watched } from './connection.js';
import { findStream } from './create.js';
import { SharedLogRefusedError } from './errors.js';
import { createHindrances } from './hindrances.js';
import { checkStream, writeMarker } from './marker.js';

export interface LookingOptions {
  readonly manager: JetStreamManager;
  readonly watched: Watched;
  readonly server: Server;
  readonly name: string;
  readonly owner: string;
  /** Of the stream as it was opened. */
  readonly epoch: string;
  readonly closed: AbortSignal;
  readonly retryMs: number;
  readonly lookMs: number;
  readonly after: FleetEnvironment['after'];
}

export interface Looking extends Pick<Broker, 'look' | 'suspect' | 'hindered' | 'renew' | 'onDisturbed'> {
  /** True when the last check was fine. */
  isFine(): boolean;
  /** Of the stream at the last check. */
  epoch(): string;
  /** Highest number that it had given out then. */
  lastSeq(): number;
}

/** Throws when the stream is not one to be used, or when the servers do not answer or cannot do their work. */
export async function askState(
  manager: JetStreamManager,
  { name, owner }: Pick<LookingOptions, 'name' | 'owner'>,
): Promise<SharedLogState> {
  const found = await findStream(manager, name);
  if (!found) {
    const remedy = 'restore it, or start one process of this log again, which makes it anew';
    throw new SharedLogRefusedError(`the stream "${name}" is gone`, remedy);
  }
  const { epoch } = checkStream(found, owner, 0);
  if (!hasQuorum(found)) throw new Error('most of its servers are away');
  return stateOf(found, epoch);
}

/** Where the servers do not answer a check, that is an outage. */
async function judge(look: Broker['look'], { watched, closed }: LookingOptions): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (error instanceof SharedLogRefusedError || closed.aborted) return;
    watched.lose(`the broker does not answer: ${reasonOf(error)}`);
  }
}

/** Suspects the servers in intervals, until the log is closed. */
async function suspectAgain(suspect: () => Promise<void>, { after, lookMs, closed }: LookingOptions): Promise<void> {
  for (;;) {
    await pause(after, lookMs, closed);
    if (closed.aborted) return;
    void suspect();
  }
}

/** Checks the servers at each `look`, and remembers the outcome. `disturb`: the log is another one since the last check. */
function createCheck(options: LookingOptions, disturb: () => void) {
  const { manager, watched, server } = options;
  const hindrances = createHindrances();
  let { epoch } = options;
  let lastSeq = 0;
  let isFine = true;
  return {
    async look(): Promise<SharedLogState> {
      try {
        const state = await askState(manager, options);
        isFine = true;
        server.praise();
        const hindrance = hindrances.lasting();
        if (hindrance === undefined) watched.accept();
        else watched.lose(hindrance);
        const isAnother = epoch !== state.epoch;
        ({ epoch, lastSeq } = state);
        if (isAnother) disturb();
        return state;
      } catch (error) {
        isFine = false;
        hindrances.forget();
        if (error instanceof SharedLogRefusedError) watched.refuse(error);
        throw error;
      }
    },
    /** The last check does not count any more. */
    outdate() {
      isFine = false;
    },
    note: hindrances.note,
    isFine: () => isFine,
    epoch: () => epoch,
    lastSeq: () => lastSeq,
  };
}

/** Checks again and again that the servers do their work: a reader alone has no answer that stays away. */
export function keepLooking(options: LookingOptions): Looking {
  const { manager, watched, server, name, owner, closed, retryMs, after } = options;
  let isLooking = false;
  const listeners = new Set<() => void>();
  const disturb = () => [...listeners].forEach((listener) => void listener());
  const { look, outdate, note, isFine, epoch, lastSeq } = createCheck(options, disturb);

  // A broker that was just started takes connections before its streams answer.
  const recover = async () => {
    if (isLooking) return;
    isLooking = true;
    while (!closed.aborted && watched.health().state === 'outage') {
      await look().catch(() => {});
      if (watched.health().state !== 'outage') break;
      if (!isFine()) server.doubt();
      await pause(after, retryMs, closed);
    }
    isLooking = false;
  };
  // Servers without a quorum take connections, and nothing else.
  const suspect = async () => {
    // Without a connection the next one is checked.
    if (isLooking || !watched.isConnected()) return;
    if (watched.health().state !== 'outage') {
      isLooking = true;
      await judge(look, options);
      isLooking = false;
    }
    // Also an outage that another caller of `look` has found.
    await recover();
  };
  const hindered = (by: object, reason: string | undefined) => {
    note(by, reason);
    // It may have been the last one.
    if (reason === undefined && watched.health().state === 'outage') void suspect();
  };
  watched.onReconnect(() => {
    // It may be a server that has another log, or none.
    outdate();
    server.arrived();
    disturb();
    void recover();
  });
  void suspectAgain(suspect, options);
  return {
    ...{ look, hindered, isFine, epoch, lastSeq },
    onDisturbed: (listener) => register(listeners, listener),
    async renew(next) {
      await manager.streams.update(name, { description: writeMarker({ owner, epoch: next }) });
      return await look();
    },
    suspect: () => void suspect(),
  };
}
