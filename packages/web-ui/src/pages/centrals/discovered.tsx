import type { CallAnswer } from '@ccu-gateway/client';
import { Radar } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { useAction } from '../../ui/form/use-action.js';
import { Card, Chip } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { centralsTexts } from './texts.js';
import './centrals.css';

/** CCUs discovered in the network, to add or to ignore. */
export function Discovered({ onAdopt }: { readonly onAdopt: (host: string) => void }) {
  const { gateway } = useServices();
  const say = useTexts(centralsTexts);
  const action = useAction();
  const found = useResource(async ({ gateway: asked }) => {
    const [ccus, ignored] = await Promise.all([
      asked.call('listDiscoveredCentrals'),
      asked.call('listIgnoredCentrals'),
    ]);
    return { ccus, ignored };
  });
  const change = (operation: 'ignoreDiscoveredCentral' | 'unignoreDiscoveredCentral', serial: string) =>
    void action.run(async () => {
      await gateway.call(operation, { path: { serial } });
      await found.reload();
    });
  return (
    <Card title={say('discovered')} aside={<Button onClick={() => void found.reload()}>{say('search')}</Button>}>
      <Loaded of={found} count={1}>
        {({ ccus, ignored }) => (
          <div class="stack">
            {ccus.length === 0 && (
              <p class="dim">
                {say('discoveredNone')} <span class="small">{say('discoveredHint')}</span>
              </p>
            )}
            <ul class="found">
              {ccus.map((ccu) => (
                <FoundCcu
                  key={ccu.serial}
                  ccu={ccu}
                  onAdopt={() => onAdopt(ccu.suggested_host)}
                  onIgnore={() => change('ignoreDiscoveredCentral', ccu.serial)}
                />
              ))}
            </ul>
            {ignored.length > 0 && (
              <details>
                <summary>{say('ignored', { n: ignored.length })}</summary>
                <ul class="found">
                  {ignored.map(({ serial, host }) => (
                    <li key={serial}>
                      <span class="grow private">
                        {serial} {host !== undefined && `· ${host}`}
                      </span>
                      <Button onClick={() => change('unignoreDiscoveredCentral', serial)}>{say('unignore')}</Button>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        )}
      </Loaded>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </Card>
  );
}

interface FoundCcuProps {
  readonly ccu: CallAnswer<'listDiscoveredCentrals'>[number];
  readonly onAdopt: () => void;
  readonly onIgnore: () => void;
}

function FoundCcu({ ccu, onAdopt, onIgnore }: FoundCcuProps) {
  const say = useTexts(centralsTexts);
  const { serial, name, model, suggested_host: host, already_configured: known } = ccu;
  return (
    <li>
      <Icon of={Radar} />
      <div class="grow">
        <strong class="private">{model ?? name}</strong>
        <p class="small dim private">
          {host} · {serial}
        </p>
      </div>
      {known ? (
        <Chip tone="good">{say('already')}</Chip>
      ) : (
        <>
          <Button kind="primary" onClick={onAdopt}>
            {say('adopt')}
            <span class="visually-hidden"> {serial}</span>
          </Button>
          <Button kind="quiet" onClick={onIgnore}>
            {say('ignore')}
            <span class="visually-hidden"> {serial}</span>
          </Button>
        </>
      )}
    </li>
  );
}
