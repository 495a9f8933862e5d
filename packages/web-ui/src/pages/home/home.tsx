import { useComputed } from '@preact/signals';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { ErrorBox } from '../../ui/error-box.tsx';
import { PageHeader, Skeleton } from '../../ui/layout.tsx';
import { CcuCards } from './ccu-cards.tsx';
import { ProblemList } from './problem-list.tsx';
import { problemsOf } from './problems.js';
import { RecentChanges } from './recent-changes.tsx';
import { Rooms } from './rooms.tsx';
import { homeTexts } from './texts.js';
import './home.css';

/** What is connected, what is wrong, what happens: in one look. */
export function HomePage() {
  const { store, connection } = useServices();
  const say = useTexts(homeTexts);
  const problems = useProblems();
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')}>{say('loading')}</PageHeader>
        {connection.current.value.state === 'offline' && (
          <ErrorBox error={connection.failure.value} retry={() => connection.retry()} />
        )}
        <Skeleton height="8rem" count={3} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={say('title')}>
        {problems.length === 0 ? say('allWell') : say('problemCount', { n: problems.length })}
      </PageHeader>
      <div class="home">
        <section class="home-main stack" aria-labelledby="home-connected">
          <h2 id="home-connected">{say('connected')}</h2>
          <CcuCards />
          <h2>{say('happens')}</h2>
          <Rooms />
        </section>
        <aside class="home-side stack">
          <ProblemList problems={problems} />
          <RecentChanges />
        </aside>
      </div>
    </>
  );
}

function useProblems() {
  const { store } = useServices();
  const service = useResource(({ gateway }) => gateway.call('listServiceMessages'), {
    refreshOn: ['hub.service_message'],
  });
  const alarms = useResource(({ gateway }) => gateway.call('listAlarmMessages'), { refreshOn: ['hub.alarm_message'] });
  const health = useResource(({ gateway }) => gateway.call('getHealth'), { refreshOn: ['system.status_changed'] });
  return useComputed(() => {
    // Not of each device: with 200 events a second the whole house would be looked through for each frame.
    store.pulse.value;
    return problemsOf({
      store,
      devices: store.devices.value.map((key) => store.peekDevice(key)).filter((device) => device !== undefined),
      interfaces: store.interfaces.value,
      service: service.current.value.value ?? [],
      alarms: alarms.current.value.value ?? [],
      health: health.current.value.value,
    });
  }).value;
}
