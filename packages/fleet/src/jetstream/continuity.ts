import type { SharedLogState } from '@ccu-gateway/event-stream';
import { isEarlierEpoch, nextEpoch } from '@ccu-gateway/event-stream';
import type { MsgHdrs } from '@nats-io/transport-node';
import { reasonOf } from '../broker/answers.js';
import type { Broker } from './broker.js';

/** Where a follower is. */
export interface Place {
  epoch: string;
  at: number;
  /**
   * Number that `at` has to reach before all earlier messages are handed over; undefined once `live` has been reported.
   */
  liveAt: number | undefined;
  /** True when the stream is known to have given out `at`. */
  isReached: boolean;
  /** Of the message `at`, where it was there. */
  id: string | undefined;
}

type Source = Pick<Broker, 'name' | 'manager' | 'reading' | 'look' | 'renew' | 'hindered' | 'pause'>;

/**
 * The stream as it is now, under another epoch where its numbers went back; undefined where that cannot be found out.
 * The message that was handed over last shows numbers that went back and were given out again: it is another one.
 */
export async function lookFrom(broker: Source, place: Place, end: AbortSignal): Promise<SharedLogState | undefined> {
  const first = await lookOnce(broker, place);
  if (!first || first.continues) return first?.state;
  // A server that was away, or follows, answers for a moment from its previous state.
  await broker.pause(end);
  const second = await lookOnce(broker, place);
  if (!second || end.aborted) return undefined;
  return second.continues || !wentBack(place, second.state) ? second.state : markAnew(broker, place, second.state);
}

async function lookOnce(broker: Source, place: Place) {
  const state = await broker.look().catch(() => undefined);
  if (!state) return undefined;
  try {
    return { state, continues: await doesContinue(broker, place, state) };
  } catch (error) {
    broker.hindered(place, `events cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}

async function doesContinue(
  { manager, name }: Source,
  place: Place,
  { epoch, oldestSeq, lastSeq }: SharedLogState,
): Promise<boolean> {
  const { at } = place;
  if (epoch !== place.epoch || at > lastSeq) return false;
  if (at < oldestSeq) return true;
  const message = await manager.streams.getMessage(name, { seq: at });
  // Dropped since the check.
  if (!message) return true;
  place.id ??= idOf(message.header);
  return place.id === idOf(message.header);
}

/** The id that no other message of a log has; of a message of a stranger nothing is known. */
export function idOf(headers: MsgHdrs | undefined): string {
  return headers?.get('Nats-Msg-Id') ?? '';
}

function wentBack(place: Place, { epoch }: SharedLogState): boolean {
  return isEarlierEpoch(epoch, place.epoch) || (epoch === place.epoch && place.isReached);
}

async function markAnew(
  broker: Source,
  place: Place,
  { epoch, lastSeq }: SharedLogState,
): Promise<SharedLogState | undefined> {
  try {
    // A server that takes in the stream anew may answer a check. About messages only the leader answers.
    const isShort = epoch === place.epoch && place.at > lastSeq;
    if (isShort && (await broker.reading.hasAbove(place.at - 1))) return undefined;
    const state = await broker.renew(nextEpoch(place.epoch));
    return state.epoch === place.epoch ? undefined : state;
  } catch (error) {
    broker.hindered(
      place,
      `the numbers of the log went back, and it cannot be marked as another one: ${reasonOf(error)}`,
    );
    return undefined;
  }
}
