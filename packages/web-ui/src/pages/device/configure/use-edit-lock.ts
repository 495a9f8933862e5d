import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useServices } from '../../../context/services.js';
import { createEditLock, type EditLock, type LockPlace } from './edit-lock.js';

interface EditLockUse {
  /** Something was changed and is not sent yet. */
  readonly editing: boolean;
  /** The shown values may be older than the edit of another caller. */
  onStale(): void;
}

/** The lock on a paramset while its form is there: held while something is changed, freed when the page goes. */
export function useEditLock({ key, central }: LockPlace, use: EditLockUse): EditLock {
  const { gateway, session, timer } = useServices();
  const latest = useRef(use);
  latest.current = use;
  const may = session.may('operator');
  const lock = useMemo(
    () => createEditLock({ gateway, place: { key, central }, timer, onStale: () => latest.current.onStale() }),
    [key, central],
  );
  useEffect(() => {
    if (!may) return;
    const start = () => {
      lock.watch();
      if (latest.current.editing) lock.begin();
    };
    start();
    const ended = new AbortController();
    const { signal } = ended;
    addEventListener('pagehide', () => lock.stop(), { signal });
    // The browser keeps pages and shows them again as they were left.
    addEventListener('pageshow', ({ persisted }) => persisted && start(), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && lock.check(), {
      signal,
    });
    return () => {
      ended.abort();
      lock.stop();
    };
  }, [lock, may]);
  useEffect(() => {
    if (!may) return;
    if (use.editing) lock.begin();
    else lock.end();
  }, [lock, may, use.editing]);
  return lock;
}
