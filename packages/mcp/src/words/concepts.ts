import type { CustomCategory } from '@ccu-gateway/contract/types';

const OF_CATEGORIES: Readonly<Record<CustomCategory, readonly string[]>> = {
  light: ['licht', 'lampe', 'leuchte', 'light', 'lamp', 'beleuchtung'],
  climate: ['heizung', 'heizkoerper', 'thermostat', 'heating', 'heater', 'radiator'],
  cover: ['rollladen', 'rolladen', 'rollo', 'shutter', 'blind', 'jalousie', 'raffstore', 'markise', 'awning', 'cover'],
  switch: ['steckdose', 'zwischenstecker', 'socket', 'outlet', 'plug', 'funksteckdose'],
  lock: ['schloss', 'lock', 'keymatic'],
  siren: ['sirene', 'siren', 'alarm'],
  text_display: ['anzeige', 'display'],
  valve: ['ventil', 'valve'],
};

/** Kinds of things that have operations. */
export const CATEGORIES = Object.keys(OF_CATEGORIES) as [CustomCategory, ...CustomCategory[]];

/** Words of one thing in German and English, in lower case without umlauts. A word that begins or ends with one counts. */
export const CONCEPTS: readonly (readonly string[])[] = [
  ...Object.values(OF_CATEGORIES),
  ['fenster', 'window', 'fenstergriff'],
  ['tuer', 'door'],
  ['tor', 'gate', 'garagentor'],
  ['rauch', 'rauchmelder', 'smoke'],
  ['wasser', 'wassermelder', 'water', 'leak'],
  ['bewegung', 'bewegungsmelder', 'motion'],
  ['taster', 'wandtaster', 'button', 'key', 'handsender', 'fernbedienung', 'remote'],
  ['wetter', 'weather', 'aussenfuehler', 'outdoor', 'draussen', 'outside', 'aussen'],
  ['temperatur', 'temperature', 'thermometer'],
  ['bewaesserung', 'irrigation', 'watering', 'sprinkler'],
  ['treppe', 'stairs', 'stair', 'staircase', 'treppenhaus'],
  ['kueche', 'kitchen'],
  ['bad', 'bath', 'bathroom', 'badezimmer'],
  ['wohnzimmer', 'living', 'livingroom', 'lounge'],
  ['schlafzimmer', 'bedroom'],
  ['kinderzimmer', 'nursery', 'children'],
  ['gast', 'gaeste', 'gaestezimmer', 'guest', 'guests'],
  ['buero', 'arbeitszimmer', 'office', 'study'],
  ['flur', 'diele', 'hall', 'hallway', 'corridor', 'entrance', 'eingang'],
  ['keller', 'cellar', 'basement'],
  ['dachboden', 'attic', 'speicher'],
  ['garten', 'garden', 'yard'],
  ['terrasse', 'patio', 'terrace'],
  ['werkstatt', 'workshop'],
  ['waschkueche', 'laundry'],
  ['esstisch', 'dining', 'esszimmer'],
  ['waschmaschine', 'washing', 'washer'],
  ['trockner', 'dryer', 'tumble'],
  ['kuehlschrank', 'fridge', 'refrigerator'],
  ['fernseher', 'tv', 'television', 'telly'],
  ['strom', 'energie', 'energy', 'power', 'electricity'],
  ['haus', 'house', 'home', 'front'],
  ['oben', 'obergeschoss', 'upstairs', 'upper'],
  ['unten', 'erdgeschoss', 'downstairs', 'ground'],
  ['sued', 'south'],
  ['nord', 'north'],
  ['strasse', 'street'],
];

/** Words that name nothing: a question may have them and a device need not. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...['the', 'a', 'an', 'on', 'in', 'at', 'of', 'to', 'my', 'our', 'all', 'every', 'and', 'with', 'for', 'by', 'room'],
  ...['der', 'die', 'das', 'den', 'dem', 'des', 'ein', 'eine', 'einen', 'im', 'am', 'auf', 'an', 'und', 'mit', 'von'],
  ...['zum', 'zur', 'in', 'alle', 'alles', 'mein', 'meine', 'unser', 'unsere', 'beim', 'bei', 'raum', 'zimmer'],
  ...['is', 'are', 'ist', 'sind', 'which', 'welche', 'welcher', 'welches', 'please', 'bitte'],
]);

/** Concepts of a custom data point, by its category. */
export const OF_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  light: ['licht', 'lampe'],
  climate: ['heizung', 'thermostat'],
  cover: ['rollladen'],
  lock: ['schloss'],
  siren: ['sirene'],
  switch: ['steckdose'],
  valve: ['bewaesserung'],
};
