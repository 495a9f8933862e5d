import { defineTexts } from '../../i18n/texts.js';

export const radioMapTexts = defineTexts({
  title: { en: 'Radio map', de: 'Funkkarte' },
  about: {
    en: 'Signals between the devices and the radio modules of the CCU. The weaker direction decides the colour.',
    de: 'Signale zwischen den Geräten und den Funkmodulen der CCU. Die schwächere Richtung bestimmt die Farbe.',
  },
  back: { en: 'Radio', de: 'Funk' },
  interface: { en: 'Interface', de: 'Schnittstelle' },
  all: { en: 'All', de: 'Alle' },
  noRoom: { en: 'Without a room', de: 'Ohne Raum' },
  picture: { en: 'Show the picture', de: 'Bild anzeigen' },
  device: { en: 'Device', de: 'Gerät' },
  room: { en: 'Room', de: 'Raum' },
  hub: { en: 'Radio module', de: 'Funkmodul' },
  toDevice: { en: 'Module → device', de: 'Modul → Gerät' },
  fromDevice: { en: 'Device → module', de: 'Gerät → Modul' },
  beside: { en: 'also receives it', de: 'empfängt es auch' },
  strong: { en: 'Strong, from -75 dBm', de: 'Stark, ab -75 dBm' },
  fair: { en: 'Fair, from -90 dBm', de: 'Mittel, ab -90 dBm' },
  weak: { en: 'Weak, below -90 dBm', de: 'Schwach, unter -90 dBm' },
  line: { en: '{device} – {hub}: {dbm} dBm, {quality}', de: '{device} – {hub}: {dbm} dBm, {quality}' },
  none: { en: 'No device has reported its signal yet', de: 'Noch hat kein Gerät seine Signalstärke gemeldet' },
  noneHint: {
    en: 'A device reports its signal with its next message.',
    de: 'Ein Gerät meldet seine Signalstärke mit seiner nächsten Nachricht.',
  },
  unread: {
    en: 'The signals at single radio gateways could not be read.',
    de: 'Die Signale an einzelnen Funk-Gateways sind nicht lesbar.',
  },
});
