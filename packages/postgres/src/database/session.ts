import { StorageError } from '@ccu-gateway/storage';
import type pg from 'pg';
import { commit, committed, noteChanges } from './doubt.js';
import { isCollision, isOfWrites, isSilence, toPostgresError } from './errors.js';
import type { Library } from './library.js';
import type { CompletePlace } from './options.js';
import { openPools } from './pools.js';
import type { Queries, Value } from './queries.js';

/** A row of the table `locks`: its holder is the only writer of the rows that belong to it, on all machines. */
export type Lock = 'access' | 'areas' | 'audit' | 'centrals' | 'incidents' | 'oidc_flows' | 'preferences' | 'unignore';

export interface Statements extends Queries {
  /** All of it or nothing, and alone among those that take the same lock. An error of `work` comes back as it is. */
  transaction<T>(lock: Lock, work: (queries: Queries) => Promise<T>): Promise<T>;
}

export interface Session extends Statements {
  /** The error that keeps it from being used; undefined when the failed part works again. */
  trouble(): StorageError | undefined;
  /** Takes note of the result of the connection that listens: an answer, or the reason why there was none. */
  note(trouble: StorageError | undefined): void;
  close(): Promise<void>;
}

const ATTEMPTS = 3;

const isLost = (error: unknown) => error instanceof StorageError && error.code === 'storage_unavailable';

export function openSession(library: Library, place: CompletePlace): Session {
  const { onConnection, wrote, ...connections } = openConnections(library, place);

  const once = <T>(lock: Lock, work: (queries: Queries) => Promise<T>) =>
    onConnection(async (queries) => {
      await queries.count('BEGIN');
      try {
        await queries.count('SELECT 1 FROM locks WHERE name = $1 FOR UPDATE', [lock]);
        const { noted, hasChanged, hasWritten } = noteChanges(queries);
        const answer = await work(noted);
        await commit(hasChanged(), () => queries.count('COMMIT'));
        if (hasWritten()) wrote();
        return answer;
      } catch (error) {
        // A connection that gives no answer is thrown away, and would keep the next caller waiting for another one.
        if (!isLost(error)) await queries.count('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });

  return {
    rows: (text, values) => onConnection((queries) => committed(queries, wrote).rows(text, values)),
    count: (text, values) => onConnection((queries) => committed(queries, wrote).count(text, values)),
    async transaction(lock, work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(lock, work);
        } catch (error) {
          if (attempt === ATTEMPTS || !isCollision(error)) throw error;
        }
      }
    },
    ...connections,
  };
}

interface Connections extends Pick<Session, 'trouble' | 'note' | 'close'> {
  /** Runs statements of `work` on one connection. Errors have their stable code. */
  onConnection<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Takes note that something was written and committed. */
  wrote(): void;
}

function openConnections(library: Library, place: CompletePlace): Connections {
  const troubles = createTroubles();
  let isClosed = false;
  const pools = openPools(library, place);

  const met = (known: StorageError, by: 'pool' | 'listener') => {
    troubles.met(known, by);
    if (isSilence(known)) pools.replace();
  };
  const failed = (error: unknown, pool = pools.current): StorageError => {
    if (isClosed) return new StorageError('storage_closed', 'the storage was closed');
    const known = toPostgresError(error, place);
    // An error of a connection of an earlier time proves nothing about those that are open now.
    if (pool === pools.current) met(known, 'pool');
    return known;
  };
  const answered = (pool: pg.Pool) => {
    if (pool === pools.current) troubles.answered('pool');
  };

  return {
    async onConnection(work) {
      if (isClosed) throw failed(undefined);
      const pool = pools.current;
      const client = await pool.connect().catch((error: unknown) => {
        throw failed(error, pool);
      });
      let broken = false;
      const breaks = () => {
        broken = true;
      };
      client.on('error', breaks);
      try {
        return await work(
          queriesOn(
            client,
            () => answered(pool),
            (error) => failed(error, pool),
          ),
        );
      } catch (error) {
        // Its further work is unknown.
        if (!(error instanceof StorageError) || isLost(error)) breaks();
        throw error;
      } finally {
        client.off('error', breaks);
        client.release(broken);
      }
    },
    wrote: troubles.wrote,
    trouble: troubles.current,
    note(trouble) {
      if (trouble === undefined) troubles.answered('listener');
      else met(trouble, 'listener');
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await pools.end();
    },
  };
}

function queriesOn(client: pg.PoolClient, heard: () => void, failed: (error: unknown) => StorageError): Queries {
  const ask = async (text: string, values: readonly Value[] = []) => {
    try {
      const answer = await client.query<Record<string, unknown>>(text, values.map(toDatabase));
      heard();
      return answer;
    } catch (error) {
      throw failed(error);
    }
  };
  return {
    // Callers state the type of the answer beside each statement.
    rows: async <Row extends object>(text: string, values?: readonly Value[]) =>
      (await ask(text, values)).rows.map(fromDatabase) as unknown as readonly Row[],
    count: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  };
}

function toDatabase(value: Value): Value {
  if (typeof value === 'string') return written(value);
  return typeof value === 'object' && value !== null ? value.map(written) : value;
}

function fromDatabase(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? read(value) : value]),
  );
}

interface Troubles {
  /** Undefined when everything works, as far as was seen. */
  current(): StorageError | undefined;
  /** Takes note of an error of a statement, or of the attempt to connect. An error that passes by itself is none. */
  met(error: StorageError, by: 'pool' | 'listener'): void;
  /** A statement was answered there. */
  answered(by: 'pool' | 'listener'): void;
  /** Something was written and committed. */
  wrote(): void;
}

/**
 * Causes that keep a server from being used. Each is over when the failed part works again: a server that takes no
 * writes answers reads all the time, and one that takes no more connections answers on those that are open.
 */
function createTroubles(): Troubles {
  let ofPool: StorageError | undefined;
  let ofListener: StorageError | undefined;
  let ofWrites: StorageError | undefined;
  return {
    current: () => ofPool ?? ofListener ?? ofWrites,
    met(error, by) {
      if (error.code !== 'storage_unavailable' && error.code !== 'storage_full') return;
      if (isOfWrites(error)) ofWrites = error;
      else if (by === 'pool') ofPool = error;
      else ofListener = error;
    },
    answered(by) {
      ofListener = undefined;
      if (by === 'pool') ofPool = undefined;
    },
    wrote() {
      ofWrites = undefined;
    },
  };
}

/**
 * PostgreSQL takes no NUL in a text, and SQLite does. Both it and the sign it is written with become two signs, in such a way that
 * different texts stay different and their order stays as it was.
 */
function written(text: string): string {
  return /[\0\x01]/.test(text) ? text.replace(/[\0\x01]/g, (sign) => (sign === '\0' ? '\x01\x01' : '\x01\x02')) : text;
}

/** The text as it was before `written`. */
function read(text: string): string {
  return text.includes('\x01') ? text.replace(/\x01[\x01\x02]/g, (pair) => (pair[1] === '\x01' ? '\0' : '\x01')) : text;
}
