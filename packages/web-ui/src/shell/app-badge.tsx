import type { SecurityOverview } from '@ccu-gateway/contract/types';
import { useEffect } from 'preact/hooks';
import { useServices } from '../context/services.js';
import { useResource } from '../context/use-resource.js';
import { SECURITY_CHANGES } from '../pages/alarm/changes.js';

/** Dangers and faults that need attention: silenced ones do not. */
export function badgeCount({ classes, silenced }: Pick<SecurityOverview, 'classes' | 'silenced'>): number {
  return Math.max(0, classes.reduce((sum, { count }) => sum + count, 0) - silenced);
}

/** The installed app has a badge; a tab of a browser has none, and asks the gateway for nothing. */
const hasBadge = (): boolean =>
  'setAppBadge' in navigator && globalThis.matchMedia('(display-mode: standalone)').matches;

/** Shows the number of dangers and faults at the icon of the installed app. */
export function AppBadge() {
  return hasBadge() ? <Badge /> : null;
}

function Badge() {
  const { session } = useServices();
  const overview = useResource(({ gateway }) => gateway.call('getSecurity'), {
    refreshOn: SECURITY_CHANGES,
    inputs: [session.role.value],
  });
  const { value } = overview.current.value;
  const count = value === undefined ? 0 : badgeCount(value);
  useEffect(() => {
    // A system without badges rejects.
    navigator.setAppBadge(count).catch(() => {});
  }, [count]);
  return null;
}
