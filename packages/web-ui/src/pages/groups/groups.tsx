import { useTexts } from '../../context/services.js';
import { PageHeader } from '../../ui/layout.tsx';
import { AreasCard } from './areas-card.tsx';
import { GroupCard } from './group-card.tsx';
import { groupsTexts } from './texts.js';
import '../../ui/table/list.css';

/** Rooms and functions: made, renamed, deleted; a click shows their devices. */
export function GroupsPage() {
  const say = useTexts(groupsTexts);
  return (
    <>
      <PageHeader title={say('title')}>{say('intro')}</PageHeader>
      <div class="two-columns">
        <GroupCard kind="rooms" />
        <GroupCard kind="functions" />
        <AreasCard />
      </div>
    </>
  );
}
