import type { ValueWrite } from '@ccu-gateway/device-model';
import type { CcuWriter, House } from '../ports/house.js';
import type { Logger } from '../ports/log.js';
import type { Time } from '../ports/time.js';
import type { Caller } from '../use-case/caller.js';
import { GatewayError } from '../use-case/errors.js';
import { isPending, makeChange, type Recording } from '../use-case/record.js';
import { type ActWrite, isValue, observe, type Present } from './act.js';
import { type ActBook, keyOf } from './book.js';

/** Parts that send the values of acts and restore the values before. */
export interface Sending extends Recording {
  readonly house: Pick<House, 'validateWrite' | 'dataPoint'>;
  readonly ccu: CcuWriter;
  readonly book: ActBook;
  readonly time: Pick<Time, 'now'>;
  readonly log: Logger;
}

/** Sends the writes of an act that wait, and puts it in force. Interfaces send at the same time, one message after the other. */
export async function sendAct(parts: Sending, id: string, plans: readonly ValueWrite[], caller: Caller): Promise<void> {
  const lanes = new Map<string, ValueWrite[]>();
  for (const plan of plans) {
    const lane = `${plan.central}/${plan.interfaceName}`;
    lanes.set(lane, [...(lanes.get(lane) ?? []), plan]);
  }
  const sendLane = async (lane: readonly ValueWrite[]) => {
    for (const plan of lane) await sendOne(parts, id, plan, caller);
  };
  await Promise.all([...lanes.values()].map(sendLane));
  parts.book.change(id, (act) => (act.state === 'sending' ? { ...act, state: 'active' } : act));
}

async function sendOne(parts: Sending, id: string, plan: ValueWrite, caller: Caller): Promise<void> {
  const { book, time, log } = parts;
  const act = book.get(id);
  const key = keyOf(plan);
  const mine = act?.writes.find((write) => keyOf(write) === key);
  if (act === undefined || mine?.state !== 'waiting') return;
  if (act.state !== 'sending') {
    return book.changeWrite(id, key, (write) => ({ ...write, state: 'refused', reason: 'ended' }));
  }
  const present = presentOf(parts, plan);
  const previous = book.claimOn(key);
  // A value that changed while the gateway was away belongs to no act.
  const isClaimed =
    previous !== undefined && (!present?.isLive || observe(previous, present.value, time.now()).state === 'set');
  const before = isClaimed ? previous.before : present?.value;
  const sentAt = time.now();
  book.changeWrite(id, key, (each) => ({ ...each, state: 'set', sentAt, ...(isValue(before) && { before }) }));
  try {
    await writeOf(parts, plan, { caller, note: act.name, before });
  } catch (error) {
    if (!isPending(error)) {
      log.debug('a write of an act was refused', { act: id, error });
      book.changeWrite(id, key, (each) => ({ ...each, state: 'refused', reason: reasonOf(error) }));
      return;
    }
  }
  book.foreignWrite([key], id);
}

/** Sends one value, audited as `act_write`. */
export function writeOf(
  parts: Sending,
  plan: ValueWrite,
  how: { readonly caller: Caller; readonly note: string; readonly before: unknown },
): Promise<void> {
  const { central, deviceAddress, channel, parameter, value } = plan;
  const changes = [{ parameter, before: how.before, after: value.value }];
  const place = { central, deviceAddress, channelNo: channel, parameter, paramset: 'VALUES' };
  const options = { priority: 'default', signal: new AbortController().signal } as const;
  return makeChange(parts, how.caller, { action: 'act_write', ...place, changes, note: how.note }, () =>
    parts.ccu.write(plan, options),
  );
}

/** The present value of a data point; undefined where it no longer exists. */
export function presentOf(
  { house }: Pick<Sending, 'house'>,
  at: Pick<ActWrite, 'central' | 'deviceAddress' | 'channel' | 'parameter'>,
): Present | undefined {
  const { central, deviceAddress: address, channel, parameter } = at;
  const found = house.dataPoint({ address, central, channel, parameter });
  return found.ok ? { isLive: found.value.source === 'live', value: found.value.value } : undefined;
}

/** Stable word for the cause of a refusal. */
export const reasonOf = (error: unknown): string =>
  error instanceof GatewayError ? (error.details.reason ?? error.code) : 'internal';
