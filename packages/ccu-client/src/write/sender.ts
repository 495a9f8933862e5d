import { afterDoing, CcuError, clientClosed, saying } from '../model/errors.js';
import type { InterfaceName, RollbackReason } from '../model/model.js';
import type { WriteOutcome } from '../model/operations-model.js';
import { radioCost } from '../radio/airtime.js';
import type { InterfaceRpc, RpcOptions } from '../rpc/rpc.js';
import { outgoing } from './coerce.js';
import {
  afterFailure,
  asKnown,
  type Item,
  isShownAgain,
  paramsetOf,
  retryDelayMs,
  takenBefore,
  type Waiter,
  withoutUnwanted,
  yieldTo,
} from './item.js';
import type { WriterParts } from './parts.js';
import type { Confirmation, Expectation } from './pending.js';
import type { DropReason } from './queue.js';

/** Outcome of a proof. */
type Result = WriteOutcome | RollbackReason;

/** Resolves the waiters of `sent` now, for a pending write all of them; the others are settled when it is proved. */
function settle(
  waiters: readonly Waiter[],
  outcome: 'sent' | 'pending',
  proof: Promise<Result>,
  interfaceName: InterfaceName,
): void {
  for (const waiter of waiters) {
    if (waiter.until === 'sent' || outcome === 'pending') waiter.resolve(outcome);
  }
  proof.then(
    (result) => {
      for (const waiter of waiters) tell(waiter, result, interfaceName);
    },
    (error) => {
      const known = asKnown(error, () => new CcuError('protocol', 'not confirmed'));
      for (const waiter of waiters) waiter.reject(saying(known, { mayHaveRun: true }));
    },
  );
}

function tell(waiter: Waiter, result: Result, interfaceName: InterfaceName): void {
  if (result === 'timeout' || result === 'send_error') {
    waiter.reject(new CcuError('unconfirmed', 'sent, but the CCU never showed it', { interfaceName }));
  } else if (result === 'mismatch') {
    waiter.reject(new CcuError('mismatch', 'the CCU shows another value', { interfaceName }));
  } else waiter.resolve(result);
}

/** Joins the outcomes of parameters that were sent together. Rejects when the watch has ended. */
async function together(outcomes: readonly Promise<Confirmation>[], interfaceName: InterfaceName): Promise<Result> {
  const all = await Promise.all(outcomes);
  if (all.includes('closed')) throw saying(clientClosed(), { interfaceName });
  const wrong = all.find((outcome) => outcome === 'timeout' || outcome === 'mismatch');
  if (wrong !== undefined) return wrong;
  if (all.includes('superseded')) return 'superseded';
  return all.length === 0 ? 'sent' : 'confirmed';
}

/** Settles the waiters of an item that is not sent, or not sent again. */
function tellDropped(item: Item, reason: DropReason, interfaceName: InterfaceName): void {
  if (reason === 'held') tellRefused(item, noRadioTime(interfaceName));
  else if (reason === 'closed') tellRefused(item, saying(clientClosed(), { interfaceName }));
  else for (const waiter of item.waiters) waiter.resolve('superseded');
}

/** Rejects all waiters of an item; each learns which of its parameters the CCU took before. */
function tellRefused({ waiters, taken }: Item, error: CcuError): void {
  for (const waiter of waiters) {
    const applied = [...taken].filter((parameter) => waiter.parameters.has(parameter));
    waiter.reject(afterDoing(error, applied));
  }
}

export function noRadioTime(interfaceName: InterfaceName): CcuError {
  return new CcuError('duty_cycle', 'the duty cycle is exhausted; only critical writes are sent now', {
    interfaceName,
  });
}

/** Parameters that make a device act, by the values it received before. */
const ACTING: ReadonlySet<string> = new Set(['LEVEL', 'STATE']);

/** Returns the values in the requested order, but acting ones last: a time counts for the next command only. */
function inOrder<T>(values: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  const entries = [...values];
  return [
    ...entries.filter(([parameter]) => !ACTING.has(parameter)),
    ...entries.filter(([parameter]) => ACTING.has(parameter)),
  ];
}

/**
 * Sends an item in as few calls as the interface allows. `sent` receives each parameter that the CCU took where they go one
 * by one, so that a later refusal does not make the earlier ones look refused.
 */
async function transmit(
  rpc: Pick<InterfaceRpc, 'call'>,
  { command, request, values }: Item,
  options: RpcOptions & { readonly oneByOne: boolean; readonly sent: (parameter: string) => void },
): Promise<void> {
  const rx = request.rxMode === undefined ? [] : [request.rxMode];
  if (command && (values.size === 1 || options.oneByOne)) {
    for (const [parameter, value] of inOrder(values)) {
      await rpc.call('setValue', [request.channelAddress, parameter, outgoing(value), ...rx], options);
      options.sent(parameter);
    }
    return;
  }
  const struct = Object.fromEntries([...values].map(([parameter, value]) => [parameter, outgoing(value)]));
  await rpc.call('putParamset', [request.channelAddress, paramsetOf(request), struct, ...rx], options);
}

