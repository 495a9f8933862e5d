import { CcuError, isCcuError, saying } from '../model/errors.js';
import type { ParameterDescription, ParamsetDescription, WireValue, WritePriority } from '../model/model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import type { Random } from '../model/ports.js';
import { isStruct } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import { createBackoff } from '../time/backoff.js';
import { abortError } from '../time/wait.js';
import { sameOnWire } from './coerce.js';
import type { Job } from './queue.js';

/** The fault code of HmIP for a device that sleeps: the value is queued and will be sent, so it is no error. */
const TRANSMISSION_PENDING = -10;

const MAX_TRIES = 3;
const MAX_RETRY_MS = 30_000;

/** Decides about a failed write: the device sleeps and will get it, it is sent again, or it is given up. */
export function afterFailure(
  { request, tries }: Pick<Item, 'request' | 'tries'>,
  error: unknown,
): 'asleep' | 'repeat' | 'give_up' {
  if (isTransmissionPending(error)) return 'asleep';
  const mayRepeat = request.momentary !== true && tries + 1 < MAX_TRIES && isWorthRepeating(error);
  return mayRepeat ? 'repeat' : 'give_up';
}

/** The pause before the next try; it doubles with every one. */
export function retryDelayMs(tries: number, firstMs: number, random: Random): number {
  return createBackoff({ minMs: firstMs * 2 ** tries, maxMs: MAX_RETRY_MS, random }).next();
}

function isTransmissionPending(error: unknown): boolean {
  return isCcuError(error) && error.code === 'fault' && error.faultCode === TRANSMISSION_PENDING;
}

/** True when the radio or the line swallowed it, so that the same write may work a moment later. */
function isWorthRepeating(error: unknown): boolean {
  if (!isCcuError(error)) return false;
  if (error.code === 'timeout') return true;
  return (
    error.code === 'fault' &&
    error.faultCode === -1 &&
    /TIMEOUT|UNREACH|NACK|no ack|no answer|radio/i.test(error.message)
  );
}

/** Parameters that act relative to the present: sending them twice does something else than sending them once. */
export function isRelative(parameter: string): boolean {
  return /^(?:PRESS_|TOGGLE|OLD_LEVEL|RAMP_STOP|STEP|INC|DEC)/.test(parameter);
}

/** Returns the name of the paramset of a write at the CCU. */
export function paramsetOf(request: WriteRequest): string {
  return request.paramsetKey === 'LINK' ? request.peer! : request.paramsetKey;
}

/**
 * Reads back a configuration; returns the parameters that the CCU shows with another value. A CCU confirms members that it
 * ignored too, so a confirmation proves nothing.
 */
export async function readWrong(
  rpc: Pick<InterfaceRpc, 'call'>,
  request: WriteRequest,
  values: ReadonlyMap<string, TypedValue>,
  shown: (paramset: Readonly<Record<string, WireValue>>) => void,
): Promise<readonly string[]> {
  const seen = await rpc.call('getParamset', [request.channelAddress, paramsetOf(request)]);
  if (!isStruct(seen)) throw new CcuError('protocol', 'the CCU answered with something that is no paramset');
  shown(seen);
  return [...values].flatMap(([parameter, { value }]) => {
    const present = seen[parameter];
    return present !== undefined && !sameOnWire(value, present) ? [parameter] : [];
  });
}

const READ = 1;
const EVENT = 4;

/** True when a parameter shows anything of a value that was written to it. */
function comesBack(description: ParameterDescription | undefined): boolean {
  return ((description?.OPERATIONS ?? 0) & (READ | EVENT)) !== 0;
}

/** True when the parameter will show the written value itself: some values only stand for another one. */
export function isShownAgain(
  parameter: string,
  description: ParameterDescription | undefined,
  value: WireValue,
): boolean {
  if (!comesBack(description)) return false;
  // A little above 100 % is "as before" or "as it is", and so is the hue behind the last one.
  if (/^(LEVEL|SATURATION)/.test(parameter)) return !(typeof value === 'number' && value > 1 && value < 1.3);
  return !(parameter === 'HUE' && value === 361);
}

/** Values that show a channel on its way, such as a blind that runs, by parameter. */
const ON_ITS_WAY: Readonly<Record<string, readonly WireValue[]>> = {
  WORKING: [true],
  PROCESS: [1],
  ACTIVITY_STATE: [1, 2],
  DIRECTION: [1, 2],
};

export function isOnItsWay(shown: (parameter: string) => WireValue | undefined): boolean {
  return Object.entries(ON_ITS_WAY).some(([parameter, values]) => {
    const value = shown(parameter);
    return value !== undefined && values.includes(value);
  });
}

/** A write on its way, with all callers that wait for it. */
export interface Item extends Job {
  priority: WritePriority;
  background: boolean;
  readonly request: WriteRequest;
  readonly values: Map<string, TypedValue>;
  readonly description: ParamsetDescription | undefined;
  waiters: readonly Waiter[];
  /** Parameters that the CCU took before it refused another one. */
  readonly taken: Set<string>;
  readonly tries: number;
}

