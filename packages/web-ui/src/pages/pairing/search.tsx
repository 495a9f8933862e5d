import { Search } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Card } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { pairingTexts } from './texts.js';

/** Searches for wired devices. The gateway reports the interfaces that support it in its answer. */
export function SearchCard() {
  const { gateway, store, announce } = useServices();
  const say = useTexts(pairingTexts);
  const action = useAction();
  const interfaces = store.interfaces.value;
  const wired = interfaces.find(({ interface: name }) => /wired/i.test(name)) ?? interfaces[0];
  const [chosen, choose] = useState(wired?.id);
  const [found, setFound] = useState<number>();
  const search = () =>
    action.run(async () => {
      const target = interfaces.find(({ id }) => id === chosen);
      if (target === undefined) return;
      setFound(undefined);
      const { found: count } = await gateway.call('searchDevices', {
        body: { interface: target.interface, central: target.central_id },
      });
      setFound(count);
      announce(say('found', { n: count }));
    });
  return (
    <Card title={say('wired')}>
      <p class="dim">{say('wiredHint')}</p>
      <div class="row note">
        <select
          class="input"
          aria-label={say('interface')}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {interfaces.map(({ id, name, central_id }) => (
            <option key={id} value={id}>
              {name} · {central_id}
            </option>
          ))}
        </select>
        <Button disabledReason={useRefusal('admin')} onClick={() => void search()}>
          <Icon of={Search} />
          {say('search')}
        </Button>
        {found !== undefined && <span>{say('found', { n: found })}</span>}
      </div>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Card>
  );
}
