import type { IconNode } from 'lucide';
import {
  Bath,
  BedDouble,
  Car,
  CookingPot,
  Cpu,
  DoorOpen,
  House,
  LampDesk,
  Sofa,
  Star,
  ToyBrick,
  Trees,
  WashingMachine,
} from 'lucide';
import type { TileGroup } from './grouping.js';

/** Words of German and English names of rooms. The first match wins. */
const BY_WORD: readonly (readonly [RegExp, IconNode])[] = [
  [/bad|dusche|\bwc\b|toilette|bath|shower|toilet/i, Bath],
  [/wohn|living|lounge/i, Sofa],
  [/schlaf|gäste|bed|guest/i, BedDouble],
  [/kinder|spiel|child|kid|play|nursery/i, ToyBrick],
  [/küche|kitchen|ess(zimmer|platz)|dining/i, CookingPot],
  [/büro|arbeit|office|study/i, LampDesk],
  [/garage|carport/i, Car],
  [/garten|terrasse|balkon|außen|garden|terrace|balcony|outdoor/i, Trees],
  [/keller|wasch|hauswirtschaft|basement|cellar|laundry|utility/i, WashingMachine],
  [/flur|diele|eingang|treppe|hall|corridor|entrance|stairs/i, DoorOpen],
];

/** Picture of a group of devices, by the words of its name. */
export function roomIcon({ kind, name }: Pick<TileGroup, 'kind' | 'name'>): IconNode {
  if (kind === 'favourites') return Star;
  if (kind === 'rest') return Cpu;
  return BY_WORD.find(([words]) => words.test(name))?.[1] ?? House;
}
