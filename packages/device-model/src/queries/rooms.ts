import type { CountedEntry } from '@ccu-gateway/contract/types';
import { builtInName } from '../labels/label.js';
import { centralsIn } from '../model/locate.js';
import type { HouseRecords } from '../model/state.js';
import type { Locale } from '../requests/requests.js';

/** Rooms or functions with the number of devices in them; those without devices are listed too. */
export function countEntries(
  house: HouseRecords,
  what: 'rooms' | 'functions',
  locale: Locale,
  central?: string,
): readonly CountedEntry[] {
  const counts = new Map<string, number>();
  for (const each of centralsIn(house, central)) {
    const all = what === 'rooms' ? each.directory.allRooms : each.directory.allFunctions;
    for (const name of all) counts.set(name, counts.get(name) ?? 0);
    for (const device of each.devices.values()) {
      for (const name of device[what]) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([name, device_count]) => {
      const translated_name = builtInName(name, locale);
      return { name, ...(translated_name === undefined ? {} : { translated_name }), device_count };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
