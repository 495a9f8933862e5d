import { ShieldOff } from 'lucide';
import { useState } from 'preact/hooks';
import { useTexts } from '../../context/services.js';
import { useHere } from '../../context/use-here.js';
import { useResource } from '../../context/use-resource.js';
import { Button } from '../../ui/form/button.tsx';
import { useRefusal } from '../../ui/form/use-permission.js';
import { Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import './alarm.css';
import { ALARM_CHANGES } from './changes.js';
import { CodesCard } from './codes-card.tsx';
import { Journal } from './journal.tsx';
import { SecurityCard } from './security-card.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { alarmTexts } from './texts.js';
import { ZoneCard } from './zone-card.tsx';

/** The alarm system: each zone with its state, its keypad and its actions. */
export function AlarmPage() {
  const say = useTexts(alarmTexts);
  const { query, setQuery } = useHere();
  const refusal = useRefusal('admin');
  const [isAdding, setAdding] = useState(false);
  const state = useResource(({ gateway }) => gateway.call('getAlarmState'), { refreshOn: ALARM_CHANGES });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          query.wall !== '1' && (
            <>
              <Button disabledReason={refusal} onClick={() => setAdding(true)}>
                {say('setup')}
              </Button>
              <Button onClick={() => setQuery({ wall: '1' })}>{say('wall')}</Button>
            </>
          )
        }
      />
      <Loaded of={state} height="12rem" count={1}>
        {({ zones }) =>
          zones.length === 0 ? (
            <Empty title={say('none')} icon={ShieldOff}>
              <p>{say('noneHint')}</p>
            </Empty>
          ) : (
            <>
              <div class={query.wall === '1' ? 'alarm-zones alarm-wall' : 'alarm-zones'}>
                {zones.map((zone) => (
                  <ZoneCard
                    key={zone.id}
                    zone={zone}
                    onChanged={() => void state.reload()}
                    isTestable={query.wall !== '1'}
                  />
                ))}
              </div>
              {query.wall !== '1' && <CodesCard zones={zones} />}
              {query.wall !== '1' && <Journal />}
            </>
          )
        }
      </Loaded>
      <SecurityCard />
      {isAdding && (
        <SetupDialog
          id={freeId(state.current.value.value?.zones ?? [])}
          onClose={() => setAdding(false)}
          onSaved={() => void state.reload()}
        />
      )}
    </>
  );
}

/** First id of a zone that none has. */
function freeId(zones: readonly { readonly id: string }[]): string {
  let number = 1;
  while (zones.some(({ id }) => id === `zone-${number}`)) number += 1;
  return `zone-${number}`;
}
