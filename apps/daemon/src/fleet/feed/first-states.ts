import type { SharedLog } from '@ccu-gateway/event-stream';
import { FleetRefusedError, type Snapshot, type SnapshotStore } from '@ccu-gateway/fleet';
import type { Log } from '../../log/log.js';
import type { Time } from '../../time/time.js';
import type { PackedState } from './house-feed.js';

/** Servers that have lost one of them do their work again within some seconds. */
const TRIES = 5;
const TRY_AGAIN_MS = 1_000;

export interface FirstStateParts {
  readonly snapshots: Pick<SnapshotStore, 'get'>;
  readonly shared: Pick<SharedLog, 'state'>;
  readonly time: Pick<Time, 'after'>;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * State of a CCU from the log and a snapshot, for a gateway that starts; `unusable`: there is a snapshot that cannot be
 * used.
 */
export type FirstState = PackedState | 'unusable' | undefined;

/**
 * Returns a reader of the first state of a CCU. The reader rejects where the snapshot cannot be read: a gateway that
 * began without it could take the CCU over with an empty model, and report a loss that there was none.
 */
export async function openFirstStates({ snapshots, shared, time, log }: FirstStateParts) {
  let end = await shared.state();
  const pause = () => new Promise<void>((resolve) => time.after(TRY_AGAIN_MS, resolve));

  async function found(central: string): Promise<Snapshot | 'unusable' | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await snapshots.get(central);
      } catch (error) {
        log.warn('the snapshot of a CCU cannot be used', { event: 'fleet.snapshot_refused', central, error });
        // The state comes from its holder then.
        if (error instanceof FleetRefusedError) return 'unusable';
        if (tries === TRIES) throw unread(central, error);
        await pause();
      }
    }
  }

  return async (central: string): Promise<FirstState> => {
    const snapshot = await found(central);
    if (snapshot === undefined || snapshot === 'unusable') return snapshot;
    const { epoch, seq, bytes } = snapshot;
    // It may have been put since the log was asked.
    if (seq > end.lastSeq) end = await shared.state();
    // A log that has lost its newest records has given out other ones with their numbers since, or will.
    if (epoch !== end.epoch || seq < end.oldestSeq - 1 || seq > end.lastSeq) return 'unusable';
    return { seq, packed: bytes };
  };
}

function unread(central: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`the snapshot of "${central}" cannot be read: ${reason}`, { cause });
}
