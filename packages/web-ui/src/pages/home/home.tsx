import { useComputed } from '@preact/signals';
import { isLost } from '../../connection/connection.js';
import { useServices, useTexts } from '../../context/services.js';
import { ErrorBox } from '../../ui/form/error-box.tsx';
import { PageHeader, Skeleton } from '../../ui/layout.tsx';
import { Connections, NoCcu } from './ccu-cards.tsx';
import { ProblemList } from './problem-list.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { Rooms } from './rooms.tsx';
import { StateChips } from './state-chips.tsx';
import { homeTexts } from './texts.js';
import { useProblems } from './use-problems.js';
import './home.css';

/** Causes that need attention, the state of the installation, and its rooms. Connections are folded while they work. */
export function HomePage() {
  const { store, connection } = useServices();
  const say = useTexts(homeTexts);
  const problems = useProblems();
  const lost = useComputed(() => isLost(connection.current.value)).value;
  if (!store.loaded.value) {
    return (
      <>
        <PageHeader title={say('title')}>{say('loading')}</PageHeader>
        {lost && <ErrorBox error={connection.failure.value} retry={() => connection.retry()} />}
        <Skeleton height="8rem" count={3} />
      </>
    );
  }
  const hasNothing = store.interfaces.value.length === 0 && store.devices.value.length === 0;
  return (
    <>
      <PageHeader title={say('title')}>
        {store.kept.value || lost
          ? say('lost')
          : hasNothing
            ? say('nothingYet')
            : problems.length === 0
              ? say('allWell')
              : say('problemCount', { n: problems.length })}
      </PageHeader>
      <div class="home">
        <div class="home-main stack">
          <ProblemList problems={problems} />
          <StateChips />
          {hasNothing ? <NoCcu /> : <Rooms />}
        </div>
        <aside class="home-side stack">
          <Connections />
          <RecentChanges />
        </aside>
      </div>
    </>
  );
}
