import { basename } from 'node:path';
import { type AuthStores, createMemoryStores } from '@ccu-gateway/auth-core';
import type { SecretBox } from '@ccu-gateway/auth-core/secrets';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import {
  type EventStore,
  loadSqlite,
  lockDataDir,
  openEventStore,
  openReadOnly,
  type SharedStores,
  type SqliteDriver,
  type Storage,
  StorageError,
} from '@ccu-gateway/storage';
import { durationMs, type GatewayConfig, instanceOf } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';
import { type HistoryPart, openHistoryPart } from './history-part.js';
import type { SharedPart, SharedPartOptions } from './shared.js';
import { openWorking, storageWorks } from './storage-works.js';
import { storesWithoutDatabase } from './stores-without-database.js';

/** Stores that no other machine shares. */
export type LocalStorage = Omit<Storage, Exclude<keyof SharedStores, 'facts' | 'trouble'>>;

export interface Store {
  /** Driver that opens the files; undefined where this Node has none. */
  readonly sqlite: SqliteDriver | undefined;
  /** Stores of this machine. Undefined when they could not be opened: requests that need them get 503. */
  readonly storage: LocalStorage | undefined;
  /**
   * Stores that several gateways share; on one machine the same file. Undefined when they could not be opened: sessions
   * then live in memory, and requests that need them get 503.
   */
  readonly shared: SharedStores | undefined;
  /** Undefined when it could not be opened: events are then kept in memory only. */
  readonly events: EventStore | undefined;
  readonly history: HistoryPart;
  readonly stores: AuthStores;
  /** The shared database and its state; undefined where this machine is alone. */
  readonly place?: () => { readonly name: string; readonly state: 'ok' | 'unreadable'; readonly message?: string };
  /**
   * Identity of the shared database, the same wherever it moves to. `isOld`: read when it could be opened last.
   * Undefined where it could never be opened from here, too.
   */
  readonly identity?: { readonly id: string; readonly isOld: boolean } | undefined;
  /**
   * Resolves with the reason when this process must no longer use the shared stores; undefined where this machine is
   * alone.
   */
  readonly foreign?: Promise<string>;
  /** When this data directory was last started, by the clock of that time. */
  readonly lastStart: number | undefined;
  /** Reports missing files, losses at this start, and the cause that keeps it from taking writes just now. */
  finding(): Finding;
  /** Writes from now on wait for other processes, as a stop may. */
  waitForOthers(): void;
  /** True when another start would find files working that this one did not. False while nothing is missing. */
  worksAgain(): Promise<boolean>;
  /** How soon to ask that again. */
  readonly lookAgainMs: number;
  /** Waits for writes over a network; the files are closed at once. */
  close(): Promise<void>;
}

/** True when the shared database could not be opened: access that it has withdrawn is unknown here. */
export const lacksShared = ({ place, shared }: Pick<Store, 'place' | 'shared'>): boolean =>
  place !== undefined && shared === undefined;

export interface StoreOptions {
  readonly dataDir: string;
  readonly config: Pick<GatewayConfig, 'callback' | 'north' | 'persistence' | 'profile'>;
  readonly time: Time;
  readonly log: Log;
  /** Seals stored secrets. */
  readonly box: SecretBox;
  /** The reason why nothing may be opened: values that the key of this process seals could never be read again. */
  readonly keyProblem?: string | undefined;
  /** Opens the database that several gateways share; undefined where there is none. */
  readonly openShared?: ((options: SharedPartOptions) => Promise<SharedPart | undefined>) | undefined;
  /** Rejects with `ConfigError` or `GatewayError` where a start would not go on with the shared settings. Default: it would. */
  readonly canStartWith?: ((stores: Pick<SharedStores, 'sections' | 'centrals'>) => Promise<void>) | undefined;
}

/** Between two checks of files that were missing at the start. */
const LOOK_MS = 60_000;
/** A server that is being started is there soon, and a check of it costs little. */
const LOOK_AT_SERVER_MS = 5_000;

