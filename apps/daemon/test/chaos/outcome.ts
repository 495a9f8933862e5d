/** Reasons of a gateway that does not know whether the CCU has taken a value, or will, or whether it was asked for that before. */
const UNKNOWN = new Set(['outcome_unknown', 'not_taken_yet', 'idempotency_unavailable']);

/** What an answer to a write means, in the words of `scripts/fleet/README.md`. */
export function outcomeOf(status: number, reason: string | undefined): string {
  if (status < 300) return 'accepted';
  if (reason !== undefined && UNKNOWN.has(reason)) return 'outcome_unknown';
  return status < 500 ? 'refused' : 'unreachable';
}
