import { defineTexts } from '../../i18n/texts.js';

export const problemTimesTexts = defineTexts({
  title: { en: 'Timeline of problems', de: 'Zeitverlauf der Probleme' },
  about: {
    en: 'Beginning and end of problems by cause. Faults shorter than two minutes are left out.',
    de: 'Beginn und Ende von Problemen nach Ursache. Störungen unter zwei Minuten fehlen.',
  },
  back: { en: 'Problems', de: 'Probleme' },
  range: { en: 'Range', de: 'Zeitraum' },
  d30: { en: '30 days', de: '30 Tage' },
  y1: { en: 'A year', de: 'Ein Jahr' },
  subject: { en: 'Subject', de: 'Thema' },
  all: { en: 'All', de: 'Alle' },
  device: { en: 'Device', de: 'Gerät' },
  allDevices: { en: 'All devices', de: 'Alle Geräte' },
  picture: { en: 'Show the picture', de: 'Bild anzeigen' },
  problem: { en: 'Problem', de: 'Problem' },
  began: { en: 'Began', de: 'Beginn' },
  ended: { en: 'Ended', de: 'Ende' },
  lasted: { en: 'Lasted', de: 'Dauer' },
  lasts: { en: 'lasts', de: 'dauert an' },
  span: { en: '{problem}: {from} – {to}', de: '{problem}: {from} – {to}' },
  row: {
    en: { one: '{problem}: once, {lasted} in all', other: '{problem}: {n} times, {lasted} in all' },
    de: { one: '{problem}: einmal, insgesamt {lasted}', other: '{problem}: {n}-mal, insgesamt {lasted}' },
  },
  none: { en: 'No problem in this time', de: 'Kein Problem in dieser Zeit' },
  noneHint: {
    en: 'The gateway keeps the times of problems from now on, for 400 days.',
    de: 'Das Gateway merkt sich die Zeiten von Problemen ab jetzt, 400 Tage lang.',
  },
  noMatch: { en: 'No problem fits these filters', de: 'Kein Problem passt zu diesen Filtern' },
  more: {
    en: { one: '{n} more is in the table.', other: '{n} more are in the table.' },
    de: { one: '{n} weiteres steht in der Tabelle.', other: '{n} weitere stehen in der Tabelle.' },
  },
});
