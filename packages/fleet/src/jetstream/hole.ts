import type { SharedLogState } from '@ccu-gateway/event-stream';
import type { Broker } from './broker.js';

/**
 * Resolves with true when the log has nothing above a number, although its last number is higher: that message was lost
 * with the end of a block, or an operator has removed it. Only the leader can answer; a consumer at a server that is
 * behind hands out nothing either.
 */
export async function endsInHole(
  { reading, pause }: Pick<Broker, 'reading' | 'pause'>,
  above: number,
  { epoch, lastSeq }: SharedLogState,
  end: AbortSignal,
): Promise<boolean> {
  if (await reading.hasAbove(above)) return false;
  // A server that has just come to lead may answer for a moment from its previous state.
  await pause(end);
  const later = await reading.ask();
  return later.epoch === epoch && later.lastSeq >= lastSeq && !(await reading.hasAbove(above));
}
