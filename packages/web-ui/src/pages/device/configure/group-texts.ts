import { defineTexts, type Say } from '../../../i18n/texts.js';

/** First words of the names of settings, where three or more of a channel begin with the same one. */
export const groupTexts = defineTexts({
  ALARM: { en: 'Alarm', de: 'Alarm' },
  AUTO: { en: 'Automatic mode', de: 'Automatik' },
  BOOST: { en: 'Boost', de: 'Boost' },
  BUTTON: { en: 'Buttons', de: 'Tasten' },
  CLIMATE: { en: 'Climate', de: 'Klima' },
  COND: { en: 'Conditions', de: 'Bedingungen' },
  CYCLIC: { en: 'Cyclic messages', de: 'Zyklische Meldungen' },
  DBL: { en: 'Double press', de: 'Doppelter Tastendruck' },
  DECALCIFICATION: { en: 'Decalcification', de: 'Entkalkung' },
  DISPLAY: { en: 'Display', de: 'Anzeige' },
  DOOR: { en: 'Door', de: 'Tür' },
  DST: { en: 'Daylight saving', de: 'Sommerzeit' },
  EVENT: { en: 'Events', de: 'Ereignisse' },
  FROST: { en: 'Frost protection', de: 'Frostschutz' },
  GLOBAL: { en: 'Whole device', de: 'Ganzes Gerät' },
  HEATING: { en: 'Heating', de: 'Heizen' },
  HUMIDITY: { en: 'Humidity', de: 'Luftfeuchte' },
  LED: { en: 'Lights of the device', de: 'Leuchten am Gerät' },
  LEVEL: { en: 'Level', de: 'Pegel' },
  LOCAL: { en: 'On the device itself', de: 'Am Gerät selbst' },
  LOGIC: { en: 'Logic', de: 'Verknüpfungslogik' },
  LONG: { en: 'Long press', de: 'Langer Tastendruck' },
  MSG: { en: 'Messages', de: 'Meldungen' },
  OUTPUT: { en: 'Output', de: 'Ausgang' },
  PARTY: { en: 'Away', de: 'Abwesenheit' },
  POWERUP: { en: 'After a power failure', de: 'Nach einem Stromausfall' },
  RAMP: { en: 'Ramp', de: 'Rampe' },
  REFERENCE: { en: 'Reference run', de: 'Referenzfahrt' },
  REPEATED: { en: 'Repeated long press', de: 'Wiederholter langer Tastendruck' },
  SHORT: { en: 'Short press', de: 'Kurzer Tastendruck' },
  STATUSINFO: { en: 'Status messages', de: 'Statusmeldungen' },
  SWITCH: { en: 'Switch', de: 'Schalter' },
  TEMPERATURE: { en: 'Temperature', de: 'Temperatur' },
  TX: { en: 'Sending', de: 'Senden' },
  UTC: { en: 'Time zone', de: 'Zeitzone' },
  VALVE: { en: 'Valve', de: 'Ventil' },
  VOLUME: { en: 'Volume', de: 'Lautstärke' },
  WEEK: { en: 'Week', de: 'Woche' },
  WIND: { en: 'Wind', de: 'Wind' },
});

const isKnown = (word: string): word is keyof typeof groupTexts => Object.hasOwn(groupTexts, word);

/** Title of a group of settings that begin with the word; the word itself where it has no title. */
export function groupTitle(word: string, say: Say<typeof groupTexts>): string {
  return isKnown(word) ? say(word) : word.charAt(0) + word.slice(1).toLowerCase();
}
