import { defineTexts } from '../../i18n/texts.js';

export const deviceTestTexts = defineTexts({
  test: { en: 'Test', de: 'Testen' },
  title: { en: 'Does “{name}” answer?', de: 'Antwortet „{name}“?' },
  waiting: {
    en: 'The CCU calls the device. That takes up to 15 seconds.',
    de: 'Die CCU ruft das Gerät. Das dauert bis zu 15 Sekunden.',
  },
  passed: { en: 'It answered after {seconds} s.', de: 'Antwort nach {seconds} s.' },
  silent: { en: 'No answer', de: 'Keine Antwort' },
  silentHint: {
    en: 'A battery device may sleep: press one of its keys and test again. Otherwise it is out of reach, or its battery is empty.',
    de: 'Ein Batteriegerät schläft vielleicht: Taste am Gerät drücken und noch einmal testen. Sonst ist es außer Reichweite oder die Batterie leer.',
  },
  received: { en: 'Values that arrived meanwhile:', de: 'Werte, die dabei ankamen:' },
  again: { en: 'Test again', de: 'Noch einmal testen' },
  close: { en: 'Close', de: 'Schließen' },
});
