import { defineTexts } from '../../i18n/texts.js';

export const groupsTexts = defineTexts({
  title: { en: 'Rooms and functions', de: 'Räume und Gewerke' },
  intro: {
    en: 'Managed by the CCU; changes here apply there too.',
    de: 'Sie liegen auf der CCU; Änderungen hier gelten auch dort.',
  },
  rooms: { en: 'Rooms', de: 'Räume' },
  functions: { en: 'Functions', de: 'Gewerke' },
  devices: { en: { one: '{n} device', other: '{n} devices' }, de: { one: '{n} Gerät', other: '{n} Geräte' } },
  newRoom: { en: 'New room', de: 'Neuer Raum' },
  newFunction: { en: 'New function', de: 'Neues Gewerk' },
  create: { en: 'Create', de: 'Anlegen' },
  name: { en: 'Name', de: 'Name' },
  nameMissing: { en: 'Name: at least one character', de: 'Name: mindestens ein Zeichen' },
  ccu: { en: 'CCU', de: 'CCU' },
  rename: { en: 'Rename {name}', de: '{name} umbenennen' },
  renameTitle: { en: 'Rename “{name}”', de: '„{name}“ umbenennen' },
  save: { en: 'Save', de: 'Speichern' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  remove: { en: 'Delete {name}', de: '{name} löschen' },
  removeTitle: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  removeHint: {
    en: 'Its devices stay; only the assignment ends.',
    de: 'Die Geräte bleiben; nur die Zuordnung endet.',
  },
  removeSure: { en: 'Delete', de: 'Löschen' },
  saved: { en: '{name}: saved', de: '{name}: gespeichert' },
  removed: { en: '{name} was deleted.', de: '{name} wurde gelöscht.' },
  none: { en: 'There is none yet', de: 'Noch keine vorhanden' },
  noneHint: {
    en: 'Create one here, or on the CCU.',
    de: 'Hier oder auf der CCU anlegen.',
  },
  roomDay: { en: 'Day chart', de: 'Tagesbild' },
});
