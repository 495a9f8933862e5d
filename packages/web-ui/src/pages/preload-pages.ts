/** Page with code that can be fetched before the page is opened. */
export interface PreloadablePage {
  readonly component: { readonly preload: () => Promise<unknown> };
}

/** Fetches the code of pages, one after the other, while the browser is idle, so that the first visit needs no wait. */
export function preloadPages(pages: readonly PreloadablePage[], whenIdle: (run: () => void) => void): void {
  const [next, ...others] = pages;
  if (next === undefined) return;
  whenIdle(() => {
    const goOn = () => preloadPages(others, whenIdle);
    // After a failure the page fetches the code when it is opened, and shows a second failure.
    next.component.preload().then(goOn, goOn);
  });
}
