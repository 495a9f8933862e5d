import type { InterfaceProfile } from '../model/interfaces.js';
import type {
  CcuEvent,
  InterfaceName,
  ParamsetDescription,
  ParamsetKey,
  RollbackReason,
  WireValue,
} from '../model/model.js';
import type { WriteRequest } from '../model/operations-model.js';
import type { Now, Random, StateStore, Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { Reception } from '../radio/airtime.js';
import type { RadioBudget } from '../radio/budget.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { type Configurations, createConfigurations } from './configuration.js';
import { type Item, readWrong, samePlace } from './item.js';
import { createJournal, type Journal, type SentValue } from './journal.js';
import { type ConfigWatch, createConfigWatch, createPendingValues, type PendingValues } from './pending.js';
import { createWriteQueue, type WriteQueue } from './queue.js';

interface AnnouncementDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly now: Now;
  readonly emit: (event: CcuEvent) => void;
  /** Once aborted, nothing is announced. */
  readonly closing: AbortSignal;
  readonly waiting: (channelAddress: string) => readonly Item[];
  readonly sending: ReadonlySet<Item>;
}

/** Announces the outcome of values that were to be written, unless a newer write of the same parameter decides it. */
interface Announcements {
  /** Writes that came for the same paramset while this item was under way. */
  newerThan(item: Item): readonly Item[];
  /** Announces that an item is not tried, or tried no more. Its caller may count on it by now. */
  sayGivenUp(item: Item): void;
  /** Announces a rollback. Where another value is wanted by now, the end of that one is announced instead. */
  sayUnlessNewer(sent: SentValue, reason: RollbackReason): void;
  /** Announces a paramset that was read back; a client that shows configurations need not read it again. */
  sayRead(request: WriteRequest, values: Readonly<Record<string, WireValue>>): void;
}

function createAnnouncements(deps: AnnouncementDeps): Announcements {
  const { central, interfaceName, now, emit, closing, waiting, sending } = deps;

  function sayGivenUp(item: Item): void {
    const newer = newerThan(item);
    for (const [parameter, value] of item.values) {
      if (item.taken.has(parameter) || newer.some(({ values }) => values.has(parameter))) continue;
      sayRolledBack({ ...item.request, parameter, value }, 'send_error');
    }
  }

  function newerThan(item: Item): readonly Item[] {
    return waiting(item.channel).filter(
      (other) => !other.repeated && other !== item && samePlace(other.request, item.request),
    );
  }

  function sayUnlessNewer(sent: SentValue, reason: RollbackReason): void {
    const { channelAddress, paramsetKey, peer, parameter, value } = sent;
    const place = { interfaceName, channelAddress, paramsetKey, peer, values: {} };
    const newer = [...sending, ...waiting(channelAddress)].some(
      ({ request, values }) => samePlace(request, place) && values.has(parameter) && values.get(parameter) !== value,
    );
    if (!newer) sayRolledBack(sent, reason);
  }

  function sayRolledBack(
    {
      channelAddress,
      paramsetKey,
      parameter,
      value,
    }: Pick<SentValue, 'channelAddress' | 'paramsetKey' | 'parameter' | 'value'>,
    reason: RollbackReason,
  ): void {
    if (closing.aborted) return;
    const place = { central, interfaceName, at: now(), channelAddress, parameter, paramsetKey };
    emit({ type: 'write_rolled_back', ...place, reason, sent: value.value });
  }

  function sayRead({ channelAddress, paramsetKey }: WriteRequest, values: Readonly<Record<string, WireValue>>): void {
    if (closing.aborted || paramsetKey !== 'MASTER') return;
    emit({ type: 'configuration_read', central, interfaceName, at: now(), address: channelAddress, values });
  }

  return { newerThan, sayGivenUp, sayUnlessNewer, sayRead };
}

