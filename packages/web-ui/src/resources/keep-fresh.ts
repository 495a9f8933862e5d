import type { Connection, FollowedEvent } from '../connection/connection.js';
import type { Resource } from './resource.js';

const SETTLE_MS = 500;

/**
 * Reads a resource again after events of these types (several within half a second count as one), after a snapshot that
 * stands for events that it may have missed, and, where the last reading failed, when the page is live again. Returns how
 * to end that.
 */
export function keepFresh(
  { current, reload }: Pick<Resource<unknown>, 'current' | 'reload'>,
  connection: Pick<Connection, 'current' | 'snapshots' | 'onEvent'>,
  refreshOn: readonly FollowedEvent['type'][],
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLE_MS);
  };
  const offEvents = connection.onEvent(({ type }) => {
    if (refreshOn.includes(type)) reloadSoon();
  });
  let snapshots = connection.snapshots.peek();
  const offSnapshots = connection.snapshots.subscribe((count) => {
    if (count !== snapshots && count > 1) void reload();
    // No listener got the events between this reading and the first snapshot of the page.
    else if (count !== snapshots && refreshOn.length > 0) reloadSoon();
    snapshots = count;
  });
  let wasLive = connection.current.peek().state === 'live';
  const offState = connection.current.subscribe(({ state }) => {
    const isLive = state === 'live';
    if (isLive && !wasLive && current.peek().error !== undefined) void reload();
    wasLive = isLive;
  });
  return () => {
    offEvents();
    offSnapshots();
    offState();
    clearTimeout(timer);
  };
}
