import { defineTexts } from '../../i18n/texts.js';

export const accountTexts = defineTexts({
  title: { en: 'My account', de: 'Mein Konto' },
  who: { en: '{name}, {role}', de: '{name}, {role}' },
  password: { en: 'Password', de: 'Passwort' },
  elsewhere: {
    en: 'Change your password where your account is managed.',
    de: 'Ihr Passwort wird dort geändert, wo Ihr Konto geführt wird.',
  },
  current: { en: 'Current password', de: 'Bisheriges Passwort' },
  fresh: { en: 'New password', de: 'Neues Passwort' },
  again: { en: 'New password again', de: 'Neues Passwort wiederholen' },
  rule: { en: 'At least 8 characters.', de: 'Mindestens 8 Zeichen.' },
  short: { en: 'New password: at least 8 characters.', de: 'Neues Passwort: mindestens 8 Zeichen.' },
  differs: {
    en: 'New password again: it is not the same.',
    de: 'Neues Passwort wiederholen: es ist nicht dasselbe.',
  },
  wrong: { en: 'Current password: wrong.', de: 'Bisheriges Passwort: falsch.' },
  change: { en: 'Change password', de: 'Passwort ändern' },
  changed: {
    en: 'Password changed. Your other sessions have ended.',
    de: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
  },
  sessions: { en: 'Where you are signed in', de: 'Wo Sie angemeldet sind' },
  here: { en: 'this one', de: 'diese hier' },
  sessionFacts: { en: 'since {since}, until {until}', de: 'seit {since}, bis {until}' },
  lastUsed: { en: 'last used {age}', de: 'zuletzt benutzt {age}' },
  socketCount: {
    en: { one: '{n} live connection', other: '{n} live connections' },
    de: { one: '{n} offene Verbindung', other: '{n} offene Verbindungen' },
  },
  unknownBrowser: { en: 'a browser', de: 'ein Browser' },
  end: { en: 'End', de: 'Beenden' },
  ended: { en: 'Session ended', de: 'Sitzung beendet' },
  endOthers: { en: 'End all others', de: 'Alle anderen beenden' },
  noSessions: {
    en: 'You are not signed in with a session of this gateway.',
    de: 'Sie sind nicht mit einer Sitzung dieses Gateways angemeldet.',
  },
  browserOn: { en: '{browser} on {system}', de: '{browser} auf {system}' },
});
