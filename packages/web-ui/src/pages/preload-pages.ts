/** A page whose code can be fetched before it is opened. */
export interface PreloadablePage {
  readonly component: { readonly preload: () => Promise<unknown> };
}

/** Fetches the code of pages, one after the other, each when there is nothing else to do: the first visit needs no wait then. */
export function preloadPages(pages: readonly PreloadablePage[], whenIdle: (run: () => void) => void): void {
  const [next, ...others] = pages;
  if (next === undefined) return;
  whenIdle(() => {
    const goOn = () => preloadPages(others, whenIdle);
    // What cannot be fetched now is asked for again when the page is opened, which says so.
    next.component.preload().then(goOn, goOn);
  });
}
