import type { OutputConfig, ZoneConfig } from '../model/config.js';
import { record, type Turn, zoneState } from './turn.js';

/** Pauses between the writes of an output that is not confirmed. The last one repeats. */
const RETRY_MS = [2_000, 5_000, 10_000, 30_000, 60_000];

/** Pause after a write, by the number of writes before it. */
export const pauseAfter = (tries: number): number => RETRY_MS[Math.min(tries, RETRY_MS.length - 1)] ?? 0;

/** Records an event of an output. */
export function note(turn: Turn, zone: ZoneConfig, { id }: OutputConfig, event: string): void {
  const { incident } = zoneState(turn, zone.id);
  record(turn, {
    class: event.startsWith('output_un') ? 'fault' : 'trigger',
    event,
    zone: zone.id,
    ...(incident === undefined ? {} : { incident: incident.id }),
    details: { output: id },
  });
}
