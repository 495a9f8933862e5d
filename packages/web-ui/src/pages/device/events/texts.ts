import { defineTexts } from '../../../i18n/texts.js';

export const deviceEventsTexts = defineTexts({
  inspector: { en: 'Open in the event inspector', de: 'Im Ereignis-Inspektor öffnen' },
  noEvents: { en: 'Nothing yet', de: 'Noch nichts' },
  noEventsHint: {
    en: 'Events appear as soon as the device reports something.',
    de: 'Ereignisse erscheinen, sobald das Gerät etwas meldet.',
  },
});
