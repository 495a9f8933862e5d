import { defineTexts } from '../i18n/texts.js';

export const radioTexts = defineTexts({
  title: { en: 'Radio cost', de: 'Funklast' },
  messages: {
    en: { one: '{n} radio message', other: '{n} radio messages' },
    de: { one: '{n} Funknachricht', other: '{n} Funknachrichten' },
  },
  noRadio: { en: 'no radio', de: 'kein Funk' },
  share: { en: '{n} % of an hour’s sending time', de: '{n} % der Sendezeit einer Stunde' },
  forecast: {
    en: 'Duty cycle now {now} %, afterwards about {after} %.',
    de: 'Duty Cycle jetzt {now} %, danach etwa {after} %.',
  },
  woken: {
    en: { one: '{n} device is woken first, which costs more', other: '{n} devices are woken first, which costs more' },
    de: {
      one: '{n} Gerät wird erst geweckt, das kostet mehr',
      other: '{n} Geräte werden erst geweckt, das kostet mehr',
    },
  },
  asleep: {
    en: { one: '{n} device takes it at its next wake-up', other: '{n} devices take it at their next wake-up' },
    de: {
      one: '{n} Gerät übernimmt es beim nächsten Aufwachen',
      other: '{n} Geräte übernehmen es beim nächsten Aufwachen',
    },
  },
  unreachable: {
    en: { one: '{n} device is out of reach', other: '{n} devices are out of reach' },
    de: { one: '{n} Gerät ist nicht erreichbar', other: '{n} Geräte sind nicht erreichbar' },
  },
  warn: {
    en: 'Much of this hour’s duty cycle is used up already.',
    de: 'Von der Sendezeit dieser Stunde ist schon viel verbraucht.',
  },
  ask: {
    en: 'More than 80 % of this hour: the gateway spreads the messages, and some come minutes later or are refused.',
    de: 'Mehr als 80 % dieser Stunde: das Gateway verteilt die Nachrichten, einige kommen Minuten später oder werden abgelehnt.',
  },
  refuse: {
    en: 'The duty cycle of this hour is used up. Try again later.',
    de: 'Die Sendezeit dieser Stunde ist verbraucht. Später noch einmal versuchen.',
  },
});
