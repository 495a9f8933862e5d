import { useServices, useTexts } from '../context/services.js';
import { useHere } from '../context/use-here.js';
import { GROUPS, type Group, isOffered, PAGES, type PageEntry } from '../pages/registry.js';
import { pageTitles } from '../pages/titles.js';
import { Icon } from '../ui/value/icon.tsx';
import { shellTexts } from './texts.js';

const NAMES = {
  home: 'groupHome',
  devices: 'groupDevices',
  logic: 'groupLogic',
  activity: 'groupActivity',
  system: 'groupSystem',
  access: 'groupAccess',
} as const satisfies Record<Group, keyof typeof shellTexts>;

/** The pages by group; a group with one page is that page. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { base, session } = useServices();
  const { path } = useHere();
  const say = useTexts(shellTexts);
  const title = useTexts(pageTitles);
  const shown: readonly PageEntry[] = PAGES;
  const here = (entry: PageEntry) => (entry.path === '' ? path === '/' : `${path}/`.startsWith(`/${entry.path}/`));
  return (
    <nav class="navigation" aria-label={say('navigation')}>
      {GROUPS.map((group) => {
        const entries = shown.filter((entry) => entry.group === group && isOffered(entry, session.capabilities.value));
        if (entries.length === 0) return null;
        return (
          <section key={group}>
            {entries.length > 1 && <h2>{say(NAMES[group])}</h2>}
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
          </section>
        );
      })}
    </nav>
  );
}
