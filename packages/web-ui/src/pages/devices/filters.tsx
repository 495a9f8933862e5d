import { useState } from 'preact/hooks';
import { useFormats, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { BAND_IDS, type FacetCounts, type FacetId, NONE, STATES, type State } from './facets.js';
import { devicesTexts } from './texts.js';
import { type DevicesView, toggled } from './view.js';

interface FiltersProps {
  readonly view: DevicesView;
  readonly facets: readonly FacetCounts[];
  readonly onChange: (view: DevicesView) => void;
}

/** Filters of the devices, with the number of devices for each choice. */
export function Filters({ view, facets, onChange }: FiltersProps) {
  const say = useTexts(devicesTexts);
  const [open, setOpen] = useState(false);
  const active = Object.values(view.chosen).reduce((sum, values) => sum + values.length, 0);
  return (
    <aside class={`filters${open ? ' open' : ''}`} aria-label={say('filters')}>
      <div class="filters-toggle">
        <Button expanded={open} onClick={() => setOpen(!open)}>
          {active === 0 ? say('filters') : say('filtersOn', { n: active })}
        </Button>
      </div>
      <div class="filter-groups">
        {facets.map((facet) => (
          <FacetGroup key={facet.id} facet={facet} view={view} onChange={onChange} />
        ))}
      </div>
    </aside>
  );
}

function FacetGroup({
  facet: { id, counts },
  view,
  onChange,
}: { readonly facet: FacetCounts } & Omit<FiltersProps, 'facets'>) {
  const say = useTexts(devicesTexts);
  const formats = useFormats();
  const chosen = view.chosen[id] ?? [];
  // With one choice there is nothing to choose.
  if (counts.size < 2 && chosen.length === 0) return null;
  const order = (value: string) => {
    if (id === 'state') return STATES.indexOf(value as State);
    return id === 'temperature' ? (BAND_IDS as readonly string[]).indexOf(value) : Number(value === NONE);
  };
  const values = [...counts].sort(
    ([a], [b]) => order(a) - order(b) || formats.compare(textOf(id, a, say), textOf(id, b, say)),
  );
  return (
    <details open={id !== 'model' || chosen.length > 0}>
      <summary>{say(id)}</summary>
      <ul>
        {values.map(([value, count]) => (
          <li key={value}>
            <label class={count === 0 ? 'dim' : ''}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => onChange(toggled(view, id, value))}
              />
              <span class="grow private">{textOf(id, value, say)}</span>
              <span class="dim small">{formats.number(count)}</span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function textOf(id: FacetId, value: string, say: ReturnType<typeof useTexts<typeof devicesTexts>>): string {
  const state = STATES.find((each) => each === value);
  if (id === 'state' && state !== undefined) return say(state);
  const band = BAND_IDS.find((each) => each === value);
  if (id === 'temperature' && band !== undefined) return say(band);
  if (value === NONE && id === 'room') return say('noRoom');
  if (value === NONE && id === 'function') return say('noFunction');
  return value;
}
