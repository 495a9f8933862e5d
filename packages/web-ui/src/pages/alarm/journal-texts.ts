import { defineTexts } from '../../i18n/texts.js';

/** Events of the journal. */
export const journalTexts = defineTexts({
  started: { en: 'Gateway started', de: 'Gateway gestartet' },
  configured: { en: 'Settings changed', de: 'Einstellungen geändert' },
  arming: { en: 'Exit delay began', de: 'Ausgangszeit begonnen' },
  armed: { en: 'Armed', de: 'Scharf geschaltet' },
  reminder: { en: 'Reminder: not armed', de: 'Erinnerung: nicht scharf' },
  schedule_refused: { en: 'Could not be armed on schedule', de: 'Konnte nicht nach Zeitplan scharf werden' },
  schedule_missed: { en: 'Schedule missed', de: 'Zeitplan verpasst' },
  disarmed: { en: 'Disarmed', de: 'Unscharf geschaltet' },
  entry_delay: { en: 'Entry delay began', de: 'Eingangszeit begonnen' },
  pre_alarm: { en: 'Pre-alarm', de: 'Voralarm' },
  triggered: { en: 'Alarm triggered', de: 'Alarm ausgelöst' },
  triggered_again: { en: 'Further cause of the alarm', de: 'Weitere Ursache des Alarms' },
  unconfirmed: { en: 'Single activation of a group', de: 'Einzelne Auslösung einer Gruppe' },
  quiet: { en: 'Sirens ended', de: 'Sirenen beendet' },
  silenced: { en: 'Sirens silenced', de: 'Sirenen stumm geschaltet' },
  acknowledged: { en: 'Alarm acknowledged', de: 'Alarm quittiert' },
  ended: { en: 'Alarm ended', de: 'Alarm beendet' },
  rearmed: { en: 'Alarm ended, armed again', de: 'Alarm beendet, wieder scharf' },
  code_used: { en: 'Code without effect', de: 'Code ohne Wirkung' },
  pins_unreadable: {
    en: 'Sealed with another key: set these PINs again',
    de: 'Mit anderem Schlüssel versiegelt: diese PINs neu setzen',
  },
  code_refused: { en: 'Code refused', de: 'Code abgelehnt' },
  key_refused: { en: 'Key refused', de: 'Taste abgelehnt' },
  swinger: { en: 'Sensor left out after too many alarms', de: 'Sensor nach zu vielen Alarmen ausgelassen' },
  tamper: { en: 'Tampering', de: 'Manipulation' },
  walk_test_started: { en: 'Test of the sensors began', de: 'Sensortest begonnen' },
  walk_test_ended: { en: 'Test of the sensors ended', de: 'Sensortest beendet' },
  output_tested: { en: 'Output tested', de: 'Ausgang getestet' },
  output_on: { en: 'Output switched on', de: 'Ausgang eingeschaltet' },
  output_off: { en: 'Output switched off', de: 'Ausgang ausgeschaltet' },
  output_confirmed: { en: 'Output confirmed', de: 'Ausgang bestätigt' },
  output_unconfirmed: { en: 'Output does not confirm', de: 'Ausgang bestätigt nicht' },
  output_missing: { en: 'Output is no longer there', de: 'Ausgang nicht mehr vorhanden' },
  output_found: { en: 'Output is there again', de: 'Ausgang wieder vorhanden' },
  output_given_up: { en: 'Output removed before it confirmed its stop', de: 'Ausgang vor bestätigtem Aus entfernt' },
  central_connected: { en: 'CCU connected', de: 'CCU verbunden' },
  central_lost: { en: 'Connection with the CCU lost', de: 'Verbindung zur CCU verloren' },
  unreachable: { en: 'Sensor unreachable', de: 'Sensor nicht erreichbar' },
  reachable: { en: 'Sensor reachable again', de: 'Sensor wieder erreichbar' },
  low_battery: { en: 'Battery low', de: 'Batterie schwach' },
  battery_good: { en: 'Battery good again', de: 'Batterie wieder gut' },
  sabotage: { en: 'Sabotage', de: 'Sabotage' },
  sabotage_over: { en: 'Sabotage ended', de: 'Sabotage beendet' },
});

/** Key of the text of an event; undefined for an event of a newer gateway. */
export const eventText = (event: string): keyof typeof journalTexts | undefined =>
  Object.hasOwn(journalTexts, event) ? (event as keyof typeof journalTexts) : undefined;
