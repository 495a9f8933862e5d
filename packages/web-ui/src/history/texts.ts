import { defineTexts } from '../i18n/texts.js';

export const historyTexts = defineTexts({
  range: { en: 'Range', de: 'Zeitraum' },
  h1: { en: '1 hour', de: '1 Stunde' },
  h6: { en: '6 hours', de: '6 Stunden' },
  h24: { en: '24 hours', de: '24 Stunden' },
  d7: { en: '7 days', de: '7 Tage' },
  d30: { en: '30 days', de: '30 Tage' },
  y1: { en: 'A year', de: 'Ein Jahr' },
  back: { en: 'Earlier', de: 'Früher' },
  forward: { en: 'Later', de: 'Später' },
  isNow: { en: 'The range ends now.', de: 'Der Zeitraum endet jetzt.' },
  firstDay: { en: 'First day', de: 'Erster Tag' },
  toNow: { en: 'Now', de: 'Jetzt' },
  band: { en: '{state}, {from} – {to}', de: '{state}, {from} – {to}' },
  csv: { en: 'Save as CSV', de: 'Als CSV speichern' },
  reload: { en: 'Refresh', de: 'Aktualisieren' },
  none: { en: 'Nothing was recorded in this time', de: 'In dieser Zeit wurde nichts aufgezeichnet' },
  off: {
    en: 'Recording is switched off in the settings.',
    de: 'Die Aufzeichnung ist in den Einstellungen ausgeschaltet.',
  },
  notRecorded: { en: 'This value is not recorded.', de: 'Dieser Wert wird nicht aufgezeichnet.' },
  soon: { en: 'Values appear here as they change.', de: 'Werte erscheinen hier, sobald sie sich ändern.' },
  folded: {
    en: 'Each point stands for {n} minutes; the file has these points.',
    de: 'Jeder Punkt steht für {n} Minuten; die Datei enthält diese Punkte.',
  },
  summary: {
    en: '{name}: lowest {min}, highest {max}, now {last}',
    de: '{name}: niedrigster {min}, höchster {max}, jetzt {last}',
  },
  chart: { en: 'Course of {names}', de: 'Verlauf von {names}' },
  heat: {
    en: '{name} by hour and day, from {low} to {high}',
    de: '{name} nach Stunde und Tag, von {low} bis {high}',
  },
  heatTable: { en: 'As a table', de: 'Als Tabelle' },
  heatShow: { en: 'By hour and day', de: 'Nach Stunde und Tag' },
  heatAbout: {
    en: 'The last four weeks, a line for each day. Striped hours are unknown.',
    de: 'Die letzten vier Wochen, eine Zeile je Tag. Gestreifte Stunden sind unbekannt.',
  },
  curves: { en: 'Curves', de: 'Kurven' },
  day: { en: 'Day', de: 'Tag' },
  hours: { en: 'Hours', de: 'Stunden' },
});
