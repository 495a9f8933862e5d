import { useServices, useTexts } from '../../context/services.js';
import { PageHeader, Skeleton } from '../../ui/layout.tsx';
import { DownloadSection } from './download-section.tsx';
import { ImportSection } from './import-section.tsx';
import { historyFilesTexts } from './texts.js';
import '../../ui/table/list.css';
import './history-files.css';

/** Recorded values as files: a download for all users, an import for administrators. */
export function HistoryFilesPage() {
  const { base, store, session } = useServices();
  const say = useTexts(historyFilesTexts);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <a class="button" href={base.at('history')}>
            {say('toHistory')}
          </a>
        }
      >
        {say('about')}
      </PageHeader>
      <div class="stack">
        {store.loaded.value ? <DownloadSection /> : <Skeleton height="16rem" />}
        {session.may('admin') && <ImportSection />}
      </div>
    </>
  );
}
