import { type CcuError, isCcuError, saying } from '../model/errors.js';
import type { ParamsetDescription, WritePriority } from '../model/model.js';
import type { TypedValue, WriteOutcome, WriteRequest } from '../model/operations-model.js';
import { abortError } from '../time/wait.js';
import type { Job } from './queue.js';
import { paramsetOf } from './read-back.js';
import { comesBack } from './shown.js';

/** A write on its way, with everybody who waits for it. */
export interface Item extends Job {
  priority: WritePriority;
  readonly request: WriteRequest;
  readonly values: Map<string, TypedValue>;
  readonly description: ParamsetDescription | undefined;
  waiters: readonly Waiter[];
  /** Parameters that the CCU took before it refused another one. */
  readonly taken: Set<string>;
  readonly tries: number;
}

export interface Waiter {
  /** What of the item is still theirs; empty once a newer write took over or they gave up. */
  readonly parameters: Set<string>;
  readonly until: 'sent' | 'confirmed';
  /** From now on giving up takes nothing back: it only ends waiting for a confirmation. */
  underWay(): void;
  resolve(outcome: WriteOutcome): void;
  reject(error: CcuError): void;
}

/** The caller, to be told the end of it. Giving up before it is sent takes it back. */
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
 * Whether the new values may join a waiting item. Not where they replace a value and leave behind what only went with it,
 * such as the time after which a light goes off again.
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

/** The latest value of a parameter wins; who waited for an older one is told. */
export function join(item: Item, values: ReadonlyMap<string, TypedValue>, waiter: Waiter): void {
  for (const [parameter, value] of values) item.values.set(parameter, value);
  supersede(item, values.keys());
  item.waiters = [...item.waiters, waiter];
}

/** These parameters were written anew, so that their old values are not waited for any longer. */
function supersede(item: Item, parameters: Iterable<string>): void {
  const taken = [...parameters];
  for (const waiter of item.waiters) {
    const before = waiter.parameters.size;
    for (const parameter of taken) waiter.parameters.delete(parameter);
    if (before > 0 && waiter.parameters.size === 0) waiter.resolve('superseded');
  }
  item.waiters = item.waiters.filter((waiter) => waiter.parameters.size > 0);
}

/** Takes parameters out of an item, and with them what only goes together with them. */
export function takeOut(item: Item, parameters: Iterable<string>): void {
  const taken = [...parameters].filter((parameter) => item.values.has(parameter));
  if (taken.length === 0) return;
  for (const parameter of taken) item.values.delete(parameter);
  const rest = [...item.values.keys()];
  const alone = item.command && rest.every((parameter) => !comesBack(item.description?.[parameter]));
  if (alone) item.values.clear();
  supersede(item, alone ? [...taken, ...rest] : taken);
}

/** Leaves to newer writes of the same place what they write too. True when nothing is left to send. */
export function yieldTo(item: Item, newer: readonly Item[]): boolean {
  for (const { values } of newer) takeOut(item, values.keys());
  const isStopped = item.command && newer.some(({ priority }) => priority === 'critical');
  return isStopped || item.values.size === 0;
}

/** The CCU took this parameter before it refused another one. */
export function takenBefore(item: Item, parameter: string): void {
  item.taken.add(parameter);
  // A time that was taken may be spent on the try that failed: it goes along when that is repeated.
  if (comesBack(item.description?.[parameter])) item.values.delete(parameter);
}

/** Takes out the values whose callers all gave up before they were sent. */
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
