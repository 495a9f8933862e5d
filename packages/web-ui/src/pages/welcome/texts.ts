import { defineTexts } from '../../i18n/texts.js';

export const welcomeTexts = defineTexts({
  title: { en: 'Connect your CCU', de: 'CCU verbinden' },
  intro: {
    en: 'Five steps to the first live event. You can leave and come back at any time.',
    de: 'In fünf Schritten zum ersten Live-Ereignis. Unterbrechen ist jederzeit möglich.',
  },
  steps: { en: 'Steps', de: 'Schritte' },
  find: { en: 'Find my CCU', de: 'CCU suchen' },
  login: { en: 'Sign-in and test', de: 'Anmeldung und Test' },
  loop: { en: 'Connection test', de: 'Verbindungstest' },
  event: { en: 'First event', de: 'Erstes Ereignis' },
  token: { en: 'Token for programs', de: 'Token für Programme' },
  byHand: { en: 'Enter the address', de: 'Adresse eingeben' },
  byHandHint: {
    en: 'Not listed? Enter its address.',
    de: 'Nicht in der Liste? Adresse eingeben.',
  },
  demo: { en: 'No CCU at hand? Try it with demo data', de: 'Keine CCU zur Hand? Mit Demodaten ausprobieren' },
  demoHint: {
    en: 'This starts a second gateway beside this one, with a simulated CCU; its data is gone when it ends.',
    de: 'Das startet neben diesem ein zweites Gateway mit einer simulierten CCU; seine Daten verschwinden mit ihm.',
  },
  copy: { en: 'Copy', de: 'Kopieren' },
  connect: { en: 'Save and connect', de: 'Speichern und verbinden' },
  waitingForInterface: {
    en: 'Loading the devices of the CCU. This can take a minute.',
    de: 'Die CCU wird nach ihren Geräten gefragt. Das kann eine Minute dauern.',
  },
  waited: { en: '{n} s so far', de: 'Bisher {n} s' },
  interface: { en: 'Interface', de: 'Schnittstelle' },
  next: { en: 'Next', de: 'Weiter' },
  back: { en: 'Back', de: 'Zurück' },
  listening: {
    en: 'Listening … Press a button on a remote, switch a light, or open a window.',
    de: 'Warte auf ein Ereignis … Eine Taste drücken, ein Licht schalten oder ein Fenster öffnen.',
  },
  heard: {
    en: 'It arrived: the way from the device to this page works.',
    de: 'Angekommen: Der Weg vom Gerät bis zu dieser Seite funktioniert.',
  },
  later: { en: 'Go on without waiting', de: 'Ohne Warten weiter' },
  tokenIntro: {
    en: 'Programs such as Home Assistant or Node-RED sign in with a token. You can make one now or later under “API tokens”.',
    de: 'Programme wie Home Assistant oder Node-RED melden sich mit einem Token an. Jetzt oder später unter „API-Token“ erstellen.',
  },
  finish: { en: 'To the overview', de: 'Zur Übersicht' },
  finishWithout: { en: 'Without a token to the overview', de: 'Ohne Token zur Übersicht' },
});
