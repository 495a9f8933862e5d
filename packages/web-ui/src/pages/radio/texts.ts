import { defineTexts } from '../../i18n/texts.js';

export const radioTexts = defineTexts({
  title: { en: 'Radio', de: 'Funk' },
  about: {
    en: 'How busy the air is, who makes it so, and who is heard how well.',
    de: 'Wie voll der Funk ist, wer ihn füllt und wer wie gut gehört wird.',
  },
  none: { en: 'No interface tells of its radio', de: 'Keine Schnittstelle berichtet über ihren Funk' },
  noneHint: {
    en: 'Duty cycle and carrier sense come from the CCU, once a minute.',
    de: 'Duty Cycle und Carrier Sense kommen von der CCU, einmal pro Minute.',
  },
  dutyCycle: { en: 'Duty cycle', de: 'Duty Cycle' },
  carrierSense: { en: 'Carrier sense', de: 'Carrier Sense' },
  left: { en: 'About {n} s of sending are left this hour', de: 'Noch etwa {n} s Sendezeit in dieser Stunde' },
  course: { en: 'Over time', de: 'Im Verlauf' },
  traffic: { en: 'Who causes the traffic?', de: 'Wer verursacht den Verkehr?' },
  bySubject: {
    en: 'Our writes by person or token, last 24 hours',
    de: 'Eigene Schreibvorgänge nach Person oder Token, letzte 24 Stunden',
  },
  byDevice: { en: 'Our writes by device, last 24 hours', de: 'Eigene Schreibvorgänge nach Gerät, letzte 24 Stunden' },
  byEvents: {
    en: 'Reports by device, of the newest {n} events',
    de: 'Meldungen nach Gerät, aus den neuesten {n} Ereignissen',
  },
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
  noSignals: { en: 'No device has told its signal yet.', de: 'Noch hat kein Gerät seine Signalstärke gemeldet.' },
});
