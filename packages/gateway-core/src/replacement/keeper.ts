import { editedByOther, paramsetLock } from '../families/devices/edit-locks.js';
import type { ParamsetAddress } from '../families/devices/paramsets.js';
import type { ReplacementReport, Replacements, SwapControl, SwapRequest } from '../families/devices/replacements.js';
import type { EditLocks } from '../ports/editing.js';
import type { Logger } from '../ports/log.js';
import { type Caller, principalOf } from '../use-case/caller.js';
import { GatewayError } from '../use-case/errors.js';
import { makeChange } from '../use-case/record.js';
import { found } from '../use-case/refusal.js';
import { toTimestamp } from '../use-case/timestamp.js';
import { configuredAddresses, readBelongings } from './belongings.js';
import type { ReplacementBook } from './book.js';
import {
  endedStep,
  type Outcome,
  type Replacement,
  type Subject,
  stateOf,
  waitingSteps,
  withStep,
} from './replacement.js';
import {
  checkPrograms,
  passAlarm,
  passConfiguration,
  passFlags,
  passLinks,
  passNames,
  passRooms,
  type Transfer,
  type TransferDeps,
} from './transfer.js';

/** The same with its end. */
export interface ReplacementKeeper extends Replacements {
  /** Ends the work in hand; it counts as failed. Resolves when it has ended. */
  close(): Promise<void>;
}

/** Surroundings of the keeper of replacements. */
export interface ReplacementKeeperDeps extends TransferDeps {
  readonly book: ReplacementBook;
  readonly log: Logger;
  readonly swap: SwapControl;
  readonly editLocks?: EditLocks | undefined;
  readonly randomHex: (digits: number) => string;
}

type Pass = (deps: ReplacementKeeperDeps, transfer: Transfer) => Outcome | Promise<Outcome>;

const STEPS: readonly (readonly [Subject, Pass])[] = [
  // Zones watch the new device before the model loses the old one.
  ['alarm', passAlarm],
  ['programs', readPrograms],
  ['names', passNames],
  ['rooms', passRooms],
  ['configuration', passConfiguration],
  ['links', passLinks],
  ['flags', passFlags],
];

/**
 * Puts new devices in the place of broken ones. All that belongs to the old device is read and stored before the CCU is
 * asked, so that a replacement that was interrupted goes on later.
 *
 * @example
 * const replacements = createReplacementKeeper({ ...ports, book, swap, randomHex, log });
 */
export function createReplacementKeeper(deps: ReplacementKeeperDeps): ReplacementKeeper {
  const { book, swap } = deps;
  const ending = new AbortController();
  const reservations = createReservations();
  const running = new Set<Promise<void>>();
  const oldPlaceOf = ({ place, oldAddress }: SwapRequest) => ({ ...place, address: oldAddress });

  /** Reads the belongings of the old device, unless that was done in an earlier attempt. */
  async function begun(request: SwapRequest, caller: Caller, before: Replacement | undefined): Promise<Replacement> {
    if (before !== undefined) return again(before);
    await refuseEdited(deps, request, caller);
    return read(deps, newReplacement(deps, request, caller, 'running'), oldPlaceOf(request));
  }

  return {
    list: (central) => book.list(central).map(shown),
    get(id) {
      const kept = book.get(id);
      return kept && shown(kept);
    },
    async isUnfinished(request) {
      await book.open(request.place.central);
      return unfinished(deps, request) !== undefined;
    },
    replaceable: swap.replaceable,
    async plan(request, caller) {
      const before = unfinished(deps, request);
      if (before !== undefined) return shown(before);
      return shown(await read(deps, newReplacement(deps, request, caller, 'planned'), oldPlaceOf(request)));
    },
    async start(request, caller) {
      const free = reservations.reserve(request);
      try {
        const before = unfinished(deps, request);
        const replacement = await begun(request, caller, before);
        const { central, id, new_address: deviceAddress, old_address: note } = replacement;
        const change = { action: 'device_replace', central, deviceAddress, note } as const;
        const exchanged = await makeChange(deps, caller, change, () => askTheCcu(deps, replacement, request));
        reservations.name(request, id);
        const rest = passOn(deps, exchanged, { request, caller: { ...caller, signal: ending.signal } }).finally(() => {
          free();
          running.delete(rest);
        });
        running.add(rest);
        return shown(exchanged);
      } catch (error) {
        free();
        throw error;
      }
    },
    async close() {
      ending.abort();
      await Promise.all(running);
    },
  };
}

