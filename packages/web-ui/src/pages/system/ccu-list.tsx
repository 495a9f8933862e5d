import type { CallAnswer } from '@ccu-gateway/client';
import { CircleCheck, CircleX, LoaderCircle, Router } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { Card, Chip, Empty, Skeleton } from '../../ui/layout.tsx';
import { Fact } from '../../ui/value/fact.tsx';
import { CcuOrders } from './ccu-orders.tsx';
import { systemTexts } from './texts.js';

type Ccu = CallAnswer<'listCcus'>['entries'][number];
type Measured = CallAnswer<'listHubMetrics'>[number];

/** The CCUs: loading progress, firmware and round trip. */
export function CcuList() {
  const say = useTexts(systemTexts);
  const { session, store, scope } = useServices();
  const isAdmin = session.may('admin');
  const read = useResource(
    async ({ gateway }) => {
      const [metrics, updates, ccus] = await Promise.all([
        gateway.call('listHubMetrics'),
        gateway.call('listSystemUpdates'),
        isAdmin ? gateway.call('listCcus') : undefined,
      ]);
      return { metrics, updates, ccus: ccus?.entries };
    },
    { refreshOn: ['central.readiness_changed', 'hub.metrics_changed'], inputs: [isAdmin] },
  );
  const { value, error, at = 0 } = read.current.value;
  const names = [
    ...new Set([
      ...(value?.ccus ?? []).map(({ name }) => name).filter(scope.covers),
      ...store.interfaces.value.map((each) => each.central_id),
    ]),
  ];
  return (
    <Card title={say('ccus')}>
      {error !== undefined && <ErrorBox error={error} retry={() => void read.reload()} />}
      {value === undefined && error === undefined && <Skeleton height="5rem" />}
      {value !== undefined && names.length === 0 && (
        <Empty title={say('noCcus')} icon={Router}>
          <p>{say('noCcusHint')}</p>
        </Empty>
      )}
      {value !== undefined &&
        names.map((name) => (
          <CcuEntry
            key={name}
            name={name}
            ccu={value.ccus?.find((each) => each.name === name)}
            measured={value.metrics.find(({ central }) => central === name)}
            newer={
              value.updates.find(({ central, update_available }) => central === name && update_available)
                ?.available_firmware
            }
            firmware={value.updates.find(({ central }) => central === name)?.current_firmware}
            at={at}
            onChanged={() => void read.reload()}
          />
        ))}
      {value !== undefined && !isAdmin && <p class="small dim">{say('forAdmins')}</p>}
    </Card>
  );
}

interface CcuEntryProps {
  readonly name: string;
  readonly ccu: Ccu | undefined;
  readonly measured: Measured | undefined;
  readonly newer: string | undefined;
  readonly firmware: string | undefined;
  readonly at: number;
  readonly onChanged: () => void;
}

function CcuEntry({ name, ccu, measured, newer, firmware, at, onChanged }: CcuEntryProps) {
  const say = useTexts(systemTexts);
  const formats = useFormats();
  const { clock } = useServices();
  const version = ccu?.version ?? firmware;
  return (
    <article class="system-ccu" aria-label={name}>
      <header>
        <h3 class="grow private">{name}</h3>
        <Readiness name={name} ccu={ccu} />
      </header>
      <dl class="system-facts">
        {ccu?.model !== undefined && <Fact label={say('model')}>{ccu.model}</Fact>}
        {version !== undefined && (
          <Fact label={say('firmware')} hint={newer === undefined ? undefined : say('newer', { version: newer })}>
            {version}
          </Fact>
        )}
        {measured?.connection_latency_ms !== undefined && (
          <Fact label={say('roundTrip')}>{`${formats.number(measured.connection_latency_ms, 0)}\u202fms`}</Fact>
        )}
        {measured?.last_event_age_seconds !== undefined && (
          <Fact label={say('lastEvent')}>
            {formats.age(at - measured.last_event_age_seconds * 1000, Math.max(clock.value, at))}
          </Fact>
        )}
        {ccu !== undefined && (
          <Fact label={say('host')}>
            <span class="private">{ccu.host}</span>
          </Fact>
        )}
        {ccu?.serial !== undefined && (
          <Fact label={say('serial')}>
            <span class="private">{ccu.serial}</span>
          </Fact>
        )}
      </dl>
      {ccu?.other_interfaces?.map((other) => (
        <p key={other.name} class="small">
          {say('notConnected', { name: other.name, port: String(other.port) })} <span class="dim">{other.hint}</span>
        </p>
      ))}
      {ccu !== undefined && <CcuOrders ccu={ccu} onChanged={onChanged} />}
    </article>
  );
}

/** Loading progress, for administrators; others see the number of connected interfaces. */
function Readiness({ name, ccu }: { readonly name: string; readonly ccu: Ccu | undefined }) {
  const say = useTexts(systemTexts);
  const { store } = useServices();
  const interfaces = store.interfaces.value.filter(({ central_id }) => central_id === name);
  const up = interfaces.filter(({ connected }) => connected).length;
  if (ccu === undefined) {
    const all = up === interfaces.length;
    return (
      <Chip tone={all ? 'good' : 'warn'} icon={all ? CircleCheck : CircleX}>
        {say('connectedOf', { n: up, total: interfaces.length })}
      </Chip>
    );
  }
  const { phase, ready, interfaces_loaded: n, interfaces_total: total } = ccu.readiness;
  return (
    <>
      <span class="small dim">{say('interfacesOf', { n, total })}</span>
      <Chip tone={ready ? 'good' : 'warn'} icon={ready ? CircleCheck : LoaderCircle}>
        {say(`phase_${phase}`)}
      </Chip>
    </>
  );
}
