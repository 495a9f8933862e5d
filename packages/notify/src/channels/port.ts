import type { Attempt } from '@ccu-gateway/webhook-bridge/requests';
import type { Note } from '../texts/note.js';

/** Delivers notes: the port that every kind of channel has. */
export interface Channel {
  /** Makes one attempt; never rejects. */
  deliver(note: Note, signal: AbortSignal): Promise<Attempt>;
}
