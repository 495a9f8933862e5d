import { defineTexts } from '../../i18n/texts.js';

export const roomHistoryTexts = defineTexts({
  title: { en: 'History', de: 'Verlauf' },
  hint: { en: 'Recorded values of rooms, compared.', de: 'Aufgezeichnete Werte der Räume im Vergleich.' },
  files: { en: 'Download and import', de: 'Herunterladen und importieren' },
  filesOfViewer: { en: 'Download', de: 'Herunterladen' },
  measure: { en: 'Value', de: 'Wert' },
  temperature: { en: 'Temperature', de: 'Temperatur' },
  humidity: { en: 'Humidity', de: 'Luftfeuchte' },
  rooms: { en: 'Rooms', de: 'Räume' },
  most: {
    en: 'More than {n} rooms cannot be distinguished.',
    de: 'Mehr als {n} Räume lassen sich nicht unterscheiden.',
  },
  none: { en: 'No room is chosen', de: 'Kein Raum ist ausgewählt' },
  noneHint: { en: 'Choose one above.', de: 'Oben einen auswählen.' },
  noRooms: { en: 'No room measures this', de: 'Kein Raum misst das' },
  noRoomsHint: {
    en: 'Assign a sensor or thermostat to a room. Values of other devices are in their tab "History".',
    de: 'Einen Fühler oder Thermostat einem Raum zuordnen. Werte anderer Geräte stehen in deren Reiter „Verlauf“.',
  },
});
