import type { FleetEnvironment } from '../model/environment.js';
import { pause } from '../time/system.js';
import { isCode, isSilence } from './answers.js';

/** Servers that answer, but have no leader. */
export class NoLeaderError extends Error {}

/** In milliseconds: servers have elected their leader after nine seconds. */
const ELECTION_MS = 12_000;
const AGAIN_MS = 200;

/**
 * A server without a leader of its stream does not answer for it: the leader has just gone, or the stream is just being
 * made. `ask` is called until it gets an answer, or a leader must have been elected.
 */
export async function throughElection<Answer>(
  ask: () => Promise<Answer>,
  { elapsed, after }: Pick<FleetEnvironment, 'elapsed' | 'after'>,
): Promise<Answer> {
  const end = elapsed() + ELECTION_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isElection = error instanceof NoLeaderError || isSilence(error) || isCode(error, 'notNow');
      if (elapsed() >= end || !isElection) throw error;
    }
    await pause(after, AGAIN_MS);
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
