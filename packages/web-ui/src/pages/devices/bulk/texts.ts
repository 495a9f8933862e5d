import { defineTexts } from '../../../i18n/texts.js';

export const bulkTexts = defineTexts({
  setValue: {
    en: { one: 'Set a value on {n} device', other: 'Set a value on {n} devices' },
    de: { one: 'Wert an {n} Gerät setzen', other: 'Wert an {n} Geräten setzen' },
  },
  setRoom: {
    en: { one: 'Put {n} device into rooms', other: 'Put {n} devices into rooms' },
    de: { one: '{n} Gerät Räumen zuordnen', other: '{n} Geräte Räumen zuordnen' },
  },
  what: { en: 'What', de: 'Was' },
  choose: { en: 'Choose a value', de: 'Wert wählen' },
  onOf: { en: '{label} ({n} of {total})', de: '{label} ({n} von {total})' },
  to: { en: 'To', de: 'Auf' },
  allChannels: {
    en: 'On every channel that has it, not just the first',
    de: 'An jedem Kanal, der ihn hat, nicht nur am ersten',
  },
  nothing: {
    en: 'None of these devices has a value that can be set.',
    de: 'Keines dieser Geräte hat einen Wert, der sich setzen lässt.',
  },
  replace: { en: 'Only these rooms', de: 'Nur diese Räume' },
  add: { en: 'Add to the rooms they have', de: 'Zu den vorhandenen Räumen hinzufügen' },
  rooms: { en: 'Rooms', de: 'Räume' },
  noRadio: {
    en: 'No radio messages: rooms are managed by the CCU.',
    de: 'Keine Funknachrichten: Räume verwaltet die CCU.',
  },
  start: { en: 'Send', de: 'Senden' },
  apply: { en: 'Apply', de: 'Übernehmen' },
  stop: { en: 'Stop', de: 'Anhalten' },
  done: { en: 'Done', de: 'Fertig' },
  cancel: { en: 'Cancel', de: 'Abbrechen' },
  chooseFirst: { en: 'First choose a value to set.', de: 'Erst einen Wert zum Setzen wählen.' },
  progress: { en: '{n} of {total} done, {failed} failed', de: '{n} von {total} erledigt, {failed} fehlgeschlagen' },
  waiting: { en: 'waiting', de: 'wartet' },
  running: { en: 'being sent', de: 'wird gesendet' },
  skipped: { en: 'not sent', de: 'nicht gesendet' },
  sent: { en: 'accepted by the CCU', de: 'von der CCU angenommen' },
  pending: { en: 'sent, not confirmed yet', de: 'gesendet, noch nicht bestätigt' },
  confirmed: { en: 'confirmed', de: 'bestätigt' },
  failed: { en: 'failed', de: 'fehlgeschlagen' },
  understood: {
    en: 'Send anyway: the duty cycle of this hour may run out.',
    de: 'Trotzdem senden: Die Sendezeit dieser Stunde kann ausgehen.',
  },
});