/** These are not trouble with storage: starting would do harm. */
const REFUSED: readonly StorageError['code'][] = ['storage_in_use', 'storage_schema_newer'];

/**
 * Claims the data directory, then opens the database and the event log in it. A file that cannot be opened degrades the
 * gateway;
 * a directory that another gateway uses, or a database of a newer version, stops the start.
 * The database that gateways share is opened beside it where there is one.
 * @throws StorageError `storage_in_use`, `storage_schema_newer`
 * @throws ConfigError
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    const under: (Promise<void> | void)[] = [];
    for (let step = closing.pop(); step !== undefined; step = closing.pop()) under.push(step());
    await Promise.all(under);
  };
  const onClose: OnClose = (step) => void closing.push(step);
  try {
    const { time, log, config, keyProblem, box, canStartWith } = options;
    const own = await openOwn(options, onClose);
    const gatherMs = durationMs(config.persistence.write_interval);
    const gateway = instanceOf(config);
    const part = await options.openShared?.({ box, keyProblem, time, log, gatherMs, gateway, canStartWith });
    if (part !== undefined) onClose(part.close);
    // Programs that open the files beside a gateway have to know that its accounts are elsewhere.
    await own.storage?.facts.put('shared_in', part?.name ?? null).catch(() => undefined);
    if (part === undefined) return { ...own, close };
    const identity = await identityOf(part, own.storage);
    return { ...withShared(own, part), identity, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const IDENTITY = 'shared_identity';

/** Where the database cannot be opened, its last known identity counts. */
async function identityOf(
  { identity, at }: Pick<SharedPart, 'identity' | 'at'>,
  storage: Pick<LocalStorage, 'facts'> | undefined,
): Promise<Store['identity']> {
  if (identity !== undefined) {
    await storage?.facts.put(IDENTITY, { place: at, identity }).catch(() => undefined);
    return { id: identity, isOld: false };
  }
  const noted: unknown = await storage?.facts.get(IDENTITY).catch(() => undefined);
  const { place: of, identity: known } = Object(noted) as { readonly place?: unknown; readonly identity?: unknown };
  return of === at && typeof known === 'string' ? { id: known, isOld: true } : undefined;
}

/** The files of this machine, and the stores that it shares with others. */
function withShared(own: Omit<Store, 'close'>, part: SharedPart): Omit<Store, 'close'> {
  return {
    ...own,
    shared: part.stores,
    stores: part.auth,
    foreign: part.foreign,
    place() {
      const message = part.trouble();
      return message === undefined
        ? { name: part.name, state: 'ok' }
        : { name: part.name, state: 'unreadable', message };
    },
    lookAgainMs: part.stores === undefined ? LOOK_AT_SERVER_MS : own.lookAgainMs,
    finding() {
      const trouble = part.trouble();
      if (trouble !== undefined) return { status: 'degraded', note: trouble, affectsSignIn: true };
      const { affectsSignIn: _, ...found } = own.finding();
      return found;
    },
    worksAgain: async () => (await own.worksAgain()) || (part.stores === undefined && (await part.worksAgain())),
  };
}

type OnClose = (step: () => Promise<void> | void) => void;

/** Of each connection on a small box: the files of an installation are small, and the system keeps their pages as well. */
const SPARING_CACHE_KIB = 256;

