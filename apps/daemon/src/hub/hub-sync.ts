import type { Ccu } from '@ccu-gateway/ccu-client';
import type { CentralInformation, Home, HomeEvent, HubFacts } from '@ccu-gateway/device-model';
import type { Log } from '../log/log.js';
import type { Time } from '../time.js';
import { coalesce } from './coalesce.js';
import { EVERYTHING, HUB_PARTS, type HubPart, type HubReader, type HubSelection, readPart } from './parts.js';
import { createTriggers } from './triggers.js';

/** Milliseconds between two readings of a part; 0 or less: only when a client asks. */
export type HubIntervals = Readonly<Record<HubPart, number>>;

const DEFAULT_HUB_INTERVALS: HubIntervals = {
  programs: 300_000,
  variables: 300_000,
  messages: 60_000,
  inbox: 60_000,
  installModes: 60_000,
  update: 6 * 3_600_000,
};

export interface HubSyncOptions extends HubSyncSettings {
  readonly ccu: HubReader & Pick<Ccu, 'name' | 'on'>;
  readonly home: Pick<
    Home,
    'applyHub' | 'setCentralInformation' | 'settleIdentity' | 'setHubAway' | 'setHubAbsent' | 'installModes'
  >;
  readonly publish: (event: HomeEvent) => void;
  /** Keeps who the CCU is, for the next start. */
  readonly keepIdentity?: (central: string, said: CentralInformation & { readonly ids?: 'name' }) => void;
  /** Milliseconds for which a serial number is waited for after an interface was connected first. Default one minute. */
  readonly identityWaitMs?: number | undefined;
  /** Milliseconds for which events of one cause are gathered before one reading answers them. Default 300. */
  readonly settleMs?: number | undefined;
  readonly time: Time;
  readonly log: Log;
}

/** What people may set. */
export interface HubSyncSettings {
  readonly intervals?: Partial<HubIntervals>;
  readonly selection?: HubSelection;
}

export type HubFailure = 'unread' | 'stale';

/** Keeps what the house knows of one CCU's logic layer as fresh as polling can. */
export interface HubSync {
  /** Reads now. Resolves when the house knows it. @throws CcuError */
  refresh(part: HubPart): Promise<void>;
  /** Other intervals and another selection; a part whose reading changes is read anew soon. */
  configure(settings: HubSyncSettings): void;
  /** The CCU installs its firmware, or does so no more: shown at once, and with every reading while it lasts. */
  installing(on: boolean): void;
  /** The parts that could not be read last: `unread` were never read, `stale` are shown as they were before. */
  failures(): ReadonlyMap<HubPart, HubFailure>;
  /** The logic layer of the CCU does not run. */
  isAway(): boolean;
  stop(): void;
}

const DEFAULT_SETTLE_MS = 300;
/** The parts of which only a selection is taken over. */
const SELECTED: ReadonlySet<HubPart> = new Set(['variables', 'programs']);
/** A variable that is an alarm has raised or ended a message of its own. */
const isAlarm = ({ type, kind, payload }: HomeEvent): boolean =>
  type === 'hub.sysvar_changed' &&
  kind === 'change' &&
  (payload as { readonly value_type?: unknown }).value_type === 'ALARM';
/** The parts that no interface process answers. */
const ASKS_LOGIC_LAYER: ReadonlySet<HubPart> = new Set(['variables', 'programs', 'inbox']);
/** The parts that a CCU without a logic layer has, too. */
const OF_INTERFACES: ReadonlySet<HubPart> = new Set(['messages', 'installModes']);
/** While devices are taught in, people watch the seconds. */
const TEACHING_MS = 5_000;
const RETRY_MS = 5_000;
const IDENTITY_MIN_MS = 15_000;
/** The radio module tells the number too, so that a logic layer that is late holds nothing up for as long as this. */
const IDENTITY_WAIT_MS = 60_000;
const IDENTITY_MAX_MS = 600_000;

