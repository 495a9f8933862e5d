import type { Area } from '@ccu-gateway/contract/types';
import { GatewayError } from '../use-case/errors.js';

/** The areas of the rooms in memory, for bridges that describe devices without waiting. */
export interface AreaNames {
  /** The area that has all these rooms; undefined without rooms, and where one of them is in another area or in none. */
  of(rooms: readonly string[]): string | undefined;
  /** Reads the areas again. Resolves with true where a room has another area now; unreadable areas stay the last ones. */
  read(): Promise<boolean>;
}

/**
 * Keeps the area of each room. It is empty before the first `read`.
 *
 * @example
 * const areas = createAreaNames(core.as(caller).areas);
 * await areas.read();
 * console.log(areas.of(['Kitchen', 'Hall']));
 */
export function createAreaNames(source: { list(): Promise<readonly Area[]> }): AreaNames {
  let areaOf: ReadonlyMap<string, string> = new Map();
  return {
    of([first, ...others]) {
      const area = first === undefined ? undefined : areaOf.get(first);
      return others.every((room) => areaOf.get(room) === area) ? area : undefined;
    },
    async read() {
      const areas = await source.list().catch((error: unknown) => {
        // Without storage there are no areas to read.
        if (error instanceof GatewayError) return undefined;
        throw error;
      });
      if (areas === undefined) return false;
      const before = areaOf;
      areaOf = new Map(areas.flatMap(({ name, rooms }) => rooms.map((room) => [room, name] as const)));
      return before.size !== areaOf.size || [...areaOf].some(([room, area]) => before.get(room) !== area);
    },
  };
}
