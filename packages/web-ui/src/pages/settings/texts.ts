import { defineTexts } from '../../i18n/texts.js';

export const settingsTexts = defineTexts({
  title: { en: 'Settings', de: 'Einstellungen' },
  intro: {
    en: 'Current settings and the source of each.',
    de: 'Aktuelle Einstellungen und die Quelle jedes Werts.',
  },
  sections: { en: 'Sections', de: 'Bereiche' },
  expert: { en: 'Expert settings', de: 'Experteneinstellungen' },
  exportYaml: { en: 'Export as YAML', de: 'Als YAML exportieren' },
  exportHint: {
    en: 'All values in force; secrets are left out.',
    de: 'Alle geltenden Werte; Geheimnisse sind ausgelassen.',
  },
  fileOnly: {
    en: 'These are set in the configuration file or by environment variables, not here.',
    de: 'Diese werden in der Konfigurationsdatei oder über Umgebungsvariablen gesetzt, nicht hier.',
  },
  default: { en: 'default', de: 'Vorgabe' },
  bootstrap: { en: 'file', de: 'Datei' },
  db: { en: 'changed here', de: 'hier geändert' },
  env: { en: 'environment', de: 'Umgebung' },
  needsRestart: { en: 'applies after a restart', de: 'gilt nach Neustart' },
  pinnedBy: {
    en: 'Pinned by the environment variable {name}; change it there.',
    de: 'Festgelegt durch die Umgebungsvariable {name}; dort ändern.',
  },
  pinned: {
    en: 'Pinned by an environment variable or a flag of the command line.',
    de: 'Festgelegt durch eine Umgebungsvariable oder die Kommandozeile.',
  },
  allowed: { en: 'Allowed: {what}', de: 'Erlaubt: {what}' },
  range: { en: '{min} to {max}', de: '{min} bis {max}' },
  onePerLine: { en: 'One entry per line.', de: 'Ein Eintrag je Zeile.' },
  onePairPerLine: { en: 'One “name = value” per line.', de: 'Je Zeile ein „Name = Wert“.' },
  asJson: { en: 'As JSON.', de: 'Als JSON.' },
  secretSet: {
    en: 'Is set and never shown. Leave empty to keep it.',
    de: 'Ist gesetzt und wird nie angezeigt. Leer lassen, um es zu behalten.',
  },
  secretUnset: { en: 'Is not set.', de: 'Ist nicht gesetzt.' },
  defaultIs: { en: 'Default: {value}', de: 'Vorgabe: {value}' },
  reset: { en: 'Reset', de: 'Zurücksetzen' },
  resetHint: {
    en: 'Back to the value of the file, or the default',
    de: 'Zurück auf den Wert der Datei oder die Vorgabe',
  },
  resetDone: { en: '{name}: reset', de: '{name}: zurückgesetzt' },
  review: { en: 'Review changes', de: 'Änderungen ansehen' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  unsaved: {
    en: { one: '{n} change is not saved yet.', other: '{n} changes are not saved yet.' },
    de: { one: '{n} Änderung ist noch nicht gespeichert.', other: '{n} Änderungen sind noch nicht gespeichert.' },
  },
  invalid: { en: 'Not possible: {name}', de: 'Nicht möglich: {name}' },
  diffTitle: { en: 'Save these changes?', de: 'Diese Änderungen speichern?' },
  before: { en: 'Now', de: 'Bisher' },
  after: { en: 'Then', de: 'Neu' },
  save: { en: 'Save', de: 'Speichern' },
  saved: { en: 'Settings saved', de: 'Einstellungen gespeichert' },
  notApplied: { en: 'Saved, but not applied: {why}', de: 'Gespeichert, aber nicht übernommen: {why}' },
  waiting: {
    en: {
      one: '{n} setting waits for a restart of the gateway:',
      other: '{n} settings wait for a restart of the gateway:',
    },
    de: {
      one: '{n} Einstellung wartet auf einen Neustart des Gateways:',
      other: '{n} Einstellungen warten auf einen Neustart des Gateways:',
    },
  },
  restart: { en: 'Restart the gateway', de: 'Gateway neu starten' },
  restartTitle: { en: 'Restart the gateway?', de: 'Gateway neu starten?' },
  restartEffect: {
    en: 'The gateway is away for some seconds. Clients reconnect automatically and miss no event. Without a supervisor it stays stopped.',
    de: 'Das Gateway ist einige Sekunden weg. Clients verbinden sich automatisch neu und verpassen kein Ereignis. Ohne Überwachung bleibt es aus.',
  },
  unset: { en: 'not set', de: 'nicht gesetzt' },
  hidden: { en: '(secret)', de: '(geheim)' },
  on: { en: 'on', de: 'ein' },
  off: { en: 'off', de: 'aus' },
  none: { en: 'Only expert settings here', de: 'Hier gibt es nur Experteneinstellungen' },
  noneHint: {
    en: 'Switch on the expert settings to see them.',
    de: 'Die Experteneinstellungen einschalten, um sie zu sehen.',
  },
});
