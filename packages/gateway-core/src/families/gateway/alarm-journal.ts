import type { ChainedEntry } from '@ccu-gateway/alarm';
import type {
  AlarmIncident,
  AlarmIncidentReport,
  AlarmJournalEntry,
  AlarmJournalProof,
  AlarmJournalQuery,
} from '@ccu-gateway/contract/types';
import * as bodies from '../../alarm/bodies.js';
import { incidentsOf } from '../../alarm/incidents.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { reading, useCase } from '../../use-case/use-case.js';
import type { Alarming } from './alarm.js';

type Reading = Pick<Alarming, 'alarm'>;

/** Entries of one answer. */
const MOST_ENTRIES = 5_000;

/** Entries of the journal, newest first. Role `operator`; the used codes are shown to administrators alone. */
export const readAlarmJournal = useCase(
  'operator',
  async ({ alarm }: Reading, caller: Caller, query: AlarmJournalQuery): Promise<readonly AlarmJournalEntry[]> => {
    const { zone, class: kind, from, to, limit } = query;
    const found = await alarm.journal({
      zone,
      class: kind,
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      limit: Math.min(limit === 0 ? 500 : limit, MOST_ENTRIES),
    });
    return found.map((entry) => shownEntry(caller, entry));
  },
);

const entriesOf = ({ alarm }: Reading, zone?: string) => alarm.journal({ zone, limit: MOST_ENTRIES });

/** Alarms among the newest entries of the journal, newest first. Role `operator`. */
export const listAlarmIncidents = reading(
  'operator',
  async (
    ports: Reading,
    { zone, limit }: { readonly zone?: string | undefined; readonly limit: number },
  ): Promise<readonly AlarmIncident[]> => incidentsOf(await entriesOf(ports, zone), ports.alarm.plan()).slice(0, limit),
);

/**
 * One alarm with its entries of the journal, oldest first. Role `operator`; the used codes are shown to administrators alone.
 *
 * @throws GatewayError `not_found` also for an alarm that is older than the newest entries of the journal
 */
export const getAlarmIncident = useCase(
  'operator',
  async (ports: Reading, caller: Caller, id: number): Promise<AlarmIncidentReport> => {
    const entries = (await entriesOf(ports)).filter(({ incident }) => incident === id);
    const [found] = incidentsOf(entries, ports.alarm.plan());
    if (found === undefined) throw notFound(`Incident ${id}`);
    return { ...found, entries: entries.reverse().map((entry) => shownEntry(caller, entry)) };
  },
);

const shownEntry = (caller: Caller, entry: ChainedEntry): AlarmJournalEntry =>
  bodies.journalBody(principalOf(caller).role === 'admin' ? entry : bodies.withoutCode(entry));

/** Checks the hashes of the whole journal. Role `operator`. */
export const verifyAlarmJournal = reading('operator', async ({ alarm }: Reading): Promise<AlarmJournalProof> => {
  const proof = await alarm.proof();
  return { ok: proof.ok, entries: proof.entries, ...(proof.ok ? {} : { first_bad_id: proof.id }) };
});
