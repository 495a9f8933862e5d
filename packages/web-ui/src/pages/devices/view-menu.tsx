import { Trash2 } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Popover } from '../../ui/popover.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { devicesTexts } from './texts.js';

/** Views of the user, and the link of this one. */
export function ViewMenu() {
  const { announce, base, views } = useServices();
  const { query } = useHere();
  const say = useTexts(devicesTexts);
  const storing = useAction();
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
                onClick={() => void storing.run(() => views.remove(view.name))}
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
            void storing.run(() => views.save({ name: name.trim(), query: here })).then((done) => done && setName(''));
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
        {storing.error !== undefined && <ErrorBox error={storing.error} />}
        <Button kind="quiet" onClick={() => void share()}>
          {say(copied ? 'copied' : 'shareView')}
        </Button>
      </div>
    </Popover>
  );
}
