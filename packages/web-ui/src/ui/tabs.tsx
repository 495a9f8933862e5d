import { useLayoutEffect, useRef } from 'preact/hooks';
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
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs are wider than the page: the one that is shown is to be seen among them.
  useLayoutEffect(() => {
    const [row, tab] = [nav.current, nav.current?.querySelector('[aria-current]')];
    if (row === null || row === undefined || tab === null || tab === undefined) return;
    const [around, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (own.left < around.left || own.right > around.right)
      row.scrollLeft += own.left - around.left - (around.width - own.width) / 2;
  }, [path]);
  return (
    <nav class="tabs" aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <a key={tab.path} href={base.at(tab.path)} aria-current={path === `/${tab.path}` ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
