import { useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { plain } from '../../find/plain.js';
import { Button } from '../../ui/form/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { PROPERTIES, parametersOf } from './columns.js';
import { devicesTexts } from './texts.js';
import { DEFAULT_COLUMNS } from './view.js';

const FIRST = 12;

interface ColumnChooserProps {
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** Which columns are shown: properties, and the value of any parameter that a device has. */
export function ColumnChooser({ columns, onChange }: ColumnChooserProps) {
  const say = useTexts(devicesTexts);
  return (
    <Popover label={say('columns')} trigger={say('columns')}>
      <Chooser columns={columns} onChange={onChange} />
    </Popover>
  );
}

function Chooser({ columns, onChange }: ColumnChooserProps) {
  const { store } = useServices();
  const say = useTexts(devicesTexts);
  const [search, setSearch] = useState('');
  const parameters = useMemo(
    () =>
      parametersOf(
        store.devices.value.map(store.peekDevice).filter((device) => device !== undefined),
        store.peekPoint,
      ),
    [store.devices.value],
  );
  const toggle = (id: string) =>
    onChange(columns.includes(id) ? columns.filter((each) => each !== id) : [...columns, id]);
  const wanted = plain(search);
  const found = parameters.filter(
    ({ parameter, label }) => columns.includes(`.${parameter}`) || plain(`${label} ${parameter}`).includes(wanted),
  );
  const listed = [...found].sort(
    (a, b) => Number(columns.includes(`.${b.parameter}`)) - Number(columns.includes(`.${a.parameter}`)),
  );
  return (
    <div class="chooser">
      <ul>
        {PROPERTIES.map((property) => (
          <li key={property}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(property)}
                disabled={property === 'name'}
                onChange={() => toggle(property)}
              />
              <span class="grow">{say(property)}</span>
            </label>
          </li>
        ))}
      </ul>
      <input
        class="input"
        type="search"
        aria-label={say('findParameter')}
        placeholder={say('findParameter')}
        value={search}
        onInput={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul>
        {listed.slice(0, FIRST).map(({ parameter, label, count }) => (
          <li key={parameter}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(`.${parameter}`)}
                onChange={() => toggle(`.${parameter}`)}
              />
              <span class="grow">
                {label} <code class="dim small">{parameter}</code>
              </span>
              <span class="dim small">{say('onDevices', { n: count })}</span>
            </label>
          </li>
        ))}
      </ul>
      {listed.length > FIRST && <p class="small dim">{say('moreParameters', { n: listed.length - FIRST })}</p>}
      <Button kind="quiet" onClick={() => onChange(DEFAULT_COLUMNS)}>
        {say('columnsReset')}
      </Button>
    </div>
  );
}
