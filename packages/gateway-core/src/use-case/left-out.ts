import type { LeftOut } from '@ccu-gateway/ccu-client';
import type { UnknownThing } from '@ccu-gateway/device-model';
import type { LeftOutThings } from '../ports/doctor.js';
import { firstOf } from './words.js';

/** In the order of how much is missing with it. */
const KINDS: readonly (readonly [LeftOutThings['kind'], one: string, other: string])[] = [
  ['description', 'description of a device', 'descriptions of devices'],
  ['device', 'event of an unknown device', 'events of unknown devices'],
  ['channel', 'event of an unknown channel', 'events of unknown channels'],
  ['parameter', 'event of an unknown parameter', 'events of unknown parameters'],
  ['address', 'address that is none', 'addresses that are none'],
  ['method', 'call of an unknown method', 'calls of unknown methods'],
  ['call', 'call of another shape', 'calls of another shape'],
];

/**
 * Items that the wire and the model left out, by kind.
 *
 * @example
 * leftOutOf(ccu.leftOut(), house.unknownThings({ central: 'home' }));
 */
export function leftOutOf(wire: readonly LeftOut[], unknown: readonly UnknownThing[]): readonly LeftOutThings[] {
  const all = [...wire, ...unknown];
  return KINDS.flatMap(([kind]) => {
    const entries = all.filter((each) => each.kind === kind).sort((a, b) => b.count - a.count);
    const count = entries.reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? [] : [{ kind, count, names: [...new Set(entries.map(({ name }) => name))] }];
  });
}

/** `2 events of unknown devices (A, B); 1 call of an unknown method (x)` */
export function leftOutWords(found: readonly LeftOutThings[]): string {
  return found
    .map(({ kind, count, names }) => {
      const [, one = kind, other = kind] = KINDS.find(([known]) => known === kind) ?? [];
      return `${count} ${count === 1 ? one : other} (${firstOf(names)})`;
    })
    .join('; ');
}
