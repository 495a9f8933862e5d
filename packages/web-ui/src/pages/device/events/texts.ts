import { defineTexts } from '../../../i18n/texts.js';

export const deviceEventsTexts = defineTexts({
  inspector: { en: 'With filters, pause and export', de: 'Mit Filtern, Pause und Export' },
  noEvents: { en: 'Nothing yet', de: 'Noch nichts' },
  noEventsHint: {
    en: 'Events appear as soon as the device reports something.',
    de: 'Ereignisse erscheinen, sobald das Gerät etwas meldet.',
  },
});
