import type { ChainedEntry, Plan } from '@ccu-gateway/alarm';
import type { AlarmIncident } from '@ccu-gateway/contract/types';
import { toTimestamp } from '../use-case/timestamp.js';

/** Entries of the journal that end an alarm. */
const ENDS: ReadonlySet<string> = new Set(['ended', 'rearmed', 'disarmed']);

/** Alarms in entries of the journal, both newest first. An alarm whose begin is missing is left out. */
export function incidentsOf(entries: readonly ChainedEntry[], plan: Plan): readonly AlarmIncident[] {
  const byIncident = new Map<number, ChainedEntry[]>();
  for (const entry of entries) {
    if (entry.incident === undefined) continue;
    byIncident.set(entry.incident, [entry, ...(byIncident.get(entry.incident) ?? [])]);
  }
  return [...byIncident].flatMap(([id, list]) => incidentOf(id, list, plan)).sort((a, b) => b.id - a.id);
}

/** `entries` of one alarm, oldest first. */
function incidentOf(id: number, entries: readonly ChainedEntry[], plan: Plan): readonly AlarmIncident[] {
  const begin = entries.find(({ event }) => event === 'triggered');
  if (begin === undefined) return [];
  const { zone = '', at, details } = begin;
  const sensor = typeof details?.sensor === 'string' ? details.sensor : undefined;
  const end = entries.find(({ event }) => ENDS.has(event));
  const acknowledgement = entries.find(({ event }) => event === 'acknowledged');
  return [
    {
      id,
      zone_id: zone,
      zone_name: plan.zones.get(zone)?.name ?? zone,
      started_at: toTimestamp(at),
      cause: String(details?.cause),
      ...(sensor !== undefined && { sensor_id: sensor, sensor_name: plan.sensors.get(sensor)?.sensor.name ?? sensor }),
      while_away: details?.while_away === true,
      triggers: entries.filter(({ event }) => event.startsWith('triggered')).length,
      silenced: entries.some(({ event }) => event === 'silenced'),
      ...(end !== undefined && { ended_at: toTimestamp(end.at) }),
      ...(end?.actor !== undefined && { ended_by: end.actor }),
      ...(acknowledgement !== undefined && { acknowledged_at: toTimestamp(acknowledgement.at) }),
      ...(acknowledgement?.actor !== undefined && { acknowledged_by: acknowledgement.actor }),
    },
  ];
}
