import { defineTexts } from '../../i18n/texts.js';

export const devicesTexts = defineTexts({
  title: { en: 'Devices', de: 'Geräte' },
  count: { en: { one: '{n} device', other: '{n} devices' }, de: { one: '{n} Gerät', other: '{n} Geräte' } },
  countOf: { en: '{n} of {total} devices', de: '{n} von {total} Geräten' },
  search: { en: 'Search name, model, room, address', de: 'Name, Modell, Raum, Adresse suchen' },
  name: { en: 'Name', de: 'Name' },
  model: { en: 'Model', de: 'Modell' },
  room: { en: 'Room', de: 'Raum' },
  interface: { en: 'CCU · interface', de: 'CCU · Schnittstelle' },
  availability: { en: 'Availability', de: 'Erreichbarkeit' },
  lastEvent: { en: 'Last event', de: 'Letztes Ereignis' },
  available: { en: 'reachable', de: 'erreichbar' },
  away: { en: 'out of reach', de: 'nicht erreichbar' },
  never: { en: 'never', de: 'nie' },
  none: { en: 'No devices yet', de: 'Noch keine Geräte' },
  noneHint: {
    en: 'They appear as soon as the CCU has told of them.',
    de: 'Sie erscheinen, sobald die CCU sie genannt hat.',
  },
  noMatch: { en: 'No device fits “{q}”', de: 'Kein Gerät passt zu „{q}“' },
  clear: { en: 'Clear the search', de: 'Suche leeren' },
});
