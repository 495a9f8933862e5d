import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../../context/services.js';
import { useResource } from '../../../context/use-resource.js';
import { Button } from '../../../ui/form/button.tsx';
import { Confirm } from '../../../ui/form/confirm.tsx';
import { ErrorBox } from '../../../ui/form/error-box.tsx';
import { useAction } from '../../../ui/form/use-action.js';
import { Card, Chip } from '../../../ui/layout.tsx';
import { NotApplied } from './section-entries.js';
import { destinationTexts } from './texts.js';

/** Switches the Matter bridge, and leads to its code and devices. */
export function MatterSwitch({ onChanged }: { readonly onChanged: () => void }) {
  const { gateway, base } = useServices();
  const say = useTexts(destinationTexts);
  const action = useAction();
  const [asking, setAsking] = useState(false);
  const section = useResource((services) => services.gateway.call('getConfigSection', { path: { section: 'matter' } }));
  const stored = section.current.value.value;
  const isOn = stored?.enabled === true;
  async function turn(enabled: boolean) {
    const path = { section: 'matter' };
    const current = await gateway.call('getConfigSection', { path });
    const saved = await gateway.call('putConfigSection', { path, body: { ...current, enabled } });
    await section.reload();
    onChanged();
    if (!saved.applied) throw new NotApplied(saved.apply_error);
  }
  return (
    <Card
      title={say('matterSwitch')}
      aside={stored !== undefined && <Chip tone={isOn ? 'good' : 'neutral'}>{say(isOn ? 'on' : 'off')}</Chip>}
    >
      <div class="stack">
        <p class="dim">{say('matterHint')}</p>
        <div class="row">
          {isOn ? (
            <>
              <a class="button primary" href={base.at('matter')}>
                {say('matterOpen')}
              </a>
              <Button onClick={() => setAsking(true)}>{say('matterOff')}</Button>
            </>
          ) : (
            <Button kind="primary" onClick={() => void action.run(() => turn(true))}>
              {say('matterOn')}
            </Button>
          )}
        </div>
        {(action.error ?? section.current.value.error) !== undefined && (
          <ErrorBox error={action.error ?? section.current.value.error} />
        )}
        {asking && (
          <Confirm
            title={say('matterOffTitle')}
            action={say('matterOff')}
            onConfirm={() => turn(false)}
            onClose={() => setAsking(false)}
          >
            <p>{say('matterOffEffect')}</p>
          </Confirm>
        )}
      </div>
    </Card>
  );
}