export function createHubSync(options: HubSyncOptions): HubSync {
  const { ccu, home, publish, time, log, settleMs = DEFAULT_SETTLE_MS } = options;
  let selection = options.selection ?? EVERYTHING;
  let intervals: HubIntervals = { ...DEFAULT_HUB_INTERVALS, ...options.intervals };
  let linked = false;
  const touchedBy = createTriggers();
  const due = new Map<HubPart, { readonly cancel: () => void; readonly isSoon: boolean }>();
  let stopped = false;
  const known = new Set<HubPart>();
  const failures = new Map<HubPart, HubFailure>();
  /** Failed readings since one succeeded. */
  const failed = new Map<HubPart, number>();
  let isInstalling = false;
  /**
   * The next connection checks for firmware: the first one, the one after an installation, and any while there is no logic
   * layer. Any other is no reason to hold up the logic layer and ask the maker's server; the check goes on by its interval,
   * or repeats where it failed.
   */
  let checksFirmware = true;
  let update: HubFacts['update'];
  let identity: 'unasked' | 'asked' | 'known' = 'unasked';
  let away = false;
  let absent = false;
  let looking = false;
  let cancelInform: (() => void) | undefined;
  let cancelWait: (() => void) | undefined;
  const connectedOnce = new Set<string>();

  async function read(part: HubPart): Promise<void> {
    // What is read is at least as fresh as the moment of asking; the moment of the answer would make it look fresher.
    const at = time.now();
    const facts = await readPart(ccu, part, selection).catch((error) => {
      lookForAbsence();
      if (isAbsent(part)) throw error;
      const times = (failed.get(part) ?? 0) + 1;
      failed.set(part, times);
      // What was known a moment ago still holds: only a second failure is worth a word.
      if (!known.has(part)) failures.set(part, 'unread');
      else if (times > 1) failures.set(part, 'stale');
      void lookForHub();
      throw error;
    });
    lookForAbsence();
    if (ASKS_LOGIC_LAYER.has(part)) setAway(false);
    known.add(part);
    failures.delete(part);
    failed.delete(part);
    if (stopped) return;
    if (facts.update !== undefined) update = facts.update;
    const shown = facts.update === undefined ? facts : { ...facts, ...updateFacts(facts.update) };
    const events = home.applyHub(ccu.name, { at, ...shown });
    for (const event of events) publish(event);
    if (events.some(isAlarm)) planSoon('messages');
  }

  /** A CCU without a logic layer is said to be one once; what it cannot have is neither a failure nor asked for again. */
  function lookForAbsence(): void {
    const isNow = ccu.hubStatus().session === 'absent';
    if (stopped || absent === isNow) return;
    absent = isNow;
    if (absent) {
      log.info('the CCU has no logic layer: no programs, variables and inbox', { event: 'hub.absent' });
      setAway(false);
      for (const part of HUB_PARTS) if (isAbsent(part)) failures.delete(part);
    }
    home.setHubAbsent(ccu.name, absent);
  }

  const isAbsent = (part: HubPart): boolean => absent && !OF_INTERFACES.has(part);

  function setAway(isAway: boolean): void {
    if (stopped || away === isAway) return;
    away = isAway;
    if (away) log.warn('the logic layer of the CCU does not run', { event: 'hub.away' });
    else log.info('the logic layer of the CCU runs again', { event: 'hub.back' });
    for (const event of home.setHubAway(ccu.name, away)) publish(event);
  }

  /** A part that could not be read may have its own reasons; whether the logic layer is there at all is asked elsewhere. */
  async function lookForHub(): Promise<void> {
    if (stopped || looking) return;
    looking = true;
    const isPresent = await ccu.hub.isPresent().catch(() => undefined);
    looking = false;
    if (isPresent !== undefined) setAway(!isPresent);
  }

  function updateFacts(known: HubFacts['update']): Pick<HubFacts, 'update'> {
    const unread = { current: '', available: '', updateAvailable: true, supported: true };
    return { update: { ...(known ?? unread), ...(isInstalling ? { inProgress: true } : {}) } };
  }

  function installing(on: boolean): void {
    isInstalling = on;
    checksFirmware = true;
    if (stopped) return;
    for (const event of home.applyHub(ccu.name, { at: time.now(), ...updateFacts(update) })) publish(event);
  }

  const readers = new Map(HUB_PARTS.map((part) => [part, coalesce(() => read(part))]));
  const readNow = (part: HubPart): Promise<void> => readers.get(part)?.() ?? Promise.resolve();

  async function refresh(part: HubPart): Promise<void> {
    try {
      await readNow(part);
    } catch (error) {
      // What a client found missing is looked for again as soon as what a turn found missing.
      if (!isAbsent(part) && due.get(part)?.isSoon !== true) plan(part, nextOf(part), true);
      throw error;
    }
  }

  function pauseOf(part: HubPart): number {
    const teaching = part === 'installModes' && home.installModes({ central: ccu.name }).some(({ active }) => active);
    return teaching ? Math.min(TEACHING_MS, intervals[part] || TEACHING_MS) : intervals[part];
  }

  /**
   * Until the next reading. A part that could not be read is tried again sooner than it would be its turn, ever more slowly,
   * and also where it has no turn: what made it due has changed it.
   */
  function nextOf(part: HubPart): number {
    const pause = pauseOf(part);
    const times = failed.get(part) ?? 0;
    if (times === 0) return pause;
    const retry = RETRY_MS * 2 ** Math.min(times - 1, 10);
    return pause > 0 ? Math.min(pause, retry) : retry;
  }

  /** Replaces what was planned for that part. */
  function plan(part: HubPart, delayMs: number, isSoon = false): void {
    due.get(part)?.cancel();
    if (stopped) return;
    due.set(part, { cancel: time.after(delayMs, () => void poll(part)), isSoon });
  }

  /** After the first event of a cause; those that follow do not put the reading off, so that endless ones cannot prevent it. */
  function planSoon(part: HubPart): void {
    if (due.get(part)?.isSoon !== true) plan(part, settleMs, true);
  }

  async function poll(part: HubPart): Promise<void> {
    due.delete(part);
    try {
      await readNow(part);
    } catch (error) {
      log.debug('hub could not be read', { part, error });
    }
    const pause = isAbsent(part) ? 0 : nextOf(part);
    // An event may have planned an earlier reading meanwhile.
    if (pause > 0 && !due.has(part)) plan(part, pause);
  }

  /** Asks until serial number, model and version are known: the logic layer is often minutes behind the interfaces. */
  async function inform(retryMs = IDENTITY_MIN_MS): Promise<void> {
    identity = 'asked';
    try {
      const { serial, model, version, hostname, authEnabled, httpsRedirectEnabled, interfaces } =
        await ccu.hub.systemInfo();
      if (stopped) return;
      const listed = interfaces?.map(({ type, port }) => ({ name: type, port }));
      const said = { serial, model, version, hostname, authEnabled, httpsRedirectEnabled, listed };
      for (const event of home.setCentralInformation(ccu.name, said)) publish(event);
      options.keepIdentity?.(ccu.name, { serial, model, version });
      lookForAbsence();
      if (serial !== undefined && model !== undefined && (version !== undefined || absent)) identity = 'known';
    } catch (error) {
      log.debug('the CCU did not introduce itself', { error });
    }
    if (identity === 'known' || stopped) return;
    cancelInform = time.after(retryMs, () => void inform(Math.min(retryMs * 2, IDENTITY_MAX_MS)));
  }

  /** A CCU that does not tell its serial number is served all the same, by its name. */
  function awaitIdentity(interfaceName: string): void {
    if (connectedOnce.has(interfaceName)) return;
    connectedOnce.add(interfaceName);
    cancelWait?.();
    cancelWait = time.after(options.identityWaitMs ?? IDENTITY_WAIT_MS, () => {
      const events = home.settleIdentity(ccu.name);
      if (events === undefined) return;
      log.warn('the CCU did not tell its serial number; ids are made of its name', { event: 'identity.by_name' });
      options.keepIdentity?.(ccu.name, { ids: 'name' });
      for (const event of events) publish(event);
    });
  }

  const off = ccu.on((event) => {
    if (event.type === 'link_state' && event.status.connected && event.previous !== 'connected') {
      linked = true;
      if (identity === 'unasked') void inform();
      awaitIdentity(event.status.interfaceName);
      for (const part of HUB_PARTS) {
        if (part !== 'update' || checksFirmware || absent) planSoon(part);
      }
      checksFirmware = false;
      return;
    }
    for (const part of touchedBy(event)) planSoon(part);
  });

  function configure(settings: HubSyncSettings): void {
    const before = { selection, intervals };
    selection = settings.selection ?? EVERYTHING;
    intervals = { ...DEFAULT_HUB_INTERVALS, ...settings.intervals };
    const other = JSON.stringify(selection) !== JSON.stringify(before.selection);
    for (const part of HUB_PARTS) {
      const selected = other && SELECTED.has(part);
      if (!selected && intervals[part] === before.intervals[part]) continue;
      due.get(part)?.cancel();
      due.delete(part);
      if (linked && (selected || intervals[part] > 0)) planSoon(part);
    }
  }

  return {
    refresh,
    configure,
    installing,
    failures: () => failures,
    isAway: () => away,
    stop() {
      stopped = true;
      cancelInform?.();
      cancelWait?.();
      off();
      for (const { cancel } of due.values()) cancel();
      due.clear();
    },
  };
}
