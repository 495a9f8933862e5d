import { defineTexts } from '../../i18n/texts.js';

export const orderTexts = defineTexts({
  orders: { en: 'Orders to {name}', de: 'Befehle an {name}' },
  reboot: { en: 'Restart', de: 'Neu starten' },
  rebootTitle: { en: 'Restart “{name}”?', de: '„{name}“ neu starten?' },
  rebootHint: {
    en: 'The CCU is away for some minutes. Its programs and devices of other systems do not work meanwhile.',
    de: 'Die CCU ist einige Minuten weg. Ihre Programme laufen so lange nicht.',
  },
  powerOff: { en: 'Switch off', de: 'Ausschalten' },
  powerOffTitle: { en: 'Switch “{name}” off?', de: '„{name}“ ausschalten?' },
  powerOffHint: {
    en: 'It cannot be switched on again from here: that needs its power button or its plug.',
    de: 'Von hier aus lässt sie sich nicht wieder einschalten: Das geht nur am Gerät selbst.',
  },
  safeMode: { en: 'Safe mode', de: 'Abgesicherter Modus' },
  safeModeTitle: { en: 'Restart “{name}” in safe mode?', de: '„{name}“ im abgesicherten Modus starten?' },
  safeModeHint: {
    en: 'The CCU restarts without its add-ons. The next restart starts them again.',
    de: 'Die CCU startet ohne ihre Zusatzsoftware. Der nächste Neustart startet sie wieder.',
  },
  recovery: { en: 'Recovery system', de: 'Recovery-System' },
  recoveryTitle: { en: 'Start the recovery system of “{name}”?', de: 'Recovery-System von „{name}“ starten?' },
  recoveryHint: {
    en: 'No device and no program works until someone leaves the recovery system on its own pages.',
    de: 'Kein Gerät und kein Programm arbeitet, bis jemand das Recovery-System auf dessen eigenen Seiten beendet.',
  },
  noRecovery: { en: 'This CCU has no recovery system', de: 'Diese CCU hat kein Recovery-System' },
  position: { en: 'Position', de: 'Standort' },
  positionTitle: { en: 'Position of “{name}”', de: 'Standort von „{name}“' },
  positionHint: {
    en: 'The CCU computes sunrise and sunset from it.',
    de: 'Daraus berechnet die CCU Sonnenaufgang und Sonnenuntergang.',
  },
  latitude: { en: 'Latitude in degrees, north positive', de: 'Breite in Grad, Norden positiv' },
  longitude: { en: 'Longitude in degrees, east positive', de: 'Länge in Grad, Osten positiv' },
  latitudeWrong: { en: 'Latitude: a number from −90 to 90', de: 'Breite: eine Zahl von −90 bis 90' },
  longitudeWrong: { en: 'Longitude: a number from −180 to 180', de: 'Länge: eine Zahl von −180 bis 180' },
  positionSaved: { en: '{name}: position saved', de: '{name}: Standort gespeichert' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  sent: { en: 'Sent to {name}.', de: 'An {name} gesendet.' },
});
