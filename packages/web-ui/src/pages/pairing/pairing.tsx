import { useServices, useTexts } from '../../context/services.js';
import { PageHeader } from '../../ui/layout.tsx';
import { InboxCard } from './inbox.tsx';
import { InstallModeCard } from './install-mode.tsx';
import { SearchCard } from './search.tsx';
import { pairingTexts } from './texts.js';
import '../../ui/table/list.css';

/** From a new device to one with a name and a room. */
export function PairingPage() {
  const say = useTexts(pairingTexts);
  const { store } = useServices();
  return (
    <>
      <PageHeader title={say('title')}>{say('intro')}</PageHeader>
      <div class="two-columns">
        <InboxCard />
        <div class="stack">
          <InstallModeCard />
          {store.interfaces.value.length > 0 && <SearchCard />}
        </div>
      </div>
    </>
  );
}
