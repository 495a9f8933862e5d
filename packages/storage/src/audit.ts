import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditRecord, AuditSink } from '@ccu-gateway/auth-core';
import type { Connection } from './connection.js';
import { toStorageError } from './errors.js';
import type { StorageClock, StorageLogger } from './ports.js';

/** One line of the history. Times are milliseconds since the Unix epoch; texts are the writer's, escape them where shown. */
export interface AuditEntry {
  /** Given by the log. */
  readonly id?: number;
  readonly at: number;
  /** Stable tag such as `data_point_write` or `token.create`. */
  readonly action: string;
  readonly central?: string;
  readonly user?: string;
  readonly scheme?: string;
  readonly outcome?: string;
  readonly peer?: string;
  /** The caller's address where a trusted proxy reported another one than the peer's. */
  readonly client?: string;
  readonly requestId?: string;
  readonly deviceAddress?: string;
  readonly channelNo?: number;
  readonly paramset?: string;
  readonly peerAddress?: string;
  readonly parameter?: string;
  readonly note?: string;
  readonly changes?: readonly { readonly parameter: string; readonly before?: unknown; readonly after?: unknown }[];
}

export interface AuditQuery {
  /** Prefix of the device address, any case. */
  readonly device?: string;
  /** Part of the action, any case. */
  readonly op?: string;
  /** Inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  readonly limit: number;
  readonly offset: number;
}

export interface AuditStore {
  /** Never throws and never waits; it is on disk within a quarter of a second. */
  record(entry: AuditEntry): void;
  /** The same log as access control writes to it. */
  readonly sink: AuditSink;
  /** Newest first, with everything recorded before the call. @throws StorageError */
  query(query: AuditQuery): Promise<readonly AuditEntry[]>;
}

const FLUSH_MS = 250;
const FLUSH_AT = 256;
/** Beyond this a broken disk would eat memory; newer lines are counted and dropped. */
const QUEUE_LIMIT = 10_000;
const KEEP_ROWS = 200_000;
const ROWS_PER_TURN = 2_000;

export function createAuditStore(
  db: Connection,
  clock: StorageClock,
  log: StorageLogger,
): AuditStore & { readonly flush: () => void } {
  const insert = db.prepare<[number, string, string | null, string]>(
    'INSERT INTO audit (at, action, device_address, entry) VALUES (?, ?, ?, ?)',
  );
  const trim = db.prepare<[number]>('DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - ?');
  const end = db.prepare<[], number | null>('SELECT max(id) + 1 FROM audit').pluck();
  const startOfSlice = db
    .prepare<[number, number], number>('SELECT id FROM audit WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?')
    .pluck();
  const select = db.prepare<[Record<string, string | number | null>], { readonly id: number; readonly entry: string }>(
    `SELECT id, entry FROM audit
     WHERE id < @before AND id >= @from
       AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until)
       AND (@device IS NULL OR substr(lower(device_address), 1, length(@device)) = @device)
       AND (@op IS NULL OR instr(lower(action), @op) > 0)
     ORDER BY id DESC LIMIT @room`,
  );

  /** Goes back through the rows slice by slice: a rare device in a long history must not hold up everything else. */
  async function search({ device, op, since, until, limit, offset }: AuditQuery): Promise<readonly AuditEntry[]> {
    const filter = {
      device: device?.toLowerCase() ?? null,
      op: op?.toLowerCase() ?? null,
      since: since ?? null,
      until: until ?? null,
    };
    const found: AuditEntry[] = [];
    let skip = offset;
    for (let before = end.get() ?? 0; before > 0 && found.length < limit; ) {
      const from = startOfSlice.get(before, ROWS_PER_TURN - 1) ?? 0;
      const rows = select.all({ ...filter, before, from, room: skip + limit - found.length });
      for (const { id, entry } of rows.slice(skip)) found.push({ ...JSON.parse(entry), id });
      skip = Math.max(0, skip - rows.length);
      before = from;
      if (before > 0 && found.length < limit) await nextTurn();
    }
    return found;
  }

  let queue: AuditEntry[] = [];
  let dropped = 0;
  let cancelTimer: (() => void) | undefined;

  const writeAll = db.transaction((entries: readonly AuditEntry[]) => {
    for (const { id: _, ...entry } of entries) {
      insert.run(entry.at, entry.action, entry.deviceAddress ?? null, JSON.stringify(entry));
    }
    trim.run(KEEP_ROWS);
  });

  const flush = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (queue.length === 0) return;
    writeAll.immediate(queue);
    queue = [];
    if (dropped > 0) log.error('audit.dropped', { count: dropped });
    dropped = 0;
  };

  const flushQuietly = () => {
    cancelTimer = undefined;
    try {
      flush();
    } catch (error) {
      // Kept in the queue and tried again, so that a full disk costs nothing once there is room.
      const { code, message: reason } = toStorageError(error);
      log.error('audit.write_failed', { code, reason, waiting: queue.length });
      cancelTimer = clock.after(FLUSH_MS * 20, flushQuietly);
    }
  };

  const record = (entry: AuditEntry) => {
    if (queue.length >= QUEUE_LIMIT) {
      dropped += 1;
      return;
    }
    queue.push(entry);
    if (queue.length === FLUSH_AT) flushQuietly();
    else cancelTimer ??= clock.after(FLUSH_MS, flushQuietly);
  };

  return {
    record,
    sink: { write: (entry) => record(fromAuth(entry)) },
    flush,
    async query(query) {
      try {
        flush();
        return await search(query);
      } catch (error) {
        throw toStorageError(error);
      }
    },
  };
}

function fromAuth(record: AuditRecord): AuditEntry {
  const { at, action, outcome, subject, scheme, peer, client, reason, credential, target, viaUser, requestId } = record;
  const note = Object.entries({ target, reason, credential, via_user: viaUser })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]))
    .join(' ');
  return {
    at,
    action,
    outcome,
    user: subject,
    scheme,
    peer,
    ...(client && { client }),
    ...(requestId && { requestId }),
    ...(note && { note }),
  };
}
