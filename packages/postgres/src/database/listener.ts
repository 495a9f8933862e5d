import { type StorageClock, StorageError, type StorageLogger } from '@ccu-gateway/storage';
import { toPostgresError } from './errors.js';
import { beginning, connectionOf, type Library } from './library.js';
import { type CompletePlace, nameOf } from './options.js';

export interface Listener {
  /**
   * Calls back when any gateway or command has changed access, and after each time that nothing could be heard. Returns
   * a function that stops it.
   */
  onChange(listener: () => void): () => void;
  /** Calls back each time that it counts as a running gateway again: meanwhile secrets may have been sealed anew. */
  onReconnect(listener: () => void): void;
  /**
   * Asks on the connection that it listens with, and opens another one where no answer comes soon: a connection that a
   * network swallowed reports nothing. Undefined while there is none.
   */
  ask<Row extends object>(text: string): Promise<readonly Row[]> | undefined;
  close(): Promise<void>;
}

export interface ListenerDeps {
  readonly library: Library;
  readonly place: CompletePlace;
  readonly clock: StorageClock;
  readonly log: StorageLogger;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that a network swallowed reports nothing, and neither does a quiet one. */
const PULSE_MS = 5_000;
/** So long may an answer take that is asked for all the time. */
const SOON_MS = 800;

type Client = InstanceType<Library['Client']>;

/**
 * Hears what the others announce, on a connection of its own that is opened again for ever. While it is open this process counts as a
 * running gateway. @throws StorageError where the first one fails
 */
export async function openListener(deps: ListenerDeps): Promise<Listener> {
  const { place } = deps;
  const listeners = new Set<() => void>();
  const reconnectListeners: (() => void)[] = [];
  const kept = await keepClient(deps, {
    heard() {
      for (const listener of [...listeners]) listener();
    },
    reconnected() {
      for (const listener of reconnectListeners) listener();
    },
  });

  const ask = async <Row extends object>(open: Client, text: string): Promise<readonly Row[]> => {
    try {
      const question = { text, query_timeout: Math.min(SOON_MS, place.patienceMs) };
      return (await open.query<Row>(question)).rows;
    } catch (error) {
      kept.lost(open, error);
      throw toPostgresError(error, place);
    }
  };

  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onReconnect: (listener) => void reconnectListeners.push(listener),
    ask: (text) => kept.client && ask(kept.client, text),
    close: kept.close,
  };
}

/** A connection that is opened again whenever it is lost. */
interface KeptClient {
  /** Undefined while there is none. */
  readonly client: Client | undefined;
  /** Gives up this connection, unless there is another one by now, and opens the next. */
  lost(client: Client, error?: unknown): void;
  close(): Promise<void>;
}

interface KeptClientEvents {
  /** An announcement arrived, or may have been missed. */
  heard(): void;
  reconnected(): void;
}

async function keepClient(deps: ListenerDeps, { heard, reconnected }: KeptClientEvents): Promise<KeptClient> {
  const { place, clock, log } = deps;
  let client: Client | undefined;
  let cancel = () => {};
  let isClosed = false;

  const later = (ms: number, work: () => void) => {
    cancel();
    cancel = isClosed ? () => {} : clock.after(ms, work);
  };
  const lost = (gone: Client, error?: unknown) => {
    if (client !== gone) return;
    client = undefined;
    gone.end().catch(() => undefined);
    if (isClosed) return;
    log.warn('storage.postgres.deaf', { reason: toPostgresError(error ?? new Error('terminated'), place).message });
    later(FIRST_PAUSE_MS, () => void again(FIRST_PAUSE_MS));
  };
  const pulse = (open: Client) => {
    later(PULSE_MS, () => {
      open.query('SELECT 1').then(
        () => client === open && pulse(open),
        (error: unknown) => lost(open, error),
      );
    });
  };
  const connect = async () => {
    const opened = await openClient(deps, heard, lost);
    if (isClosed) return void opened.end().catch(() => undefined);
    client = opened;
    pulse(opened);
    // Announcements of the meantime were not heard.
    heard();
  };
  const again = async (pauseMs: number): Promise<void> => {
    try {
      await connect();
      log.info('storage.postgres.hears');
      reconnected();
    } catch {
      const next = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      later(next, () => void again(next));
    }
  };

  await connect();
  return {
    get client() {
      return client;
    },
    lost,
    async close() {
      isClosed = true;
      cancel();
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },
  };
}

async function openClient(
  { library, place }: ListenerDeps,
  heard: () => void,
  lost: (client: Client, error?: unknown) => void,
): Promise<Client> {
  const client = new library.Client(connectionOf(library, place));
  client.on('error', (error) => lost(client, error));
  client.on('end', () => lost(client));
  client.on('notification', heard);
  try {
    await client.connect();
    await client.query(beginning(place));
    const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock_shared(hashtext($1), 2) AS ok', [
      place.schema,
    ]);
    if (rows[0]?.ok !== true) {
      throw new StorageError('storage_in_use', `${nameOf(place)}: its secrets are being sealed anew`, {
        remedy: 'start the gateway again when that is done, with the new secret.key',
      });
    }
    await client.query(`LISTEN "${place.schema}.access"`);
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw toPostgresError(error, place);
  }
}
