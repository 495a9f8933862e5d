import { defineTexts } from '../../i18n/texts.js';

export const diagramTexts = defineTexts({
  title: { en: 'Diagrams', de: 'Diagramme' },
  hint: {
    en: 'Recorded values of any devices in one picture, to keep and to share.',
    de: 'Aufgezeichnete Werte beliebiger Geräte in einem Bild, zum Behalten und Teilen.',
  },
  saved: { en: 'Saved diagrams', de: 'Gespeicherte Diagramme' },
  sharedBy: { en: '{name}, shared by {owner}', de: '{name}, geteilt von {owner}' },
  fresh: { en: 'New diagram', de: 'Neues Diagramm' },
  values: { en: 'Values', de: 'Werte' },
  device: { en: 'Device', de: 'Gerät' },
  value: { en: 'Value', de: 'Wert' },
  add: { en: 'Add value', de: 'Wert hinzufügen' },
  remove: { en: 'Remove {name}', de: '{name} entfernen' },
  most: {
    en: 'A diagram shows at most {n} values.',
    de: 'Ein Diagramm zeigt höchstens {n} Werte.',
  },
  there: { en: 'The diagram has this value already.', de: 'Das Diagramm hat diesen Wert schon.' },
  empty: { en: 'No value is chosen', de: 'Kein Wert ist ausgewählt' },
  emptyHint: {
    en: 'Choose a device and one of its values above. A value is shown once it is recorded.',
    de: 'Oben ein Gerät und einen seiner Werte wählen. Ein Wert erscheint, sobald er aufgezeichnet ist.',
  },
  save: { en: 'Save', de: 'Speichern' },
  saveAs: { en: 'Save as new', de: 'Als neues speichern' },
  rename: { en: 'Save and name', de: 'Speichern und benennen' },
  name: { en: 'Name', de: 'Name' },
  shared: { en: 'All users see it', de: 'Alle Benutzer sehen es' },
  storedAs: { en: '{name} is saved', de: '{name} ist gespeichert' },
  remove1: { en: 'Delete diagram', de: 'Diagramm löschen' },
  removeAsk: {
    en: 'The diagram “{name}” is deleted. Recorded values stay.',
    de: 'Das Diagramm „{name}“ wird gelöscht. Aufgezeichnete Werte bleiben.',
  },
  removed: { en: '{name} is deleted', de: '{name} ist gelöscht' },
  gone: {
    en: 'This diagram does not exist any more, or its owner does not share it.',
    de: 'Dieses Diagramm gibt es nicht mehr, oder sein Besitzer teilt es nicht.',
  },
  unsaved: { en: 'not saved', de: 'nicht gespeichert' },
});
