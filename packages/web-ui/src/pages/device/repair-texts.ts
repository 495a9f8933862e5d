import { defineTexts } from '../../i18n/texts.js';

export const repairTexts = defineTexts({
  repair: { en: 'Send configuration again …', de: 'Konfiguration erneut senden …' },
  title: { en: 'Send {name} its configuration again', de: 'Konfiguration erneut an {name} senden' },
  hint: {
    en: 'The CCU sends all settings and links that it has stored for this device. Nothing that is stored changes.',
    de: 'Die CCU sendet alle Einstellungen und Verknüpfungen, die sie für dieses Gerät gespeichert hat. Gespeichertes ändert sich nicht.',
  },
  wake: {
    en: 'The device sleeps: press one of its keys, or wait for its next report.',
    de: 'Das Gerät schläft: eine seiner Tasten drücken oder auf seine nächste Meldung warten.',
  },
  send: { en: 'Send', de: 'Senden' },
  sent: {
    en: '{name} is sent its configuration. It is done when nothing is pending any more.',
    de: '{name} erhält die Konfiguration. Fertig ist es, wenn nichts mehr aussteht.',
  },
});
