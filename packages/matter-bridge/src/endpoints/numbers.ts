import { Matter } from '@matter/main';
import type { DeviceType } from '../mapping/device-types.js';

/**
 * Number and revision of a device type in the model of the library; undefined for names that it does not know.
 *
 * @example
 * deviceTypeNumbers('OnOffLight'); // { id: 256, revision: 3 }
 */
export const deviceTypeNumbers = keptByName((name: DeviceType) => {
  const found = Matter.deviceTypes(name);
  return found === undefined ? undefined : { id: found.id, revision: found.revision };
});

/**
 * Number of a cluster in the model of the library; undefined for names that it does not know.
 *
 * @example
 * clusterNumber('OnOff'); // 6
 */
export const clusterNumber = keptByName((name: string) => Matter.clusters(name)?.id);

/** The library searches its whole model each time, half a millisecond for one of a few dozen names. */
function keptByName<Name extends string, Found>(find: (name: Name) => Found): (name: Name) => Found {
  const kept = new Map<Name, Found>();
  return (name) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const found = find(name);
    kept.set(name, found);
    return found;
  };
}
