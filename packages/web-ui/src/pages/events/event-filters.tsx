import { useId } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import type { EventKind } from './event-rows.js';
import type { EventSettings } from './event-settings.js';
import { eventTexts } from './texts.js';
import { TopicFilter } from './topic-filter.tsx';

interface FiltersProps {
  readonly settings: EventSettings;
  readonly onChange: (change: Partial<EventSettings>) => void;
}

const KINDS: readonly EventKind[] = ['change', 'refresh', 'initial'];
const NO_FILTER = { text: '', kinds: [], central: '', interfaceId: '', device: '' } as const;

/** Filters of the inspector: topics by the gateway, the rest in the browser, both before an event is stored. */
export function EventFilters({ settings, onChange }: FiltersProps) {
  const say = useTexts(eventTexts);
  const { text, kinds, central, interfaceId, device, utc } = settings;
  const chosen = useServices().scope.chosen.value ?? '';
  const filtered = text !== '' || kinds.length > 0 || central !== chosen || interfaceId !== '' || device !== '';
  return (
    <div class="event-filters">
      <TopicFilter topics={settings.topics} onChange={(topics) => onChange({ topics })} />
      <div class="stack event-filter-side">
        <SearchField label={say('text')} value={text} onInput={(next) => onChange({ text: next })} />
        <div class="row">
          <div class="row" role="group" aria-label={say('kinds')}>
            {KINDS.map((kind) => (
              <button
                key={kind}
                type="button"
                class={`chip chip-toggle ${kinds.includes(kind) ? 'accent' : ''}`}
                aria-pressed={kinds.includes(kind)}
                onClick={() =>
                  onChange({ kinds: kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind] })
                }
              >
                {say(kind)}
              </button>
            ))}
          </div>
          <Places settings={settings} onChange={onChange} />
          <label class="chip chip-check">
            <input type="checkbox" checked={utc} onChange={(event) => onChange({ utc: event.currentTarget.checked })} />
            {say('utc')}
          </label>
          {filtered && (
            <Button kind="quiet" onClick={() => onChange(NO_FILTER)}>
              {say('resetFilter')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** CCU, interface and device. */
function Places({ settings: { central, interfaceId, device }, onChange }: FiltersProps) {
  const { store, scope } = useServices();
  const say = useTexts(eventTexts);
  const id = useId();
  const interfaces = store.interfaces.value;
  const centrals = [...new Set(interfaces.flatMap((each) => each.central_id ?? []))];
  const shown = interfaces.filter((each) => central === '' || each.central_id === central);
  return (
    <>
      {(centrals.length > 1 || (central !== '' && scope.chosen.value === undefined)) && (
        <select
          class="input"
          aria-label={say('central')}
          value={central}
          onChange={(event) => onChange({ central: event.currentTarget.value, interfaceId: '' })}
        >
          <option value="">{`${say('central')}: ${say('all')}`}</option>
          {centrals.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <select
        class="input"
        aria-label={say('interface')}
        value={interfaceId}
        onChange={(event) => onChange({ interfaceId: event.currentTarget.value })}
      >
        <option value="">{`${say('interface')}: ${say('all')}`}</option>
        {shown.map((each) => (
          <option key={each.id} value={each.id}>
            {centrals.length > 1 ? `${each.central_id} ${each.name}` : each.name}
          </option>
        ))}
      </select>
      <input
        class="input private device-field"
        list={id}
        aria-label={say('device')}
        placeholder={say('device')}
        value={device}
        autocomplete="off"
        spellcheck={false}
        onChange={(event) => onChange({ device: event.currentTarget.value.trim() })}
      />
      <datalist id={id}>
        {store.devices.value.map((key) => {
          const summary = store.peekDevice(key)?.summary;
          return (
            summary !== undefined && (
              <option key={key} value={summary.address}>
                {summary.name}
              </option>
            )
          );
        })}
      </datalist>
    </>
  );
}