/** Devices that take part in a replacement now: each in one only. */
function createReservations() {
  const busy = new Map<string, string | undefined>();
  const keysOf = ({ place, oldAddress }: SwapRequest) =>
    [place.address, oldAddress].map((address) => `${place.central}/${address}`);
  return {
    /** Returns how to give them free. @throws GatewayError `conflict` (reason `replacement_running`) */
    reserve(request: SwapRequest): () => void {
      const keys = keysOf(request);
      const taken = keys.find((key) => busy.has(key));
      if (taken !== undefined) {
        const other = busy.get(taken);
        throw new GatewayError('conflict', 'One of the two devices is being replaced right now', {
          reason: 'replacement_running',
          ...(other !== undefined && { members: { replacement: other } }),
        });
      }
      for (const key of keys) busy.set(key, undefined);
      return () => {
        for (const key of keys) busy.delete(key);
      };
    },
    name(request: SwapRequest, id: string): void {
      for (const key of keysOf(request)) busy.set(key, id);
    },
  };
}

function newReplacement(
  { house, clock, randomHex }: ReplacementKeeperDeps,
  { place, oldAddress }: SwapRequest,
  caller: Caller,
  state: Replacement['state'],
): Replacement {
  const { central, interfaceName } = place;
  const { name, model } = found(house.device(oldAddress, { central }));
  return {
    id: randomHex(16),
    central,
    interface: interfaceName,
    old_address: oldAddress,
    new_address: place.address,
    name,
    model,
    by: principalOf(caller).subject,
    state,
    started_at: toTimestamp(clock.now()),
    steps: waitingSteps(),
  };
}

/** One that ended after the CCU had exchanged the devices. Without storage it may have ended as a running one. */
const unfinished = ({ book, house }: ReplacementKeeperDeps, { place, oldAddress }: SwapRequest) =>
  book
    .list(place.central)
    .find(
      (each) =>
        UNFINISHED.has(each.state) &&
        each.belongings !== undefined &&
        each.new_address === place.address &&
        each.old_address === oldAddress &&
        (stateOf(each, 'ccu') === 'done' || !house.device(oldAddress, { central: place.central }).ok),
    );

const UNFINISHED: ReadonlySet<Replacement['state']> = new Set(['failed', 'running']);

/** A failed one in a new attempt. */
function again({ error: _, ended_at: __, ...replacement }: Replacement): Replacement {
  return { ...replacement, state: 'running' };
}

/** Reads the belongings of the old device into the report. */
async function read(
  deps: ReplacementKeeperDeps,
  replacement: Replacement,
  oldPlace: ParamsetAddress,
): Promise<Replacement> {
  await deps.swap.readNames(oldPlace.central);
  const belongings = await readBelongings(deps, oldPlace);
  const { channels, configuration, links, unread } = belongings;
  const count = channels.length + configuration.length + links.length;
  return { ...withStep(replacement, 'reading', endedStep({ count, left: unread })), belongings };
}

/** Another principal edits one of the two devices: nothing may reach the CCU. */
async function refuseEdited(
  { house, editLocks }: ReplacementKeeperDeps,
  { place, oldAddress }: SwapRequest,
  caller: Caller,
): Promise<void> {
  for (const device of [place.address, oldAddress]) {
    for (const address of configuredAddresses(house, { ...place, address: device })) {
      const lock = paramsetLock({ central: place.central, address }, 'MASTER');
      const holder = await editLocks?.otherHolder(lock, { principal: principalOf(caller).key });
      if (holder !== undefined) throw editedByOther('edit_lock', holder);
    }
  }
}

