import { defineTexts } from '../i18n/texts.js';

export const actsTexts = defineTexts({
  actOn: {
    en: { one: 'Act on {n} device', other: 'Act on {n} devices' },
    de: { one: 'Aktion für {n} Gerät', other: 'Aktion für {n} Geräte' },
  },
  kind: { en: 'What', de: 'Was' },
  heating: { en: 'Heating', de: 'Heizung' },
  lights: { en: 'Lights', de: 'Licht' },
  blinds: { en: 'Blinds', de: 'Rollläden' },
  level: { en: 'To', de: 'Auf' },
  on: { en: 'On', de: 'An' },
  off: { en: 'Off', de: 'Aus' },
  up: { en: 'Up', de: 'Hoch' },
  down: { en: 'Down', de: 'Runter' },
  lasting: { en: 'For', de: 'Dauer' },
  endless: { en: 'No end', de: 'Ohne Ende' },
  unsuitable: {
    en: 'None of these devices is a light, blind or thermostat that is reached.',
    de: 'Keines dieser Geräte ist ein erreichbares Licht, ein Rollladen oder ein Thermostat.',
  },
  count: { en: { one: '{n} device', other: '{n} devices' }, de: { one: '{n} Gerät', other: '{n} Geräte' } },
  until: { en: 'until {time}', de: 'bis {time}' },
  ends: {
    en: 'Ends at {time}: each unchanged value goes back to the one before.',
    de: 'Endet um {time}: Jeder Wert, den niemand geändert hat, geht auf den vorherigen zurück.',
  },
  noEnd: {
    en: 'No end. You can undo it for an hour.',
    de: 'Ohne Ende. Eine Stunde lang lässt es sich rückgängig machen.',
  },
  already: {
    en: { one: '{n} device has this value already.', other: '{n} devices have this value already.' },
    de: { one: '{n} Gerät hat diesen Wert schon.', other: '{n} Geräte haben diesen Wert schon.' },
  },
  unreachable: {
    en: { one: '{n} device is out of reach and left out.', other: '{n} devices are out of reach and left out.' },
    de: {
      one: '{n} Gerät ist nicht erreichbar und wird ausgelassen.',
      other: '{n} Geräte sind nicht erreichbar und werden ausgelassen.',
    },
  },
  nothing: { en: 'No device needs a change.', de: 'Kein Gerät braucht eine Änderung.' },
  present: { en: 'Now', de: 'Jetzt' },
  next: { en: 'New', de: 'Neu' },
  device: { en: 'Device', de: 'Gerät' },
  start: { en: 'Send', de: 'Senden' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  sending: { en: 'Being sent …', de: 'Wird gesendet …' },
  started: { en: '{name}: started', de: '{name}: begonnen' },
  understood: {
    en: 'Send anyway: the duty cycle of this hour may run out.',
    de: 'Trotzdem senden: Die Sendezeit dieser Stunde kann ausgehen.',
  },
  running: { en: 'Acts in force', de: 'Laufende Aktionen' },
  takenOver: { en: '{n} changed since', de: '{n} seitdem geändert' },
  refused: { en: '{n} refused', de: '{n} abgelehnt' },
  ending: { en: 'ending', de: 'wird beendet' },
  end: { en: 'End now', de: 'Jetzt beenden' },
  endNamed: { en: 'End now: {name}', de: 'Jetzt beenden: {name}' },
  undo: { en: 'Undo', de: 'Rückgängig' },
  undoNamed: { en: 'Undo: {name}', de: 'Rückgängig: {name}' },
});
