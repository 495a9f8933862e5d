import type { LeaveGuard } from './leave-guard.js';

/** Part of the browser window that the guard needs. */
export interface WatchedWindow {
  readonly location: Pick<Location, 'href' | 'origin'>;
  readonly history: Pick<History, 'pushState' | 'back'>;
  addEventListener(type: string, listener: (event: Event) => void, options: AddEventListenerOptions): void;
}

export interface WatchOptions {
  readonly guard: LeaveGuard;
  /** True for a link to a page of the app. Other links leave the app, and the browser itself asks. */
  readonly isPage: (href: string) => boolean;
  /** To a page of the app. */
  readonly go: (to: URL) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks before links, the browser's own steps back and forth, and before the window is closed. It has to listen before the
 * router, which takes links and steps as they are.
 */
export function watchWindow(window: WatchedWindow, { guard, isPage, go, signal }: WatchOptions): void {
  const { history, location } = window;
  const first = { capture: true, signal };
  const onClick = (event: Event) => {
    const href = hrefOf(event as MouseEvent);
    if (href === undefined || !isPage(href)) return;
    const to = new URL(href, location.href);
    if (to.origin !== location.origin || guard.lostBy(to) === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    guard.attempt(to, () => go(to));
  };
  const onStep = (event: Event) => {
    const to = new URL(location.href);
    const lost = guard.lostBy(to);
    if (lost === undefined) return;
    event.stopImmediatePropagation();
    // The browser is there already: this page is put on top again, and one step back leads to where it was.
    history.pushState(null, '', lost.at.href);
    guard.attempt(to, () => history.back());
  };
  window.addEventListener('click', onClick, first);
  window.addEventListener('popstate', onStep, first);
  window.addEventListener('beforeunload', (event) => guard.holding && event.preventDefault(), { signal });
}

/** Of the link that a click follows in this window; undefined where the browser does something else with it. */
function hrefOf(event: MouseEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return undefined;
  const link = event.composedPath().find((each): each is HTMLAnchorElement => (each as Partial<Node>).nodeName === 'A');
  if (link === undefined || link.hasAttribute('download') || !/^(?:_?self)?$/i.test(link.target)) return undefined;
  const href = link.getAttribute('href');
  return href === null || href === '' || href.startsWith('#') ? undefined : link.href;
}
