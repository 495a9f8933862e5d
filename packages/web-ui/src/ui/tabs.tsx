import { useServices } from '../context/services.js';
import { useHere } from '../context/use-here.js';

export interface Tab {
  /** Address of the tab, without a leading slash. */
  readonly path: string;
  readonly label: string;
}

/** Parts of a page, each with an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const { base } = useServices();
  const { path } = useHere();
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.path} href={base.at(tab.path)} aria-current={path === `/${tab.path}` ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