export interface Waiter {
  /** Parameters of the item that still belong to the caller; empty once a newer write took over or the caller gave up. */
  readonly parameters: Set<string>;
  readonly until: 'sent' | 'confirmed';
  /** From now on giving up takes nothing back: it only ends waiting for a confirmation. */
  underWay(): void;
  resolve(outcome: WriteOutcome): void;
  reject(error: CcuError): void;
}

/** Makes the waiter of a caller, which receives the outcome. Giving up before the write is sent takes it back. */
export function createWaiter(
  request: WriteRequest,
  parameters: Iterable<string>,
  settle: { readonly resolve: (outcome: WriteOutcome) => void; readonly reject: (error: CcuError) => void },
): Waiter {
  const { signal, until = 'sent' } = request;
  const mine = new Set(parameters);
  let isUnderWay = false;
  const giveUp = () => {
    if (!isUnderWay) mine.clear();
    settle.reject(saying(abortError(signal!), { mayHaveRun: isUnderWay }));
  };
  const stopListening = () => signal?.removeEventListener('abort', giveUp);
  signal?.addEventListener('abort', giveUp, { once: true });
  return {
    parameters: mine,
    until,
    underWay() {
      isUnderWay = true;
      if (until === 'sent') stopListening();
    },
    resolve(outcome) {
      stopListening();
      settle.resolve(outcome);
    },
    reject(error) {
      stopListening();
      settle.reject(error);
    },
  };
}

/**
 * True when the new values may join a waiting item. They may not replace a value and leave behind a parameter that only went
 * with it, such as the time after which a light goes off again.
 */
export function accepts(
  item: Item,
  request: WriteRequest,
  values: ReadonlyMap<string, TypedValue>,
  profile: { readonly valuesTogether: boolean },
): boolean {
  if (item.repeated || item.priority === 'critical' || item.request.momentary === true) return false;
  if (!item.command || item.request.rxMode !== request.rxMode) return false;
  const replaced = [...values.keys()].some((parameter) => item.values.has(parameter));
  const leftBehind = [...item.values.keys()].filter((parameter) => !values.has(parameter));
  if (replaced && leftBehind.some((parameter) => !comesBack(item.description?.[parameter]))) return false;
  // Where values go one by one, a write is replaced as a whole or not at all.
  return profile.valuesTogether || sameKeys(item.values, values);
}

const sameKeys = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

/** Joins values to an item: the latest value of a parameter wins, and callers with only older values are superseded. */
export function join(item: Item, values: ReadonlyMap<string, TypedValue>, waiter: Waiter): void {
  for (const [parameter, value] of values) item.values.set(parameter, value);
  supersede(item, values.keys());
  item.waiters = [...item.waiters, waiter];
}

/** Ends the waiting for the old values of parameters that were written anew. */
function supersede(item: Item, parameters: Iterable<string>): void {
  const taken = [...parameters];
  for (const waiter of item.waiters) {
    const before = waiter.parameters.size;
    for (const parameter of taken) waiter.parameters.delete(parameter);
    if (before > 0 && waiter.parameters.size === 0) waiter.resolve('superseded');
  }
  item.waiters = item.waiters.filter((waiter) => waiter.parameters.size > 0);
}

/** Takes parameters out of an item, and with them the rest where it only goes together with them. */
export function takeOut(item: Item, parameters: Iterable<string>): void {
  const taken = [...parameters].filter((parameter) => item.values.has(parameter));
  if (taken.length === 0) return;
  for (const parameter of taken) item.values.delete(parameter);
  const rest = [...item.values.keys()];
  const alone = item.command && rest.every((parameter) => !comesBack(item.description?.[parameter]));
  if (alone) item.values.clear();
  supersede(item, alone ? [...taken, ...rest] : taken);
}

/** Leaves the parameters of newer writes of the same paramset to these. True when nothing is left to send. */
export function yieldTo(item: Item, newer: readonly Item[]): boolean {
  for (const { values } of newer) takeOut(item, values.keys());
  const isStopped = item.command && newer.some(({ priority }) => priority === 'critical');
  return isStopped || item.values.size === 0;
}

/** Notes that the CCU took this parameter before it refused another one. */
export function takenBefore(item: Item, parameter: string): void {
  item.taken.add(parameter);
  // A time that was taken may be spent on the try that failed: it goes along when that is repeated.
  if (comesBack(item.description?.[parameter])) item.values.delete(parameter);
}

/** Takes out the values of which all callers gave up before they were sent. */
export function withoutUnwanted(item: Item): void {
  for (const parameter of [...item.values.keys()]) {
    if (!item.waiters.some(({ parameters }) => parameters.has(parameter))) item.values.delete(parameter);
  }
}

export function samePlace(a: WriteRequest, b: WriteRequest): boolean {
  return a.channelAddress === b.channelAddress && paramsetOf(a) === paramsetOf(b);
}

export function asKnown(error: unknown, make: () => CcuError): CcuError {
  return isCcuError(error) ? error : make();
}
