import { useEffect, useMemo } from 'preact/hooks';
import type { FollowedEvent } from '../connection/connection.js';
import { keepFresh } from '../resources/keep-fresh.js';
import { createResource, type Resource } from '../resources/resource.js';
import { type Services, useServices } from './services.js';

export interface ResourceUse {
  /** Read again after events of these types. */
  readonly refreshOn?: readonly FollowedEvent['type'][];
  /** Read again when one of these changes, or another CCU is chosen. */
  readonly inputs?: readonly unknown[];
}

/**
 * Reads a resource from the gateway while the component is mounted, and again after each event of a change and after
 * lost events. `signal` ends a call whose result is not used any more.
 *
 * @example
 * const tokens = useResource(({ gateway }) => gateway.call('listTokens'));
 */
export function useResource<T>(
  load: (services: Services, signal: AbortSignal) => Promise<T>,
  { refreshOn = [], inputs = [] }: ResourceUse = {},
): Resource<T> {
  const services = useServices();
  const { resource, ending } = useMemo(() => {
    const controller = new AbortController();
    return {
      resource: createResource(() => load(services, controller.signal), services.now),
      ending: controller,
    };
  }, [...inputs, services.scope.chosen.value]);
  useEffect(() => {
    void resource.reload();
    const endFreshness = keepFresh(resource, services.connection, refreshOn);
    return () => {
      endFreshness();
      ending.abort();
    };
  }, [resource]);
  return resource;
}
