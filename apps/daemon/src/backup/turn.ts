import type { OwnBackupStatus } from '@ccu-gateway/contract/types';
import { GatewayError } from '@ccu-gateway/gateway-core';

/** Kind of work on backups of the gateway. */
export type BackupWork = NonNullable<OwnBackupStatus['busy']>;

/** One thing is done with backups of the gateway at a time. */
export interface Turn {
  readonly busy: () => BackupWork | null;
  /** @throws GatewayError `conflict` (reason `own_backup_busy`) while something else is done; the answer ends the turn. */
  take(work: BackupWork): () => void;
  /** Waits until no other work runs; the returned function ends the turn. */
  wait(work: BackupWork): Promise<() => void>;
}

export function createTurn(): Turn {
  let busy: BackupWork | null = null;
  const waiting: (() => void)[] = [];
  const turn: Turn = {
    busy: () => busy,
    async wait(work) {
      while (busy !== null) await new Promise<void>((settle) => waiting.push(settle));
      return turn.take(work);
    },
    take(work) {
      if (busy !== null) {
        throw new GatewayError('conflict', `Something else is done with backups of the gateway now: ${busy}`, {
          reason: 'own_backup_busy',
        });
      }
      busy = work;
      return () => {
        busy = null;
        for (const settle of waiting.splice(0)) settle();
      };
    },
  };
  return turn;
}
