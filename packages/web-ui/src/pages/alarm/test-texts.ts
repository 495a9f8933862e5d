import { defineTexts } from '../../i18n/texts.js';

export const testTexts = defineTexts({
  title: { en: 'Test', de: 'Testen' },
  start: { en: 'Start the test of the sensors', de: 'Sensortest beginnen' },
  stop: { en: 'End the test of the sensors', de: 'Sensortest beenden' },
  progress: {
    en: '{n} of {total} sensors have reported. Open each door and window, and walk through each room.',
    de: '{n} von {total} Sensoren haben sich gemeldet. Jede Tür und jedes Fenster öffnen, durch jeden Raum gehen.',
  },
  missing: { en: 'not yet', de: 'noch nicht' },
  test: { en: 'Test for five seconds, without sound', de: 'Fünf Sekunden testen, ohne Ton' },
  testLoud: { en: 'Test for five seconds, with sound', de: 'Fünf Sekunden testen, mit Ton' },
});
