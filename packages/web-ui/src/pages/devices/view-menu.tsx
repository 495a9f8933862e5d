import { Trash2 } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/form/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { createSavedViews } from './saved-views.js';
import { devicesTexts } from './texts.js';

/** Views that are kept in this browser, and the link of this one. */
export function ViewMenu() {
  const { announce, base } = useServices();
  const { query } = useHere();
  const say = useTexts(devicesTexts);
  const views = useMemo(() => createSavedViews(localStorage), []);
  const [name, setName] = useState('');
  const [copied, setCopied] = useState(false);
  const here = new URLSearchParams(query).toString();
  const share = async () => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    announce(say('copied'));
  };
  return (
    <Popover label={say('views')} trigger={say('views')}>
      <div class="chooser">
        {views.list.value.length === 0 && <p class="small dim">{say('noViews')}</p>}
        <ul>
          {views.list.value.map((view) => (
            <li key={view.name} class="row">
              <a class="grow private" href={base.at(`devices?${view.query}`)}>
                {view.name}
              </a>
              <Button
                kind="quiet"
                label={say('removeView', { name: view.name })}
                onClick={() => views.remove(view.name)}
              >
                <Icon of={Trash2} />
              </Button>
            </li>
          ))}
        </ul>
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            views.save({ name: name.trim(), query: here });
            setName('');
          }}
        >
          <input
            class="input grow"
            aria-label={say('viewName')}
            placeholder={say('viewName')}
            maxLength={80}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit">{say('saveView')}</Button>
        </form>
        <Button kind="quiet" onClick={() => void share()}>
          {say(copied ? 'copied' : 'shareView')}
        </Button>
      </div>
    </Popover>
  );
}
