import { defineTexts } from '../../i18n/texts.js';

export const linkMapTexts = defineTexts({
  title: { en: 'Map of links', de: 'Karte der Verknüpfungen' },
  about: {
    en: 'Senders on the left, receivers on the right. A line opens its link.',
    de: 'Sender links, Empfänger rechts. Eine Linie öffnet ihre Verknüpfung.',
  },
  back: { en: 'Links', de: 'Verknüpfungen' },
  room: { en: 'Room', de: 'Raum' },
  all: { en: 'All rooms', de: 'Alle Räume' },
  noRoom: { en: 'Without a room', de: 'Ohne Raum' },
  picture: { en: 'Show the picture', de: 'Bild anzeigen' },
  line: { en: '{sender} → {receiver}', de: '{sender} → {receiver}' },
  lineWith: { en: '{sender} → {receiver}: {profile}', de: '{sender} → {receiver}: {profile}' },
  noMatch: { en: 'No link fits these filters', de: 'Keine Verknüpfung passt zu diesen Filtern' },
  clear: { en: 'Clear filters', de: 'Filter zurücksetzen' },
});