/**
 * Has the CCU put the new device in the place of the old one, unless it has done so already. The identities are stored
 * before the model loses the old device.
 */
async function askTheCcu(
  deps: ReplacementKeeperDeps,
  replacement: Replacement,
  { place, oldAddress }: SwapRequest,
): Promise<Replacement> {
  if (stateOf(replacement, 'ccu') === 'done') return replacement;
  const asked = withStep(replacement, 'ccu', { state: 'running' });
  let exchanged = withStep(asked, 'ccu', endedStep({ count: 1, left: [] }));
  await deps.book.put(asked);
  try {
    if (deps.house.device(oldAddress, { central: place.central }).ok)
      await deps.swap.exchange(place, oldAddress, async () => {
        // The old device may vanish right after this. `passOn` repeats it, and reports a failure.
        exchanged = await deps.book.succeed(exchanged, deps.clock.now()).catch(() => exchanged);
      });
  } catch (error) {
    await fail(deps, asked, 'ccu', error);
    throw error;
  }
  return exchanged;
}

/** Stores the failure. Never rejects: the failure itself is worth more than that of its report. */
async function fail(
  { book, clock, log }: ReplacementKeeperDeps,
  replacement: Replacement,
  subject: Subject,
  error: unknown,
): Promise<void> {
  const known = error instanceof GatewayError;
  if (!known) log.error('a device could not be replaced', { error });
  const failed: Replacement = {
    ...withStep(replacement, subject, { state: 'failed' }),
    state: 'failed',
    ended_at: toTimestamp(clock.now()),
    error: {
      reason: known ? (error.details.reason ?? error.code) : 'internal',
      message: known ? error.message : 'An internal error',
    },
  };
  await book
    .put(failed)
    .catch((lost: unknown) => log.warn('the report of a replaced device could not be stored', { error: lost }));
}

const interrupted = () =>
  new GatewayError('service_unready', 'The gateway was stopped meanwhile', { reason: 'interrupted' });

/** All steps after that of the CCU. Stops where the CCU is away; the same request goes on. Never rejects. */
async function passOn(
  deps: ReplacementKeeperDeps,
  begun: Replacement,
  { request, caller }: { readonly request: SwapRequest; readonly caller: Caller },
): Promise<void> {
  const { book, clock } = deps;
  const transfer = { belongings: begun.belongings!, oldAddress: request.oldAddress, place: request.place, caller };
  let current = begun;
  let subject: Subject = 'identity';
  try {
    current = await book.succeed(current, clock.now());
    await noteUndone(book, request);
    for (const [each, pass] of STEPS) {
      subject = each;
      if (caller.signal.aborted) throw interrupted();
      current = withStep(current, subject, { state: 'running' });
      await book.put(current);
      current = withStep(current, subject, endedStep(await pass(deps, transfer)));
    }
    const { belongings: _, ...done } = current;
    await book.put({ ...done, state: 'done', ended_at: toTimestamp(clock.now()) });
  } catch (error) {
    const cause = caller.signal.aborted ? interrupted() : error;
    await fail(deps, current, subject, cause);
  }
}

/** The replacement that this one takes back, also an unfinished one: nothing is left to go on with. */
async function noteUndone(book: ReplacementBook, { place, oldAddress }: SwapRequest): Promise<void> {
  const isTaken = (each: Replacement) =>
    each.old_address === place.address &&
    each.new_address === oldAddress &&
    (each.state === 'done' || (UNFINISHED.has(each.state) && stateOf(each, 'ccu') === 'done'));
  for (const { belongings: _, ...taken } of book.list(place.central).filter(isTaken))
    await book.put({ ...taken, state: 'undone' });
}

/** Programs are those of the new device once the model has it in its place. */
async function readPrograms(deps: ReplacementKeeperDeps, transfer: Transfer): Promise<Outcome> {
  await deps.swap.readAgain(transfer.place, transfer.oldAddress);
  return checkPrograms(deps, transfer);
}

const shown = ({ belongings: _, ...replacement }: Replacement): ReplacementReport => replacement;
