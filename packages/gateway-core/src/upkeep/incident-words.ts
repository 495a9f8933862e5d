import type { IncidentCode } from '@ccu-gateway/contract/types';

/** Summary of each incident in the list of incidents; `{name}` is inserted. */
export const INCIDENT_SUMMARIES: Readonly<Record<IncidentCode, string>> = {
  connection_lost: 'The connection was lost',
  events_missing: 'No events arrive although the CCU answers',
  callback_unreachable: 'The CCU cannot reach the gateway',
  ccu_booting: 'The CCU is starting',
  connection_restored: 'The connection is well again',
  descriptions_refused: 'The CCU refused descriptions of devices',
  configuration_lost: 'A device did not take over its configuration',
  broker_lost: 'The connection with the broker was lost',
  broker_restored: 'The broker is connected again',
  broker_message_dropped: 'A message of the broker was too large and was dropped',
  webhook_gives_up: 'A webhook gives events up',
  webhook_restored: 'The webhook is taken again',
  own_backup_failed: 'The scheduled backup of the gateway failed',
  own_backup_not_copied: 'A backup of the gateway could not be copied',
  own_backup_not_restored: 'A backup of the gateway was not restored',
  system_update_failed: 'The CCU did not install its firmware',
  matter_not_shown: '{name} cannot be shown over Matter',
  matter_shown_wrong: '{name} cannot be shown as it is',
  matter_not_understood: '{name}: {command} was not understood',
  part_failed: 'A fault that was not expected: {name}',
};

/** Code of an incident, and the inserted values of its summary. */
export interface IncidentMeaning {
  readonly code: IncidentCode;
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * The summary of an incident, in words for people.
 *
 * @example
 * incidentSummary('matter_not_shown', { name: 'Lamp' }); // 'Lamp cannot be shown over Matter'
 */
export function incidentSummary(code: IncidentCode, facts: IncidentMeaning['facts'] = {}): string {
  return INCIDENT_SUMMARIES[code].replaceAll(/\{(\w+)\}/g, (whole, key: string) => facts[key] ?? whole);
}

/**
 * Meaning of a recorded summary, for programs: only the words are stored. Undefined for any other text.
 *
 * @example
 * incidentMeaning('Lamp cannot be shown over Matter'); // { code: 'matter_not_shown', facts: { name: 'Lamp' } }
 */
export function incidentMeaning(summary: string): IncidentMeaning | undefined {
  const plain = PLAIN.get(summary);
  if (plain !== undefined) return { code: plain, facts: {} };
  for (const { code, end, pattern } of WITH_FACTS) {
    const match = summary.endsWith(end) ? pattern.exec(summary) : null;
    if (match !== null) return { code, facts: { ...match.groups } };
  }
  return undefined;
}

// The keys of the table are its codes.
const TEMPLATES = Object.entries(INCIDENT_SUMMARIES) as readonly (readonly [IncidentCode, string])[];

/** Summaries that insert nothing, by their text. */
const PLAIN: ReadonlyMap<string, IncidentCode> = new Map(
  TEMPLATES.filter(([, template]) => !template.includes('{')).map(([code, template]) => [template, code]),
);

/** The others: made once, because a list of incidents asks thousands of times. */
const WITH_FACTS = TEMPLATES.filter(([, template]) => template.includes('{')).map(([code, template]) => ({
  code,
  end: template.slice(template.lastIndexOf('}') + 1),
  pattern: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`, 's'),
}));
