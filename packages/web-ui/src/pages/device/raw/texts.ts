import { defineTexts } from '../../../i18n/texts.js';

export const rawTexts = defineTexts({
  curl: { en: 'For programs', de: 'Für Programme' },
  curlHint: {
    en: 'The lines take a token from the variable CCU_GATEWAY_TOKEN; an administrator mints one under Tokens.',
    de: 'Die Zeilen nehmen ein Token aus der Variable CCU_GATEWAY_TOKEN; ein Administrator erstellt es unter „Tokens“.',
  },
  readDevice: { en: 'Read this device', de: 'Dieses Gerät lesen' },
  readPoints: { en: 'Read the values of the channel', de: 'Werte des Kanals lesen' },
  readMaster: { en: 'Read the configuration of the channel', de: 'Konfiguration des Kanals lesen' },
  write: { en: 'Set a value', de: 'Einen Wert setzen' },
  follow: { en: 'Follow its events', de: 'Seine Ereignisse mitlesen' },
  device: { en: 'Description of the device', de: 'Beschreibung des Geräts' },
  points: { en: 'Descriptions of the values', de: 'Beschreibungen der Werte' },
  channel: { en: 'Channel', de: 'Kanal' },
  copy: { en: 'Copy', de: 'Kopieren' },
  copied: { en: 'Copied', de: 'Kopiert' },
});
