import type { CallAnswer } from '@ccu-gateway/client';
import type { InterfaceState } from '@ccu-gateway/contract/types';
import { RadioTower } from 'lucide';
import { useCallback } from 'preact/hooks';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { HistoryView } from '../../history/history-view.tsx';
import type { Series } from '../../history/series.js';
import { RECEIVER_INTERFACES } from '../../radio/interfaces.js';
import { Card, Chip, Empty, PageHeader, Skeleton, type Tone } from '../../ui/layout.tsx';
import { Receivers } from './receivers.tsx';
import { SignalTable } from './signal-table.tsx';
import { radioTexts } from './texts.js';
import { secondsLeft } from './traffic.js';
import { Traffic } from './traffic-lists.tsx';
import './radio.css';

type RadioLoad = CallAnswer<'readRadioBudget'>['interfaces'][number];

/** Radio load, its causes and signal strength. */
export function RadioPage() {
  const { store, base } = useServices();
  const say = useTexts(radioTexts);
  const radios = store.interfaces.value.filter(
    ({ duty_cycle, carrier_sense }) => duty_cycle !== undefined || carrier_sense !== undefined,
  );
  const budget = useResource(({ gateway, scope }) => gateway.call('readRadioBudget', { query: scope.query() }), {
    inputs: [radios.map(({ duty_cycle }) => duty_cycle).join()],
  });
  const loads = budget.current.value.value?.interfaces ?? [];
  const names = new Map(radios.map(({ id, name, central_id }) => [id, `${central_id ?? ''} ${name}`.trim()]));
  const label = useCallback(
    ({ interface_id = '', parameter }: Series) =>
      `${names.get(interface_id) ?? interface_id} ${say(parameter === 'carrier_sense' ? 'carrierSense' : 'dutyCycle')}`,
    [[...names.values()].join(), say],
  );
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')} />
        <Skeleton height="8rem" count={3} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('radio/map')}>
            {say('map')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="stack">
        {radios.length === 0 ? (
          <Empty title={say('none')} icon={RadioTower}>
            <p>{say('noneHint')}</p>
          </Empty>
        ) : (
          <>
            <div class="radio-cards">
              {radios.map((each) => (
                <RadioCard key={each.id} radio={each} load={loads.find(({ interface_id: id }) => id === each.id)} />
              ))}
            </div>
            <Card title={say('course')}>
              <HistoryView interfaces={radios.map(({ id }) => id)} label={label} bounds={[0, 100]} />
            </Card>
          </>
        )}
        <Traffic />
        <SignalTable />
        {store.interfaces.value
          .filter(({ interface: name }) => RECEIVER_INTERFACES.has(name))
          .map(({ id, central_id }) => (
            <Receivers key={id} central={central_id ?? ''} />
          ))}
      </div>
    </>
  );
}

interface RadioCardProps {
  readonly radio: InterfaceState;
  readonly load: RadioLoad | undefined;
}

function RadioCard({ radio: { name, central_id, duty_cycle, carrier_sense }, load }: RadioCardProps) {
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const figures = [
    ['dutyCycle', duty_cycle],
    ['carrierSense', carrier_sense],
  ] as const;
  return (
    <Card title={<span class="private">{`${central_id ?? ''} ${name}`.trim()}</span>}>
      <dl class="radio-figures">
        {figures.map(([what, percent]) =>
          percent === undefined ? null : (
            <div key={what}>
              <dt>{say(what)}</dt>
              <dd class="row">
                <Chip tone={toneOf(percent)}>{`${formats.number(percent, 0)}\u202f%`}</Chip>
                <meter min={0} max={100} high={60} value={percent} aria-label={say(what)} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {duty_cycle !== undefined && (
        <p class="small dim">{say('left', { n: formats.number(secondsLeft(duty_cycle), 1) })}</p>
      )}
      {load !== undefined && <Budget load={load} />}
    </Card>
  );
}

/** Forecast of this hour, and how writes are sent now. */
function Budget({ load: { forecast, waiting, waiting_in_background: paused, mode } }: { readonly load: RadioLoad }) {
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const words = { free: 'modeFree', spread: 'modeSpread', critical_only: 'modeCritical' } as const;
  const tones = { free: 'good', spread: 'warn', critical_only: 'bad' } as const;
  return (
    <>
      <p class="row small">
        <span>{say('forecast', { n: formats.number(forecast, 0) })}</span>
        <Chip tone={tones[mode as keyof typeof tones] ?? 'warn'}>
          {say(words[mode as keyof typeof words] ?? 'modeSpread')}
        </Chip>
      </p>
      {waiting > 0 && (
        <p class="small dim">
          {say('waiting', { n: waiting })}
          {paused > 0 && ` ${say('paused', { n: paused })}`}
        </p>
      )}
    </>
  );
}

function toneOf(percent: number): Tone {
  if (percent >= 80) return 'bad';
  return percent >= 60 ? 'warn' : 'good';
}
