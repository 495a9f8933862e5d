import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { PAGES, type PageEntry } from '../pages/registry.js';
import { pageTitles } from '../pages/titles.js';
import { Dialog } from '../ui/form/dialog.tsx';
import { shellTexts } from './texts.js';

interface Actions {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

/** Time in which a key for navigation counts after `g`. */
const SECOND_KEY_MS = 1_200;

/** Keys that work everywhere but where one writes. */
export function useShortcuts({ openPalette, openHelp }: Actions): void {
  const { go } = useHere();
  const goneAt = useRef(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, textarea, dialog') !== null)
        return;
      const page = pageFor(event, goneAt.current);
      goneAt.current = event.key === 'g' ? event.timeStamp : 0;
      if (page !== undefined) go(page.path);
      else if (event.key === '?') openHelp();
      else if (event.key === '/') {
        const field = document.querySelector<HTMLElement>('[data-page-search]');
        if (field === null) openPalette();
        else field.focus();
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [go]);
}

function pageFor(event: KeyboardEvent, goneAt: number): PageEntry | undefined {
  if (goneAt === 0 || event.timeStamp - goneAt > SECOND_KEY_MS) return undefined;
  return (PAGES as readonly PageEntry[]).find(({ shortcut }) => shortcut === event.key);
}

/** List of the keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const say = useTexts(shellTexts);
  const title = useTexts(pageTitles);
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['Ctrl', 'K'], say('keyPalette')],
    [['/'], say('keySearch')],
    ...(PAGES as readonly PageEntry[]).flatMap(({ id, shortcut }) =>
      shortcut === undefined ? [] : [[['g', shortcut], title(id as keyof typeof pageTitles)] as const],
    ),
    [['j', '↓'], say('keyDown')],
    [['k', '↑'], say('keyUp')],
    [['←', '→'], say('keySideways')],
    [['Enter'], say('keyOpen')],
    [['Space'], say('keySpace')],
    [['.'], say('keyActions')],
    [['p'], say('keyPause')],
    [['c'], say('keyClear')],
    [['Esc'], say('keyClose')],
    [['?'], say('shortcuts')],
  ];
  return (
    <Dialog title={say('shortcuts')} onClose={onClose}>
      <dl class="keys">
        {rows.map(([keys, what]) => (
          <div key={keys.join(' ')}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
