import type { InterfaceState } from '@ccu-gateway/contract/types';
import { useSignal } from '@preact/signals';
import { CircleAlert, CircleCheck, CircleHelp, CircleX, Router } from 'lucide';
import type { ComponentChildren } from 'preact';
import { isLost } from '../../connection/connection.js';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Chip, Empty } from '../../ui/layout.tsx';
import { Icon } from '../../ui/value/icon.tsx';
import { homeTexts } from './texts.js';

/** Shown without any CCU: the next step. */
export function NoCcu() {
  const { session, base } = useServices();
  const say = useTexts(homeTexts);
  return (
    <Empty title={say('noCcu')} icon={Router}>
      {session.may('admin') ? (
        <a class="button primary" href={base.at('welcome')}>
          {say('findCcu')}
        </a>
      ) : (
        <p>{say('noCcuHint')}</p>
      )}
    </Empty>
  );
}

/** Connections of the CCUs: one line while all of them work, which opens the card of each. */
export function Connections() {
  const { store, connection } = useServices();
  const say = useTexts(homeTexts);
  const interfaces = store.interfaces.value;
  if (interfaces.length === 0) return null;
  const up = interfaces.filter(({ connected }) => connected).length;
  const isWell = up === interfaces.length && !isLost(connection.current.value);
  return (
    <section aria-labelledby="home-connected">
      {/* Another element for each state: the browser keeps what people have opened or closed since. */}
      <Fold key={String(isWell)} isOpenAtFirst={!isWell}>
        <summary>
          <h2 id="home-connected">{say('connected')}</h2>
          <span class={`small ${isWell ? 'dim' : ''}`}>
            {isWell ? say('allWorking') : say('notAllWorking', { n: up, total: interfaces.length })}
          </span>
        </summary>
      </Fold>
    </section>
  );
}

/** The cards of the CCUs below a summary. They change with each event, so that they are there only while they are shown. */
function Fold({ isOpenAtFirst, children }: { readonly isOpenAtFirst: boolean; readonly children: ComponentChildren }) {
  const { store } = useServices();
  const isOpen = useSignal(isOpenAtFirst);
  return (
    <details
      class="card connections"
      open={isOpenAtFirst}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      {children}
      {isOpen.value && <CcuCards interfaces={store.interfaces.value} />}
    </details>
  );
}

/** One card per CCU: proof of its connection, duration of a round trip, and age of the newest event. */
function CcuCards({ interfaces }: { readonly interfaces: readonly InterfaceState[] }) {
  const metrics = useResource(({ gateway }) => gateway.call('listHubMetrics'), { refreshOn: ['hub.metrics_changed'] });
  const { value = [], at = 0 } = metrics.current.value;
  return (
    <div class="ccu-cards">
      {[...new Set(interfaces.map(({ central_id }) => central_id))].map((central) => (
        <CcuCard
          key={central}
          central={central}
          interfaces={interfaces.filter((each) => each.central_id === central)}
          metrics={value.find((each) => each.central === central)}
          measuredAt={at}
        />
      ))}
    </div>
  );
}

interface CcuCardProps {
  readonly central: string;
  readonly interfaces: readonly InterfaceState[];
  readonly metrics:
    | {
        readonly connection_latency_ms?: number;
        readonly last_event_age_seconds?: number;
        readonly system_health?: number;
      }
    | undefined;
  readonly measuredAt: number;
}

function CcuCard({ central, interfaces, metrics, measuredAt }: CcuCardProps) {
  const { store, clock, connection } = useServices();
  const lost = isLost(connection.current.value);
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const up = interfaces.filter(({ connected }) => connected).length;
  const all = up === interfaces.length;
  const tone = all ? 'good' : up === 0 ? 'bad' : 'warn';
  const heardAt = Math.max(
    metrics?.last_event_age_seconds === undefined ? 0 : measuredAt - metrics.last_event_age_seconds * 1000,
    ...interfaces.map(({ id }) => store.lastEventAt.value.get(id) ?? 0),
  );
  return (
    <article class={`ccu-card ${lost ? '' : tone}`} aria-label={central}>
      <header>
        <h3 class="grow private">{central}</h3>
        <Chip
          tone={lost ? 'neutral' : tone}
          icon={lost ? CircleHelp : all ? CircleCheck : up === 0 ? CircleX : CircleAlert}
        >
          {say(lost ? 'notProvenNow' : all ? 'proven' : up === 0 ? 'notProven' : 'partly')}
        </Chip>
      </header>
      <dl class="figures">
        <div>
          <dt>{say('roundTrip')}</dt>
          <dd>
            {metrics?.connection_latency_ms === undefined
              ? say('unknown')
              : `${formats.number(metrics.connection_latency_ms, 0)}\u202fms`}
          </dd>
        </div>
        <div>
          <dt>{say('lastEvent')}</dt>
          <dd>{heardAt === 0 ? say('unknown') : formats.age(heardAt, clock.value)}</dd>
        </div>
      </dl>
      <ul class="interfaces" aria-label={say('interfacesOf', { n: up, total: interfaces.length })}>
        {interfaces.map((each) => (
          <li key={each.id} class={each.connected ? 'up' : 'down'}>
            <Icon of={each.connected ? CircleCheck : CircleX} />
            <span class="visually-hidden">{say(each.connected ? 'proven' : 'notProven')}: </span>
            {each.name}
            {each.duty_cycle !== undefined && <span class="dim"> {formats.number(each.duty_cycle, 0)} %</span>}
          </li>
        ))}
      </ul>
      {all && !lost && <p class="small dim">{say('provenHint')}</p>}
    </article>
  );
}
