import { useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { withoutEndSlashes } from '../net/base.js';
import { useServices } from './services.js';

/**
 * Something on this page is not saved: leaving asks first. Another path leaves the page; so does another value of the
 * query `members`.
 *
 * @example
 * useUnsaved(draft.size > 0, ['channel']);
 */
export function useUnsaved(unsaved: boolean, members: readonly string[] = []): void {
  const { leaving } = useServices();
  const { url } = useLocation();
  // With the change itself, not after the next frame: leaving in between would cause no question.
  useLayoutEffect(() => {
    if (!unsaved) return;
    const at = new URL(url, location.origin);
    const same = (to: URL) =>
      withoutEndSlashes(to.pathname) === withoutEndSlashes(at.pathname) &&
      members.every((name) => (to.searchParams.get(name) ?? '') === (at.searchParams.get(name) ?? ''));
    return leaving.hold({ at, leaves: (to) => !same(to) });
  }, [unsaved, url, members.join()]);
}
