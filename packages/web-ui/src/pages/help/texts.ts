import { defineTexts } from '../../i18n/texts.js';

export const helpTexts = defineTexts({
  title: { en: 'Help and troubleshooting', de: 'Hilfe und Fehlersuche' },
  about: {
    en: 'Causes and remedies by symptom. Names of files are documents in the source of the gateway.',
    de: 'Ursachen und Abhilfe nach Symptom. Dateinamen sind Dokumente im Quelltext des Gateways.',
  },
  search: { en: 'Search the symptoms', de: 'Symptome durchsuchen' },
  print: { en: 'Print', de: 'Drucken' },
  doctor: { en: 'Run the doctor', de: 'Diagnose starten' },
  symptoms: { en: 'Symptoms', de: 'Symptome' },
  found: {
    en: { one: '{n} symptom found', other: '{n} symptoms found' },
    de: { one: '{n} Symptom gefunden', other: '{n} Symptome gefunden' },
  },
});
