import { useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { devicePath } from '../net/device-path.js';
import { isOffered, PAGES, type PageEntry } from '../pages/registry.js';
import { pageTitles } from '../pages/titles.js';
import { Dialog } from '../ui/form/dialog.tsx';
import { shellTexts } from './texts.js';

interface Found {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly page: string;
  /** Text for the search. */
  readonly text: string;
  readonly isPrivate: boolean;
}

const SHOWN = 12;

/** Search over pages and devices; arrows choose, Enter goes there. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { go } = useHere();
  const say = useTexts(shellTexts);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const targets = useTargets();
  const words = search.toLowerCase().split(/\s+/);
  const found = targets.filter(({ text }) => words.every((word) => text.includes(word))).slice(0, SHOWN);
  const open = (target: Found | undefined) => {
    if (target === undefined) return;
    onClose();
    go(target.page);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(found[active]);
    else if (event.key === 'ArrowDown') setActive(Math.min(found.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={say('search')} onClose={onClose}>
      <input
        class="input palette-input"
        type="text"
        role="combobox"
        data-first-focus
        aria-label={say('paletteHint')}
        placeholder={say('paletteHint')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[active] === undefined ? undefined : `palette-${active}`}
        autocomplete="off"
        value={search}
        onInput={(event) => {
          setSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-list" class="palette" role="listbox" aria-label={say('search')}>
        {found.map((target, index) => (
          <li
            key={target.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(target)}
          >
            <span class={target.isPrivate ? 'private' : ''}>{target.label}</span>
            <span class={`dim small ${target.isPrivate ? 'private' : ''}`}>{target.detail}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="dim">{say('nothingFound')}</p>}
    </Dialog>
  );
}

function useTargets(): readonly Found[] {
  const { store, session } = useServices();
  const say = useTexts(shellTexts);
  const title = useTexts(pageTitles);
  const keys = store.devices.value;
  return useMemo(() => {
    const pages = (PAGES as readonly PageEntry[])
      .filter((entry) => isOffered(entry, session.capabilities.peek()) && session.may(entry.role ?? 'viewer'))
      .map(({ id, path }) => {
        const label = title(id as keyof typeof pageTitles);
        return { id, label, detail: say('page'), page: path, text: label.toLowerCase(), isPrivate: false };
      });
    const devices = keys.map((key) => {
      const { name, model, address, central, rooms = [] } = store.peekDevice(key)!.summary;
      const detail = [rooms.join(', '), model, address].filter((each) => each !== '').join(' · ');
      const page = devicePath({ central, address });
      return { id: key, label: name, detail, page, text: `${name} ${detail}`.toLowerCase(), isPrivate: true };
    });
    return [...pages, ...devices];
  }, [keys, say, title]);
}
