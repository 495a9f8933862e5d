import { CcuError, clientClosed } from '../model/errors.js';
import type { ParamsetDescription, WireValue, WritePriority } from '../model/model.js';
import type { RadioLoad, TypedValue, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import { abortError } from '../time/wait.js';
import { coerce, sameOnWire } from './coerce.js';
import {
  accepts,
  asKnown,
  createWaiter,
  type Item,
  isRelative,
  join,
  samePlace,
  takeOut,
  type Waiter,
} from './item.js';
import { byParamset, type SentValue } from './journal.js';
import { createWriterParts, type WriterDeps, type WriterParts } from './parts.js';
import { createBurstGuard, RANK } from './queue.js';
import { createSender, noRadioTime, type Sender } from './sender.js';

/** Returns the values with their types on the wire. Throws `CcuError` `invalid_argument`. */
function typeValues(request: WriteRequest, description: ParamsetDescription | undefined): Map<string, TypedValue> {
  const values = new Map<string, TypedValue>();
  for (const [parameter, value] of Object.entries(request.values)) {
    if (isTyped(value)) {
      values.set(parameter, value);
      continue;
    }
    const described = description?.[parameter];
    if (described === undefined) throw new CcuError('invalid_argument', `${parameter} is not known there`);
    values.set(parameter, coerce(parameter, described, value));
  }
  return values;
}

/** True when writing this does something each time, like a key press, instead of setting a state. */
function isMomentary(values: ReadonlyMap<string, TypedValue>, description: ParamsetDescription | undefined): boolean {
  return [...values.keys()].some((parameter) => description?.[parameter]?.TYPE === 'ACTION' || isRelative(parameter));
}

function isTyped(value: WireValue | TypedValue): value is TypedValue {
  return typeof value === 'object' && !Array.isArray(value) && 'type' in value && 'value' in value;
}

/** Goes on proving the values that an earlier run sent and did not prove. */
interface Recovery {
  /** Reads the values that an earlier run left behind. */
  recall(): Promise<void>;
  /** Devices and values are known: waits for the rest of it again. Later calls do nothing. */
  resume(): void;
}

function createRecovery(parts: WriterParts): Recovery {
  const { journal } = parts;
  let recalled: readonly SentValue[] = [];

  return {
    async recall() {
      recalled = await journal.recall();
    },
    resume() {
      const left = recalled.filter((sent) => journal.has(sent));
      recalled = [];
      for (const sent of left) if (sent.paramsetKey === 'VALUES') resumeValue(parts, sent);
      for (const paramset of byParamset(left)) resumeParamset(parts, paramset);
    },
  };
}

function resumeValue({ deps, pending }: WriterParts, sent: SentValue): void {
  const { channelAddress, parameter, value } = sent;
  const { central, interfaceName } = deps;
  const place = { central, interfaceName, at: deps.now(), channelAddress, parameter };
  deps.emit({ type: 'write_waiting', ...place, value: value.value });
  const proof = pending.expect(sent);
  const shown = deps.confirmedValue(channelAddress, parameter);
  if (shown !== undefined) pending.seen(channelAddress, parameter, shown);
  if (sent.asleep) proof.asleep();
  else proof.taken();
}

function resumeParamset({ deps, configurations }: WriterParts, paramset: readonly SentValue[]): void {
  const { channelAddress, paramsetKey, peer } = paramset[0]!;
  const { interfaceName } = deps;
  configurations.resume({ interfaceName, channelAddress, paramsetKey, peer, values: {} }, paramset);
}

/** A write with values that are known to be acceptable. */
interface CheckedWrite {
  /** `momentary` is decided. */
  readonly request: WriteRequest;
  readonly values: Map<string, TypedValue>;
  readonly description: ParamsetDescription | undefined;
  readonly priority: WritePriority;
  readonly background: boolean;
}

/** Takes a write into the queue: into an item that waits already, or as a new one. Settles with its end. */
function takeIn(parts: WriterParts, sender: Sender, write: CheckedWrite): Promise<WriteOutcome> {
  return new Promise((resolve, reject) => {
    const { request, values, priority } = write;
    if (request.signal?.aborted === true) {
      reject(abortError(request.signal));
      return;
    }
    const waiter = createWaiter(request, values.keys(), { resolve, reject });
    const before = parts.queue.of(request.channelAddress);
    const last = isMergeable(write) ? before.findLast(({ repeated }) => !repeated) : undefined;
    if (last !== undefined && accepts(last, request, values, parts.deps.profile)) {
      if (RANK[priority] < RANK[last.priority]) last.priority = priority;
      last.background &&= write.background;
      join(last, values, waiter);
    } else if (!queueAlone(parts, sender, write, waiter)) return;
    // An item that is sent after this one must not bring back an older value.
    for (const older of before) {
      if (isSentLater(older, priority) && samePlace(older.request, request)) takeOut(older, values.keys());
    }
  });
}

/** Milliseconds in which values of one request, or of one packet of a broker, come after each other. */
const TOGETHER_MS = 1;

/**
 * Milliseconds that a write waits for others of its channel: hardly any at a quiet one, because people wait for a switch, and
 * at another one until it is quiet.
 */
function mergeMs({ queue, deps }: WriterParts, write: CheckedWrite): number {
  if (!isMergeable(write)) return 0;
  const shortest = Math.min(TOGETHER_MS, deps.timings.coalesceMs);
  return Math.max(shortest, queue.quietInMs(write.request.channelAddress));
}

/** Queues a write as an item of its own. False when nothing more can wait; its caller is rejected then. */
function queueAlone(parts: WriterParts, sender: Sender, write: CheckedWrite, waiter: Waiter): boolean {
  const notBefore = parts.elapsed() + mergeMs(parts, write);
  const command = write.request.paramsetKey === 'VALUES';
  try {
    sender.queue({ ...write, command, notBefore, waiters: [waiter], taken: new Set(), repeated: false, tries: 0 });
    return true;
  } catch (error) {
    waiter.reject(asKnown(error, clientClosed));
    return false;
  }
}

/** True when a write may wait a moment for others that go along with it. */
function isMergeable({ request, priority }: CheckedWrite): boolean {
  return request.paramsetKey === 'VALUES' && priority !== 'critical' && request.momentary !== true;
}

/** True when an item that waits already is sent only after a new write of this priority. */
function isSentLater(older: Item, priority: WritePriority): boolean {
  return older.repeated || (priority === 'critical' && older.request.momentary !== true);
}

/** Sends values of one interface: typed, in order of importance, merged, repeated where that is safe, and proved. */
export interface Writer {
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** A value arrived from the CCU. */
  seen(channelAddress: string, parameter: string, value: WireValue): void;
  /** Reads the values that an earlier run left unproved. */
  recall(): Promise<void>;
  /** Devices and values are known: goes on proving the recalled values. Later calls do nothing. */
  resume(): void;
  /** Sending time of the interface, and the writes that wait for it. */
  radio(): RadioLoad;
  /**
   * Refuses waiting writes, lets writes under way end, and keeps unproved values for the next start. Resolves when these are
   * saved. Never rejects.
   */
  close(): Promise<void>;
}

/**
 * Creates the writer of one interface.
 *
 * @example
 * const writer = createWriter({ ...deps, interfaceName: 'HmIP-RF', profile: INTERFACE_PROFILES['HmIP-RF'] });
 */
export function createWriter(deps: WriterDeps): Writer {
  const parts = createWriterParts(deps);
  const { queue, closing, watch, journal, pending } = parts;
  const guard = createBurstGuard(parts.elapsed);
  const sender = createSender(parts);
  const { recall, resume } = createRecovery(parts);

  async function write(request: WriteRequest): Promise<WriteOutcome> {
    checkRequest(request, closing.signal);
    const { channelAddress, paramsetKey } = request;
    const description = await deps.describe(channelAddress, paramsetKey).catch(() => undefined);
    const values = typeValues(request, description);
    const momentary = request.momentary ?? isMomentary(values, description);
    if (request.force === false && !momentary && isConfirmed(parts, request, values)) return 'skipped';
    const asked = request.priority ?? (paramsetKey === 'VALUES' ? 'high' : 'default');
    const priority = guard(asked);
    const reception = deps.receptionOf(channelAddress);
    if (priority !== 'critical' && reception !== 'none' && queue.mode() === 'critical_only') {
      throw noRadioTime(deps.interfaceName);
    }
    journal.check(values);
    // The guard changes the order of a burst, but a person or a script still waits for it.
    const background = asked === 'low';
    const checked = { request: { ...request, momentary }, values, description, priority, background };
    return await takeIn(parts, sender, checked);
  }

  return {
    write,
    seen(channelAddress, parameter, value) {
      pending.seen(channelAddress, parameter, value);
      watch.seen(channelAddress, parameter, value);
    },
    recall,
    resume,
    radio() {
      const waiting = queue.waiting();
      return {
        usedPercent: deps.budget.usedPercent(),
        forecastPercent: deps.budget.forecastPercent(waiting.airtimeMs),
        waiting: waiting.count,
        waitingInBackground: waiting.background,
        mode: queue.mode(),
      };
    },
    close() {
      // The end of waiting writes is announced while clients still listen.
      queue.close();
      closing.abort(clientClosed());
      pending.close();
      return journal.close();
    },
  };
}

function checkRequest({ signal, paramsetKey, peer, values }: WriteRequest, closing: AbortSignal): void {
  if (closing.aborted) throw abortError(closing);
  if (signal?.aborted === true) throw abortError(signal);
  if (Object.keys(values).length === 0) throw new CcuError('invalid_argument', 'there is nothing to write');
  if (paramsetKey === 'LINK' && peer === undefined) throw new CcuError('invalid_argument', 'a link needs its peer');
}

/** True when the values are shown already, and nothing is under way that would change them. */
function isConfirmed(
  { deps, pending, queue }: WriterParts,
  { channelAddress, paramsetKey }: WriteRequest,
  values: ReadonlyMap<string, TypedValue>,
): boolean {
  if (paramsetKey !== 'VALUES' || queue.of(channelAddress).length > 0) return false;
  return [...values].every(([parameter, { value }]) => {
    const confirmed = deps.confirmedValue(channelAddress, parameter);
    const isShown = confirmed !== undefined && sameOnWire(value, confirmed);
    return isShown && !pending.has(channelAddress, parameter);
  });
}
