import { Bookmark } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { FOLDED, GROUPS, type Group, isOffered, PAGES, type PageEntry } from '../pages/registry.js';
import { pageTitles } from '../pages/titles.js';
import { Icon } from '../ui/value/icon.tsx';
import { shellTexts } from './texts.js';
import { useUnfolded } from './use-unfolded.js';

const NAMES = {
  daily: undefined,
  automation: 'groupAutomation',
  setup: 'groupSetup',
  expert: 'groupExpert',
} as const satisfies Record<Group, keyof typeof shellTexts | undefined>;

/** Pages that the user may use, by group. Setup and Expert are folded until opened, or until one of their pages is shown. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { session } = useServices();
  const say = useTexts(shellTexts);
  const pages: readonly PageEntry[] = PAGES;
  const shown = pages.filter(
    (entry) => isOffered(entry, session.capabilities.value) && session.may(entry.role ?? 'viewer'),
  );
  return (
    <nav class="navigation" aria-label={say('navigation')}>
      {GROUPS.map((group) => (
        <PageGroup key={group} group={group} entries={shown.filter((entry) => entry.group === group)} onGo={onGo} />
      ))}
      <SavedViewLinks onGo={onGo} />
    </nav>
  );
}

function PageGroup({
  group,
  entries,
  onGo,
}: {
  readonly group: Group;
  readonly entries: readonly PageEntry[];
  readonly onGo: () => void;
}) {
  const { base } = useServices();
  const { path } = useHere();
  const say = useTexts(shellTexts);
  const title = useTexts(pageTitles);
  const unfolded = useUnfolded(group);
  const here = (entry: PageEntry) => (entry.path === '' ? path === '/' : `${path}/`.startsWith(`/${entry.path}/`));
  if (entries.length === 0) return null;
  const name = NAMES[group];
  const isOpen = unfolded.isOpen.value || entries.some(here);
  const list = (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          <a href={base.at(entry.path)} aria-current={here(entry) ? 'page' : undefined} onClick={onGo}>
            <Icon of={entry.icon} />
            {title(entry.id as keyof typeof pageTitles)}
          </a>
        </li>
      ))}
    </ul>
  );
  if (name === undefined) return <section>{list}</section>;
  if (!FOLDED.has(group)) {
    return (
      <section>
        <h2>{say(name)}</h2>
        {list}
      </section>
    );
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        // It comes too where the page of an entry has opened the group.
        if (currentTarget.open !== isOpen) unfolded.set(currentTarget.open);
      }}
    >
      <summary>{say(name)}</summary>
      {list}
    </details>
  );
}

/** The views that the user has saved. */
function SavedViewLinks({ onGo }: { readonly onGo: () => void }) {
  const { base, views } = useServices();
  const { path, query } = useHere();
  const say = useTexts(shellTexts);
  useEffect(() => void views.load(), [views]);
  const list = views.list.value;
  if (list.length === 0) return null;
  const here = path === '/devices' ? new URLSearchParams(query).toString() : undefined;
  return (
    <section>
      <h2>{say('savedViews')}</h2>
      <ul>
        {list.map((view) => (
          <li key={view.name}>
            <a
              href={base.at(`devices?${view.query}`)}
              aria-current={view.query === here ? 'page' : undefined}
              onClick={onGo}
            >
              <Icon of={Bookmark} />
              <span class="private">{view.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
