import { defineTexts } from '../../../i18n/texts.js';

export const deviceHistoryTexts = defineTexts({
  choice: { en: 'Values in the chart', de: 'Werte im Diagramm' },
  most: {
    en: 'More than {n} curves cannot be distinguished.',
    de: 'Mehr als {n} Kurven lassen sich nicht unterscheiden.',
  },
  noneChosen: { en: 'No value is chosen', de: 'Kein Wert ist ausgewählt' },
  noneChosenHint: { en: 'Choose one above.', de: 'Oben einen auswählen.' },
  none: { en: 'Nothing of this device is recorded', de: 'Von diesem Gerät wird nichts aufgezeichnet' },
  off: {
    en: 'Recording is switched off in the settings (history.enabled).',
    de: 'Die Aufzeichnung ist in den Einstellungen ausgeschaltet (history.enabled).',
  },
  offButOlder: {
    en: 'Recording is switched off (history.enabled); these are older values.',
    de: 'Die Aufzeichnung ist ausgeschaltet (history.enabled); dies sind ältere Werte.',
  },
  notSelected: {
    en: 'None of its values is among those that the settings choose; history.include takes more.',
    de: 'Keiner seiner Werte gehört zur Auswahl in den Einstellungen; history.include nimmt weitere auf.',
  },
  nothingFits: {
    en: 'None of its values is a number or a state that the device reports by itself.',
    de: 'Keiner seiner Werte ist eine Zahl oder ein Zustand, den das Gerät von sich aus meldet.',
  },
  recording: { en: 'Recorded values ({n})', de: 'Aufgezeichnete Werte ({n})' },
  recordingHint: {
    en: 'A choice counts from now on, for this value alone. Recorded values stay as they are.',
    de: 'Eine Auswahl gilt ab jetzt, nur für diesen Wert. Aufgezeichnete Werte bleiben, wie sie sind.',
  },
  exposed: { en: 'Values for Prometheus ({n})', de: 'Werte für Prometheus ({n})' },
  exposedHint: {
    en: '/metrics/values shows the present value of each chosen one, recorded or not.',
    de: '/metrics/values zeigt den aktuellen Wert jedes ausgewählten, aufgezeichnet oder nicht.',
  },
  settings: { en: 'To the settings', de: 'Zu den Einstellungen' },
  toFile: { en: 'Download as a file', de: 'Als Datei herunterladen' },
  toDiagram: { en: 'Diagram of these values', de: 'Diagramm dieser Werte' },
});
