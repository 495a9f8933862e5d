import { defineTexts } from '../../i18n/texts.js';

export const programsTexts = defineTexts({
  title: { en: 'Programs', de: 'Programme' },
  count: { en: { one: '{n} program', other: '{n} programs' }, de: { one: '{n} Programm', other: '{n} Programme' } },
  countOf: { en: '{n} of {total} programs', de: '{n} von {total} Programmen' },
  search: { en: 'Search programs', de: 'Programme durchsuchen' },
  actions: { en: 'Actions', de: 'Aktionen' },
  name: { en: 'Name', de: 'Name' },
  ccu: { en: 'CCU', de: 'CCU' },
  active: { en: 'Active', de: 'Aktiv' },
  lastRun: { en: 'Last run', de: 'Zuletzt gelaufen' },
  never: { en: 'never', de: 'nie' },
  run: { en: 'Run', de: 'Ausführen' },
  runHint: {
    en: 'The “then” part runs at once; the CCU does not check the conditions.',
    de: 'Der „Dann“-Teil läuft sofort; die Bedingungen prüft die CCU dabei nicht.',
  },
  runNamed: { en: 'Run {name}', de: '{name} ausführen' },
  runTitle: { en: 'Run “{name}”?', de: '„{name}“ ausführen?' },
  onlyActive: { en: 'Only if it is active', de: 'Nur, wenn es aktiv ist' },
  running: { en: 'It is being run.', de: 'Es wird ausgeführt.' },
  done: { en: 'Done', de: 'Fertig' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  ran: { en: '{name} was run.', de: '{name} wurde ausgeführt.' },
  ranNot: { en: '{name} is not active and was not run.', de: '{name} ist nicht aktiv und wurde nicht ausgeführt.' },
  switched: { en: '{name}: saved', de: '{name}: gespeichert' },
  switchedRan: {
    en: '{name} is active now, and the CCU ran it because of that.',
    de: '{name} ist jetzt aktiv; die CCU hat es dabei ausgeführt.',
  },
  activates: {
    en: 'Activating a program may run it at once.',
    de: 'Ein Programm zu aktivieren kann es sofort auslösen.',
  },
  none: { en: 'No programs', de: 'Keine Programme' },
  noneHint: {
    en: 'Programs are created on the CCU and appear here automatically.',
    de: 'Programme entstehen auf der CCU; sie erscheinen hier automatisch.',
  },
  internal: { en: 'created by the CCU', de: 'von der CCU angelegt' },
  freshness: {
    en: 'Updated regularly, because the CCU does not push changes. Last update: {age}.',
    de: 'Regelmäßig aktualisiert, weil die CCU Änderungen nicht meldet. Zuletzt: {age}.',
  },
  refresh: { en: 'Refresh', de: 'Aktualisieren' },
});
