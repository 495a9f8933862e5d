import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { eventText, journalTexts } from './journal-texts.js';
import { refusalsOf, refusedBy } from './refused.js';
import { alarmTexts } from './texts.js';
import type { NamedBlocker } from './zone-facts.js';

const NEWEST = 20;

/** The newest entries of the journal, for operators. */
export function Journal() {
  const { session } = useServices();
  return session.may('operator') ? <Entries /> : null;
}

function Entries() {
  const say = useTexts(alarmTexts);
  const formats = useFormats();
  const { clock } = useServices();
  const journal = useResource(
    async ({ gateway }) => {
      const entries = await gateway.call('listAlarmJournal', { query: { limit: NEWEST } });
      const refused = entries.filter(({ details }) => refusalsOf(details).length > 0);
      const zones = [...new Set(refused.map(({ zone_id: id }) => id))];
      // The zone may be gone since.
      const sensorsOf = (id: string) => gateway.call('listAlarmZoneSensors', { path: { id } }).catch(() => []);
      const sensors = (await Promise.all(zones.map(sensorsOf))).flat();
      return { entries, names: new Map(sensors.map(({ id, name }) => [id, name ?? id])) };
    },
    { refreshOn: ['alarm.journal_appended'] },
  );
  return (
    <Card title={say('journal')}>
      <Loaded of={journal} height="6rem" count={1}>
        {({ entries, names }) =>
          entries.length === 0 ? (
            <p class="dim">{say('journalNone')}</p>
          ) : (
            <ul class="alarm-journal">
              {entries.map(({ id, when, event, actor, zone_id: zone, details }) => (
                <li key={id}>
                  <time datetime={when} class="dim">
                    {formats.age(Date.parse(when), Math.max(clock.value, Date.parse(when)))}
                  </time>
                  <Event name={event} blockers={refusedBy(details, names)} />
                  <span class="private">{[zone, actor].filter(Boolean).join(' · ')}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Event({ name, blockers }: { readonly name: string; readonly blockers: readonly NamedBlocker[] }) {
  const say = useTexts(journalTexts);
  const sayReason = useTexts(alarmTexts);
  const key = eventText(name);
  if (key === undefined) return <code>{name}</code>;
  const named = blockers.map((each) => `${each.name} (${each.reasons.map((reason) => sayReason(reason)).join(', ')})`);
  return (
    <span>
      {say(key)}
      {named.length > 0 && <span class="private">: {named.join('; ')}</span>}
    </span>
  );
}
