import { defineTexts, type Texts } from '../i18n/texts.js';
import type { PageId } from './registry.js';

/** Titles of the pages, for the navigation and the command palette: known before a page is loaded. */
export const pageTitles = defineTexts({
  home: { en: 'Home', de: 'Übersicht' },
  devices: { en: 'Devices', de: 'Geräte' },
  device: { en: 'Device', de: 'Gerät' },
  links: { en: 'Links', de: 'Verknüpfungen' },
  schedules: { en: 'Schedules', de: 'Wochenprogramme' },
  programs: { en: 'Programs', de: 'Programme' },
  sysvars: { en: 'System variables', de: 'Systemvariablen' },
  history: { en: 'History', de: 'Verlauf' },
  events: { en: 'Events', de: 'Ereignisse' },
  centrals: { en: 'CCUs', de: 'CCUs' },
  firmware: { en: 'Firmware', de: 'Firmware' },
  backups: { en: 'Backups', de: 'Sicherungen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  welcome: { en: 'Connect a CCU', de: 'CCU verbinden' },
  tokens: { en: 'API tokens', de: 'API-Token' },
  users: { en: 'Users', de: 'Benutzer' },
  account: { en: 'My account', de: 'Mein Konto' },
  apiReference: { en: 'API reference', de: 'API-Referenz' },
  matter: { en: 'Matter', de: 'Matter' },
  mqtt: { en: 'MQTT', de: 'MQTT' },
  system: { en: 'System', de: 'System' },
  radio: { en: 'Radio', de: 'Funk' },
  problems: { en: 'Problems', de: 'Probleme' },
  audit: { en: 'Audit', de: 'Änderungsprotokoll' },
  doctor: { en: 'Doctor', de: 'Diagnose' },
  logs: { en: 'Logs', de: 'Logs' },
  pairing: { en: 'Pairing and inbox', de: 'Geräte anlernen' },
  groups: { en: 'Rooms', de: 'Räume' },
} satisfies Texts & Record<PageId, unknown>);
