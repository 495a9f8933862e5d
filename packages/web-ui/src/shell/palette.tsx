import { useMemo, useState } from 'preact/hooks';
import { type ActWords, actWords } from '../acts/act-words.js';
import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { devicePath } from '../net/device-path.js';
import { factsOf } from '../pages/devices/facts.js';
import { matches, namesState, parseSearch, searchText } from '../pages/devices/search.js';
import { isOffered, PAGES, type PageEntry } from '../pages/registry.js';
import { pageTitles } from '../pages/titles.js';
import { Dialog } from '../ui/form/dialog.tsx';
import { shellTexts } from './texts.js';

/** Act that was typed. */
export interface TypedAct {
  readonly name: string;
  readonly words: ActWords;
}

interface Found {
  readonly id: string;
  /** Of an entry that is no page. */
  readonly act?: TypedAct;
  readonly label: string;
  readonly detail: string;
  readonly page: string;
  /** Text for the search. */
  readonly text: string;
  readonly isPrivate: boolean;
}

const SHOWN = 12;

interface PaletteProps {
  readonly onClose: () => void;
  /** Opens the preview of an act. */
  readonly onAct: (act: TypedAct) => void;
}

/** Search over pages, devices and their states, and entry of acts; arrows choose, Enter goes there. */
export function Palette({ onClose, onAct }: PaletteProps) {
  const { go } = useHere();
  const say = useTexts(shellTexts);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const targets = useTargets();
  const words = search.toLowerCase().split(/\s+/);
  const byText = targets.filter(({ text }) => words.every((word) => text.includes(word)));
  const found = [...useActTarget(search), ...useStateTargets(search), ...byText].slice(0, SHOWN);
  // Entries come and go while states change: the chosen one stays chosen.
  const active = Math.max(
    0,
    found.findIndex(({ id }) => id === chosen),
  );
  const choose = (index: number) => setChosen(found[Math.max(0, Math.min(found.length - 1, index))]?.id);
  const open = (target: Found | undefined) => {
    if (target === undefined) return;
    onClose();
    if (target.act === undefined) go(target.page);
    else onAct(target.act);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open(found[active]);
    else if (event.key === 'ArrowDown') choose(active + 1);
    else if (event.key === 'ArrowUp') choose(active - 1);
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
          setChosen(undefined);
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

/** The act that the text asks for; none for any other text. */
function useActTarget(text: string): readonly Found[] {
  const { now } = useServices();
  const say = useTexts(shellTexts);
  const words = useMemo(() => actWords(text, now()), [text]);
  if (words === undefined) return [];
  const name = text.trim();
  const act = { name, words };
  return [{ id: 'act', label: name, detail: say('act'), page: '', text: '', isPrivate: true, act }];
}

/** Devices that are now in a state that the text names, and the list of all of them; none for any other text. */
function useStateTargets(text: string): readonly Found[] {
  const { store, now } = useServices();
  const say = useTexts(shellTexts);
  const search = useMemo(() => parseSearch(text), [text]);
  const isNamed = namesState(search);
  const keys = store.devices.value;
  const pulse = isNamed ? store.pulse.value : 0;
  return useMemo(() => {
    if (!isNamed) return [];
    const matching = keys.flatMap((key) => {
      const device = store.peekDevice(key);
      if (device === undefined) return [];
      return matches(search, factsOf(device, store.peekPoint), searchText(device), now()) ? [device] : [];
    });
    const devices = matching.map(({ key, summary: { name, address, central, rooms = [] } }) => ({
      id: `state/${key}`,
      label: name,
      detail: rooms.join(', '),
      page: devicePath({ central, address }),
      text: '',
      isPrivate: true,
    }));
    const list = {
      id: 'state',
      label: say('byState', { text: text.trim() }),
      detail: say('byStateCount', { n: matching.length }),
      page: `devices?${new URLSearchParams({ q: text.trim() })}`,
      text: '',
      isPrivate: false,
    };
    return [list, ...devices.slice(0, SHOWN - 2)];
  }, [search, keys, pulse, say]);
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
