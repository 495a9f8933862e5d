import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Card } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { eventText, journalTexts } from './journal-texts.js';
import { alarmTexts } from './texts.js';

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
  const journal = useResource(({ gateway }) => gateway.call('listAlarmJournal', { query: { limit: NEWEST } }), {
    refreshOn: ['alarm.journal_appended'],
  });
  return (
    <Card title={say('journal')}>
      <Loaded of={journal} height="6rem" count={1}>
        {(entries) =>
          entries.length === 0 ? (
            <p class="dim">{say('journalNone')}</p>
          ) : (
            <ul class="alarm-journal">
              {entries.map(({ id, when, event, actor, zone_id: zone }) => (
                <li key={id}>
                  <time datetime={when} class="dim">
                    {formats.age(Date.parse(when), Math.max(clock.value, Date.parse(when)))}
                  </time>
                  <Event name={event} />
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

function Event({ name }: { readonly name: string }) {
  const say = useTexts(journalTexts);
  const key = eventText(name);
  return key === undefined ? <code>{name}</code> : <span>{say(key)}</span>;
}
