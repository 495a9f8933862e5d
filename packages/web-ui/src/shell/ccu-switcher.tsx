import { useEffect, useRef } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { Button } from '../ui/form/button.tsx';
import { shellTexts } from './texts.js';

/** Which CCU the app shows; only where there are several. */
export function CcuSwitcher() {
  const { scope } = useServices();
  const { path, go } = useHere();
  const say = useTexts(shellTexts);
  const names = scope.centrals.value;
  if (names.length < 2) return null;
  const choose = (name: string) => {
    scope.choose(name === '' ? undefined : name);
    // The device that is shown belongs to another one.
    if (!scope.covers(centralOf(path, names))) go(`devices?${new URLSearchParams({ scope: name })}`);
  };
  return (
    <label class="ccu-switcher">
      <span class="visually-hidden">{say('shownCcu')}</span>
      <select
        class="input private"
        value={scope.chosen.value ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{say('allCcus')}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

/** On a phone, where the choice is behind the menu: that not everything is shown, and the way back. */
export function ScopeNotice() {
  const { scope } = useServices();
  const say = useTexts(shellTexts);
  const name = scope.chosen.value;
  if (name === undefined) return null;
  return (
    <p class="scope-notice small">
      <span class="private grow">{say('onlyCcu', { name })}</span>
      <Button kind="quiet" onClick={() => scope.choose(undefined)}>
        {say('showAllCcus')}
      </Button>
    </p>
  );
}

/**
 * Keeps the choice in the address, so that a shared link shows the same. An address with the name of a CCU changes the
 * choice.
 */
export function useCcuInAddress(): void {
  const { scope } = useServices();
  const { path, query, setQuery } = useHere();
  const names = scope.centrals.value;
  const chosen = scope.chosen.value;
  const { scope: asked } = query;
  const taken = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (names.length < 2) return;
    const comes = asked !== taken.current;
    taken.current = asked;
    // The page of a device shows the interface of its CCU, too.
    if (!scope.covers(centralOf(path, names))) scope.choose(undefined);
    else if (comes && asked !== undefined && asked !== chosen && names.includes(asked)) scope.choose(asked);
    else if (asked !== chosen) setQuery({ scope: chosen ?? '' });
  }, [names, chosen, asked, path]);
}

/** CCU of the device on this page. */
function centralOf(path: string, names: readonly string[]): string | undefined {
  return names.find((name) => path.startsWith(`/devices/${encodeURIComponent(name)}/`));
}
