import type { CallAnswer } from '@ccu-gateway/client';
import { useMemo } from 'preact/hooks';
import { useResource } from '../context/use-resource.js';
import type { Resource } from '../resources/resource.js';

/** A floor or another part of the building with the names of its rooms. */
export type Area = CallAnswer<'listAreas'>[number];

/** The areas in their order, read again after each change of one. */
export function useAreas(): Resource<readonly Area[]> {
  return useResource<readonly Area[]>(({ gateway }) => gateway.call('listAreas'), { refreshOn: ['areas.changed'] });
}

/** The area of each room, by the name of the room. */
export function areasByRoom(areas: readonly Area[]): ReadonlyMap<string, Area> {
  return new Map(areas.flatMap((area) => area.rooms.map((room) => [room, area] as const)));
}

/** As `areasByRoom`, of the present areas; the same map until one of them changes. */
export function useAreasByRoom(): ReadonlyMap<string, Area> {
  const { value } = useAreas().current.value;
  return useMemo(() => areasByRoom(value ?? []), [value]);
}
