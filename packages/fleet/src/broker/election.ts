import { setTimeout as sleep } from 'node:timers/promises';
import { isCode, isSilence } from './answers.js';

/** Servers that answer, but have no leader. */
export class NoLeaderError extends Error {}

/** Monotonic, in milliseconds. */
export interface WaitingTime {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const systemTime: WaitingTime = { now: () => performance.now(), pause: (ms) => sleep(ms) };

/** In milliseconds: servers have elected their leader after nine seconds. */
const ELECTION_MS = 12_000;
const AGAIN_MS = 200;

/**
 * A server without a leader of its stream does not answer for it: the leader has just gone, or the stream is just being
 * made. `ask` is called until it gets an answer, or a leader must have been elected.
 */
export async function throughElection<Answer>(
  ask: () => Promise<Answer>,
  { now, pause }: WaitingTime = systemTime,
): Promise<Answer> {
  const end = now() + ELECTION_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isElection = error instanceof NoLeaderError || isSilence(error) || isCode(error, 'notNow');
      if (now() >= end || !isElection) throw error;
    }
    await pause(AGAIN_MS);
  }
}

/** Result of publishing to a stream that there is. A leader that leads since just now does not listen for a moment. */
export async function publishedToLeader<Answer>(published: Promise<Answer>): Promise<Answer> {
  try {
    return await published;
  } catch (error) {
    if (error instanceof Error && error.name === 'JetStreamNotEnabled') {
      throw new NoLeaderError('the servers refuse published messages', { cause: error });
    }
    throw error;
  }
}