/** One try to send an item, with its expected proofs. */
interface Attempt {
  /** The CCU took this parameter; the others may still be refused. */
  took(parameter: string): void;
  /** The CCU took everything: settles with the outcome of it. */
  proof(): Promise<Result>;
  /** It broke off: parameters that the CCU took by then are proved, the rest still belongs to the item. */
  broken(): void;
  /** The device sleeps and will get the rest. */
  asleep(): void;
  /** The rest was not sent. */
  cancel(): void;
}

/** Begins to wait before sending, because the event may be faster than the answer. */
function beginAttempt(parts: WriterParts, item: Item): Attempt {
  const proofs = expectations(parts, item);
  const configuration = item.command ? undefined : parts.configurations.begin(item.request, item.values);
  const done = new Set<string>();
  return {
    took(parameter) {
      done.add(parameter);
    },
    proof() {
      for (const proof of proofs.values()) proof.taken();
      const outcomes = [...proofs.values()].map(({ outcome }) => outcome);
      return configuration?.proof() ?? together(outcomes, parts.deps.interfaceName);
    },
    broken() {
      for (const parameter of done) {
        proofs.get(parameter)?.taken();
        proofs.delete(parameter);
        takenBefore(item, parameter);
      }
    },
    asleep() {
      for (const proof of proofs.values()) proof.asleep();
      configuration?.asleep();
    },
    cancel() {
      for (const proof of proofs.values()) proof.cancel();
      configuration?.end();
    },
  };
}

/** Expected values of a command, by parameter. */
function expectations({ deps, pending }: WriterParts, item: Item): Map<string, Expectation> {
  const { command, request, values, description } = item;
  if (!command || request.momentary === true) return new Map();
  const { channelAddress, paramsetKey } = request;
  const shown = [...values].filter(([parameter, { value }]) =>
    isShownAgain(parameter, description?.[parameter], value),
  );
  return new Map(
    shown.map(([parameter, value]) => {
      const sent = { channelAddress, paramsetKey, parameter, value, at: deps.now(), asleep: false };
      return [parameter, pending.expect(sent)];
    }),
  );
}

/** An item without the members that follow from its request. */
type Unsent = Omit<Item, 'channel' | 'run' | 'drop' | 'airtimeMs'>;

/** Sending time of an item; it changes as values join and leave it. */
function airtimeOf({ profile, receptionOf }: WriterParts['deps'], { request, values }: Unsent): () => number {
  const { paramsetKey, channelAddress, rxMode } = request;
  const reception = receptionOf(channelAddress);
  const wakes = rxMode === 'BURST';
  return () => radioCost(profile, { paramsetKey, parameters: values.size, reception, wakes }).airtimeMs;
}

/** Sends queued items when their turn comes, and settles their callers with the outcome. */
export interface Sender {
  /** Throws `CcuError` when nothing more can wait. */
  queue(parts: Unsent): void;
}

const asWriteError = (error: unknown) => asKnown(error, () => new CcuError('protocol', 'the write failed'));

export function createSender(parts: WriterParts): Sender {
  const { deps, announcements, sending } = parts;
  const { interfaceName, profile, timings } = deps;

  function queue(content: Unsent): void {
    const item: Item = {
      ...content,
      channel: content.request.channelAddress,
      airtimeMs: airtimeOf(deps, content),
      run: () => send(item),
      drop: (reason) => {
        withoutUnwanted(item);
        announcements.sayGivenUp(item);
        tellDropped(item, reason, interfaceName);
      },
    };
    parts.queue.add(item);
  }

  async function send(item: Item): Promise<void> {
    withoutUnwanted(item);
    if (item.values.size === 0) return tellDropped(item, 'superseded', interfaceName);
    for (const waiter of item.waiters) waiter.underWay();
    const attempt = beginAttempt(parts, item);
    sending.add(item);
    try {
      await transmit(deps.rpc, item, {
        timeoutMs: timings.longRpcTimeoutMs,
        urgent: item.priority === 'critical',
        oneByOne: !profile.valuesTogether,
        sent: attempt.took,
      });
    } catch (error) {
      attempt.broken();
      sending.delete(item);
      failed(item, attempt, asWriteError(error));
      return;
    }
    sending.delete(item);
    settle(item.waiters, 'sent', attempt.proof(), interfaceName);
  }

  function failed(item: Item, attempt: Attempt, error: CcuError): void {
    if (error.mayHaveRun === true) {
      tellRefused(item, error);
      // The CCU may show it: its outcome is tracked as if it had been taken.
      settle([], 'sent', attempt.proof(), interfaceName);
      return;
    }
    const next = afterFailure(item, error);
    if (next === 'asleep') {
      attempt.asleep();
      settle(item.waiters, 'pending', Promise.resolve('pending'), interfaceName);
      return;
    }
    attempt.cancel();
    if (next === 'repeat' && repeat(item)) return;
    announcements.sayGivenUp(item);
    tellRefused(item, error);
  }

  /** Queues the item again, or drops it for newer writes. False when the queue takes no more. */
  function repeat(item: Item): boolean {
    if (yieldTo(item, announcements.newerThan(item))) {
      announcements.sayGivenUp(item);
      tellDropped(item, 'superseded', interfaceName);
      return true;
    }
    const notBefore = parts.elapsed() + retryDelayMs(item.tries, timings.writeRetryMs, deps.random);
    try {
      queue({ ...item, repeated: true, tries: item.tries + 1, notBefore });
      return true;
    } catch {
      return false;
    }
  }

  return { queue };
}