async function openOwn(options: StoreOptions, onClose: OnClose): Promise<Omit<Store, 'close'>> {
  const { dataDir, time, log } = options;
  const { ws } = options.config.north.rest;
  const gatherMs = durationMs(options.config.persistence.write_interval);
  const problems: string[] = options.keyProblem === undefined ? [] : [options.keyProblem];
  const failures: StorageError[] = [];
  const attempt = attemptsOf(log, (error) => {
    problems.push(error.message);
    failures.push(error);
  });
  const { sqlite_driver: driver, journal_bytes: journalBytes } = options.config.persistence;
  const loadedDriver = await attempt('storage', () => loadSqlite(driver));
  const sqlite = loadedDriver && {
    ...loadedDriver,
    ...(journalBytes === undefined ? {} : { journalBytes }),
    ...(options.config.profile === 'low-power' ? { cacheKib: SPARING_CACHE_KIB } : {}),
  };
  if (sqlite !== undefined) log.info('storage.driver', { driver: sqlite.name });
  const claim = async () => {
    if (options.keyProblem !== undefined || sqlite === undefined) return undefined;
    const lock = await lockDataDir(dataDir, { sqlite });
    onClose(() => lock.release());
    return lock;
  };
  const lock = await attempt('storage', claim);
  const opening = { dataDir, clock: time, log, gatherMs, sqlite };
  const opened = lock && (await attempt('storage', () => openWorking(opening)));
  const [failure] = failures;
  // A damaged file, or one that nothing can be read with, gives no accounts.
  const readable = failure !== undefined && passes(failure);
  const storage = opened ?? (readable ? await attempt('storage', () => openReadOnly(opening, failure)) : undefined);
  if (storage !== undefined) onClose(() => storage.close());
  const limits = { maxEvents: ws.log_events, maxBytes: ws.log_bytes };
  const events =
    lock &&
    (await attempt('events', () =>
      openEventStore({ dataDir, clock: time, log, limits, numbers: storage?.numbers, sqlite }),
    ));
  if (events !== undefined) onClose(() => events.close());
  if (events?.setAside !== undefined) {
    problems.push(`the event log was damaged; it lies in ${basename(events.setAside)} now, and another one was begun`);
  }
  const history = await openHistoryPart({ dataDir, claimed: lock !== undefined, time, log, sqlite });
  if (history.file !== undefined) onClose(history.file.close);
  const lastStart = storage && (await attempt('storage', () => storage.facts.get('started_at')));
  const writable =
    opened && (await attempt('storage', () => opened.facts.put('started_at', time.now()).then(() => true)));
  const missing = opened === undefined || writable !== true || events === undefined;
  const ends = failures.every(passes);
  return {
    sqlite,
    storage,
    shared: storage,
    events,
    history,
    lookAgainMs: LOOK_MS,
    lastStart: typeof lastStart === 'number' ? lastStart : undefined,
    waitForOthers() {
      storage?.waitForOthers();
      events?.waitForOthers();
      history.file?.waitForOthers();
    },
    stores: storesOf(storage, writable === true, failure),
    finding() {
      const found = storage?.trouble()?.message ?? problems[0] ?? events?.trouble()?.message;
      if (found === undefined) return { status: 'healthy' };
      const note = missing ? `${found}; ${ends ? AGAIN : RESTART}` : found;
      return { status: 'degraded', note, ...(storage === undefined && { affectsSignIn: true }) };
    },
    async worksAgain() {
      return missing && ends && (await storageWorks({ dataDir, clock: time, sqlite }, lock !== undefined));
    },
  };
}

/** Runs work that may find no storage: that is logged and noted, and the result is undefined. */
function attemptsOf(log: StoreOptions['log'], note: (error: StorageError) => void) {
  return async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError) || REFUSED.includes(error.code)) throw error;
      const { code, message, remedy } = error;
      log.error(`${what}.unavailable`, { code, reason: message, ...(remedy !== undefined && { remedy }) });
      note(error);
      return undefined;
    }
  };
}

const AGAIN = 'the gateway starts anew by itself when that has passed';
const RESTART = 'restart the gateway when that is mended';

/** Returns true when it may end without an administrator mending a file or an installation. */
function passes({ damaged, remedy }: StorageError): boolean {
  return !damaged && remedy === undefined;
}

/** Accounts can be read from a full disk, but no user could sign in if sessions had to be written to it. */
function storesOf(storage: Storage | undefined, writable: boolean, failure: StorageError | undefined): AuthStores {
  if (storage === undefined) return storesWithoutDatabase(failure);
  return writable ? storage.auth : { ...storage.auth, sessions: createMemoryStores().sessions };
}
