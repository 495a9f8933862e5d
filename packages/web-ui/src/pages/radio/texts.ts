import { defineTexts } from '../../i18n/texts.js';

export const radioTexts = defineTexts({
  title: { en: 'Radio', de: 'Funk' },
  about: {
    en: 'Radio load, its causes and signal strength.',
    de: 'Funklast, ihre Ursachen und Signalstärken.',
  },
  none: { en: 'No interface reports radio figures', de: 'Keine Schnittstelle meldet Funkwerte' },
  noneHint: {
    en: 'Duty cycle and carrier sense come from the CCU, once a minute.',
    de: 'Duty Cycle und Carrier Sense kommen von der CCU, einmal pro Minute.',
  },
  dutyCycle: { en: 'Duty cycle', de: 'Duty Cycle' },
  carrierSense: { en: 'Carrier sense', de: 'Carrier Sense' },
  left: { en: 'About {n} s of sending are left this hour', de: 'Noch etwa {n} s Sendezeit in dieser Stunde' },
  course: { en: 'Over time', de: 'Im Verlauf' },
  traffic: { en: 'Who causes the traffic?', de: 'Wer verursacht den Verkehr?' },
  reload: { en: 'Refresh', de: 'Aktualisieren' },
  countedDay: { en: 'Of the last 24 hours.', de: 'Aus den letzten 24 Stunden.' },
  countedSince: {
    en: 'Counted since the gateway started: {time}.',
    de: 'Gezählt seit dem Start des Gateways: {time}.',
  },
  noTraffic: { en: 'Nothing was sent or reported yet', de: 'Noch wurde nichts gesendet oder gemeldet' },
  noTrafficHint: {
    en: 'The gateway counts since {time}.',
    de: 'Das Gateway zählt seit {time}.',
  },
  writes: {
    en: { one: '{n} write', other: '{n} writes' },
    de: { one: '{n} Schreibvorgang', other: '{n} Schreibvorgänge' },
  },
  reports: { en: { one: '{n} report', other: '{n} reports' }, de: { one: '{n} Meldung', other: '{n} Meldungen' } },
  hoursOf: {
    en: '{name}, hour by hour: {what}, at most {most} an hour',
    de: '{name}, Stunde für Stunde: {what}, höchstens {most} pro Stunde',
  },
  mostAnHour: { en: 'at most {n} an hour', de: 'höchstens {n} pro Stunde' },
  bySubject: { en: 'Our writes by person or token', de: 'Eigene Schreibvorgänge nach Person oder Token' },
  subjectsForAdmins: {
    en: 'Only administrators see the senders.',
    de: 'Die Absender sehen nur Administratoren.',
  },
  byDevice: { en: 'Our writes by device', de: 'Eigene Schreibvorgänge nach Gerät' },
  byReports: { en: 'Reports by device', de: 'Meldungen nach Gerät' },
  unlisted: { en: 'and {n} of others', de: 'und {n} von anderen' },
  nothing: { en: 'Nothing.', de: 'Nichts.' },
  times: { en: { one: '{n} time', other: '{n} times' }, de: { one: '{n}-mal', other: '{n}-mal' } },
  signals: { en: 'Signal strength', de: 'Signalstärke' },
  device: { en: 'Device', de: 'Gerät' },
  interface: { en: 'Interface', de: 'Schnittstelle' },
  toDevice: { en: 'CCU → device', de: 'CCU → Gerät' },
  fromDevice: { en: 'Device → CCU', de: 'Gerät → CCU' },
  strong: { en: 'strong', de: 'stark' },
  fair: { en: 'fair', de: 'mittel' },
  weak: { en: 'weak', de: 'schwach' },
  noSignals: { en: 'No device has reported its signal yet.', de: 'Noch hat kein Gerät seine Signalstärke gemeldet.' },
});