/** Surroundings of the writer of one interface. */
export interface WriterDeps {
  readonly central: string;
  readonly interfaceName: InterfaceName;
  readonly profile: InterfaceProfile;
  readonly rpc: Pick<InterfaceRpc, 'call'>;
  readonly store: StateStore;
  readonly timings: Timings;
  readonly timers: Timers;
  readonly now: Now;
  readonly random: Random;
  readonly emit: (event: CcuEvent) => void;
  readonly complain: (event: string, message: string) => void;
  readonly describe: (address: string, paramsetKey: ParamsetKey) => Promise<ParamsetDescription | undefined>;
  readonly confirmedValue: (channelAddress: string, parameter: string) => WireValue | undefined;
  readonly lookUp: (channelAddress: string, parameter: string) => Promise<WireValue | undefined>;
  readonly isMoving: (channelAddress: string) => boolean;
  readonly budget: RadioBudget;
  readonly receptionOf: (channelAddress: string) => Reception;
}

/** Parts of a writer: waiting items, items under way, values without a proof, and the journal of these. */
export interface WriterParts {
  readonly deps: WriterDeps;
  /** Clock for due times; `deps.now` is for the times in events and in the journal. */
  readonly elapsed: Now;
  /** Aborted with the writer. */
  readonly closing: AbortController;
  readonly queue: WriteQueue<Item>;
  readonly sending: Set<Item>;
  readonly announcements: Announcements;
  readonly watch: ConfigWatch;
  readonly journal: Journal;
  /** Values that the CCU took and has not shown yet. */
  readonly pending: PendingValues;
  /** Paramsets that the CCU took and the device may not have. */
  readonly configurations: Configurations;
}

export function createWriterParts(deps: WriterDeps): WriterParts {
  const { central, interfaceName, timings, timers, now } = deps;
  const elapsed = createSteadyClock(now);
  const closing = new AbortController();
  const queue = createWriteQueue<Item>({
    width: deps.profile.concurrency,
    gapMs: () => timings.writeGapMs,
    // A command that comes late surprises people, a configuration does not.
    holdMs: ({ command }) => (command ? timings.heldWriteMs : timings.heldConfigurationMs),
    quietMs: () => timings.coalesceMs,
    now: elapsed,
    timers,
    budget: deps.budget,
  });
  const sending = new Set<Item>();
  const announcements = createAnnouncements({
    central,
    interfaceName,
    now,
    emit: deps.emit,
    closing: closing.signal,
    waiting: (channel) => queue.of(channel),
    sending,
  });
  const watch = createConfigWatch(deps.confirmedValue);
  const journal = createJournal({
    store: deps.store,
    storeKey: `${central}/${interfaceName}/writes`,
    delayMs: timings.journalMs,
    timers,
    now,
    complain: deps.complain,
  });
  const proofs = { deps, closing: closing.signal, announcements, watch, journal };
  return {
    deps,
    elapsed,
    closing,
    queue,
    sending,
    announcements,
    watch,
    journal,
    pending: pendingValues(proofs),
    configurations: configurations(proofs),
  };
}

type ProofParts = Pick<WriterParts, 'deps' | 'announcements' | 'watch' | 'journal'> & {
  readonly closing: AbortSignal;
};

function pendingValues({ deps, announcements, watch, journal }: ProofParts): PendingValues {
  return createPendingValues({
    timers: deps.timers,
    now: deps.now,
    watch,
    timeoutMs: deps.timings.confirmTimeoutMs,
    sleepMs: deps.timings.sleepingWriteMs,
    isMoving: deps.isMoving,
    lookUp: deps.lookUp,
    keep: (sent) => journal.note(sent),
    ended(sent, outcome) {
      if (outcome === 'closed') return;
      journal.settle(sent);
      if (outcome === 'timeout' || outcome === 'mismatch') announcements.sayUnlessNewer(sent, outcome);
    },
  });
}

function configurations({ deps, closing, announcements, watch, journal }: ProofParts): Configurations {
  return createConfigurations({
    watch,
    journal,
    timers: deps.timers,
    now: deps.now,
    random: deps.random,
    readBackMs: deps.timings.readBackMs,
    sleepMs: deps.timings.sleepingWriteMs,
    closing,
    readWrong: (request, values) =>
      readWrong(deps.rpc, request, values, (paramset) => announcements.sayRead(request, paramset)),
    rollBack: announcements.sayUnlessNewer,
    complain: deps.complain,
  });
}
