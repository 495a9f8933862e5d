import { useLocation } from 'preact-iso/router';
import { withoutEndSlashes } from '../net/base.js';
import { useServices } from './services.js';

/** Where the app is, without the path that a proxy puts before it. */
export interface Here {
  /** With a leading slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** To a page of the app: `go('devices?q=x')`. Asks first where something would be lost. */
  go(page: string, options?: { readonly replace?: boolean }): void;
  /** Changes the query of this page; an empty text removes its name. With `push` the browser's way back undoes it. */
  setQuery(change: Readonly<Record<string, string>>, options?: { readonly push?: boolean }): void;
}

export function useHere(): Here {
  const { base, leaving } = useServices();
  const { path, query, route } = useLocation();
  const inside = withoutEndSlashes(base.inside(`${path}/`)) || '/';
  const go: Here['go'] = (page, { replace = false } = {}) => {
    const to = base.at(page);
    leaving.attempt(new URL(to, base.url), () => route(to, replace));
  };
  return {
    path: inside,
    query,
    go,
    setQuery(change, { push = false } = {}) {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(change)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      const text = next.toString();
      go(inside + (text === '' ? '' : `?${text}`), { replace: !push });
    },
  };
}
