import type { AlarmZoneStatus } from '@ccu-gateway/contract/types';

/** States of a zone, the most urgent first. */
const STATES = ['triggered', 'pending', 'arming', 'armed', 'disarmed'] as const;

/**
 * State of the alarm system: the most urgent one of its zones; undefined without a zone.
 * @example
 * mostUrgent([]); // undefined
 */
export const mostUrgent = (zones: readonly Pick<AlarmZoneStatus, 'state'>[]): (typeof STATES)[number] | undefined =>
  STATES.find((state) => zones.some((zone) => zone.state === state));
