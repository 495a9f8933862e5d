import { defineTexts } from '../../i18n/texts.js';

export const ownTexts = defineTexts({
  title: { en: 'Backups of the gateway itself', de: 'Sicherungen des Gateways selbst' },
  hint: {
    en: 'Users, tokens, settings, names, Matter homes and history in one file. The file contains everything except passwords of CCUs and brokers: keep it like a password.',
    de: 'Benutzer, Token, Einstellungen, Namen, Matter-Anbindungen und Verlauf in einer Datei. Die Datei verrät alles außer den Passwörtern von CCUs und Brokern: wie ein Passwort aufbewahren.',
  },
  create: { en: 'Back up the gateway', de: 'Gateway sichern' },
  createEffect: {
    en: 'The backup is made while the gateway runs, and read again before it counts.',
    de: 'Die Sicherung entsteht im laufenden Betrieb und zählt erst, wenn sie wieder gelesen wurde.',
  },
  history: { en: 'Values over time (history)', de: 'Werte über die Zeit (Verlauf)' },
  events: { en: 'Log of events', de: 'Protokoll der Ereignisse' },
  withKey: { en: 'With the key that opens stored passwords', de: 'Mit dem Schlüssel zu den gespeicherten Passwörtern' },
  withKeyHint: {
    en: 'Without it, this backup is restored only where the file secret.key is still there: on this machine, or beside a copy that you keep apart.',
    de: 'Ohne ihn lässt sich die Sicherung nur dort zurückspielen, wo es die Datei secret.key noch gibt: auf diesem Gerät oder mit einer getrennt aufbewahrten Kopie.',
  },
  passphrase: { en: 'Passphrase', de: 'Passphrase' },
  passphraseHint: {
    en: 'At least 12 characters. It seals the key and is stored nowhere: if it is lost, the key in this backup stays closed.',
    de: 'Mindestens 12 Zeichen. Sie versiegelt den Schlüssel und wird nirgends gespeichert: Geht sie verloren, bleibt der Schlüssel in dieser Sicherung verschlossen.',
  },
  repeat: { en: 'Passphrase again', de: 'Passphrase wiederholen' },
  tooShort: { en: 'Passphrase: at least 12 characters.', de: 'Passphrase: mindestens 12 Zeichen.' },
  differ: { en: 'Passphrase: the two are not the same.', de: 'Passphrase: Die beiden sind nicht gleich.' },
  making: { en: 'The backup of the gateway is being made', de: 'Die Sicherung des Gateways entsteht' },
  makingShare: {
    en: 'The backup of the gateway is being made: {n} %',
    de: 'Die Sicherung des Gateways entsteht: {n} %',
  },
  made: { en: 'The gateway is backed up', de: 'Das Gateway ist gesichert' },
  failed: {
    en: 'The last backup of the gateway failed: {why}',
    de: 'Die letzte Sicherung des Gateways ist fehlgeschlagen: {why}',
  },
  restored: {
    en: 'Restored {time} from {id}. Sessions that ended: {n}.',
    de: 'Am {time} zurückgespielt: {id}. Beendete Sitzungen: {n}.',
  },
  restoredAside: { en: 'The previous data is in {folder}.', de: 'Die bisherigen Daten liegen in {folder}.' },
  restoredConfig: {
    en: 'The configuration of the backup was not applied; it is in {file}.',
    de: 'Die Konfiguration der Sicherung gilt nicht automatisch; sie liegt in {file}.',
  },
  pinsLost: {
    en: {
      one: '{n} PIN of the alarm system belongs to another key: set it again on the page "Alarm".',
      other: '{n} PINs of the alarm system belong to another key: set them again on the page "Alarm".',
    },
    de: {
      one: '{n} PIN der Alarmanlage gehört zu einem anderen Schlüssel: auf der Seite „Alarmanlage“ neu setzen.',
      other: '{n} PINs der Alarmanlage gehören zu einem anderen Schlüssel: auf der Seite „Alarmanlage“ neu setzen.',
    },
  },
  revocationsLost: {
    en: 'The data before could not be read: tokens that were revoked since the backup are valid again.',
    de: 'Die Daten davor waren nicht lesbar: Seither widerrufene Token gelten wieder.',
  },
  notRestored: {
    en: 'The backup {id} was not restored, and nothing was changed: {why}',
    de: 'Die Sicherung {id} wurde nicht zurückgespielt, und nichts wurde geändert: {why}',
  },
  none: { en: 'No backups of the gateway yet', de: 'Noch keine Sicherungen des Gateways' },
  noneHint: {
    en: 'Keep a copy on another device: a disk that breaks takes its backups with it.',
    de: 'Eine Kopie auf einem anderen Gerät aufbewahren: Eine defekte Festplatte nimmt ihre Sicherungen mit.',
  },
  madeAt: { en: 'Made', de: 'Erstellt' },
  contents: { en: 'Contents', de: 'Inhalt' },
  broken: { en: 'not readable', de: 'nicht lesbar' },
  partAccounts: { en: 'accounts and settings', de: 'Konten und Einstellungen' },
  partMatter: { en: 'Matter', de: 'Matter' },
  partConfig: { en: 'configuration', de: 'Konfiguration' },
  partHistory: { en: 'history', de: 'Verlauf' },
  partEvents: { en: 'events', de: 'Ereignisse' },
  partKey: { en: 'key (sealed)', de: 'Schlüssel (versiegelt)' },
  upload: { en: 'Upload a gateway backup', de: 'Gateway-Sicherung hochladen' },
  uploadHint: {
    en: 'Files uploaded for restore are checked before anything happens: this one is read as a whole, and stored only if it is a complete backup of a gateway.',
    de: 'Hochgeladene Dateien werden geprüft, bevor etwas passiert: Diese wird ganz gelesen und nur gespeichert, wenn sie eine vollständige Sicherung eines Gateways ist.',
  },
  uploadNow: { en: 'Upload', de: 'Hochladen' },
  file: { en: 'File (.tar.gz)', de: 'Datei (.tar.gz)' },
  fileNeeded: { en: 'File: choose one.', de: 'Datei: bitte auswählen.' },
  tooLarge: {
    en: 'The file has {size}; the limit is {most}. Nothing was sent.',
    de: 'Datei: Sie hat {size}; höchstens {most} werden angenommen. Es wurde nichts gesendet.',
  },
  refused: { en: 'File: it was not stored. {why}', de: 'Datei: Sie wurde nicht gespeichert. {why}' },
  sending: { en: '{name} ({size}) is being sent and read …', de: '{name} ({size}) wird gesendet und gelesen …' },
  uploaded: { en: 'Backup of the gateway stored', de: 'Sicherung des Gateways gespeichert' },
  inspectTitle: { en: 'Backup of the gateway, {time}', de: 'Sicherung des Gateways, {time}' },
  madeBy: { en: 'Made on {host} by version {version}', de: 'Erstellt auf {host} mit Version {version}' },
  verified: {
    en: 'The file is whole: every part is there, with its size and checksum.',
    de: 'Die Datei ist vollständig: Jeder Teil ist da, Größe und Prüfsumme stimmen.',
  },
  remove: { en: 'Delete', de: 'Löschen' },
  removeTitle: { en: 'Delete this backup of the gateway?', de: 'Diese Sicherung des Gateways löschen?' },
  removeEffect: { en: 'The file of {time} is deleted.', de: 'Die Datei von {time} wird gelöscht.' },
  removed: { en: 'Backup deleted', de: 'Sicherung gelöscht' },
  restore: { en: 'Restore …', de: 'Zurückspielen …' },
  restoreTitle: { en: 'Restore the gateway as of {time}', de: 'Gateway auf den Stand von {time} zurückspielen' },
  restoreCheck: {
    en: 'First everything is checked, and nothing happens: the file, each database in it, the passphrase, and whether stored passwords can be opened afterwards.',
    de: 'Zuerst wird alles geprüft, und nichts passiert: die Datei, jede Datenbank darin, die Passphrase und ob sich gespeicherte Passwörter danach öffnen lassen.',
  },
  restorePassphrase: {
    en: 'Needed only where this gateway has another key than the backup.',
    de: 'Nur nötig, wenn dieses Gateway einen anderen Schlüssel hat als die Sicherung.',
  },
  check: { en: 'Check', de: 'Prüfen' },
  checkedWell: { en: 'It can be restored.', de: 'Sie lässt sich zurückspielen.' },
  checkedKey: {
    en: 'The key of the backup replaces the one here.',
    de: 'Der Schlüssel der Sicherung ersetzt den hiesigen.',
  },
  restoreEffect: {
    en: 'The gateway stops, exchanges its data and starts again. Everyone must sign in again, with the accounts and passwords of the backup. Later data is set aside, not deleted.',
    de: 'Das Gateway hält an, tauscht seine Daten aus und startet wieder. Alle müssen sich neu anmelden, mit den Konten und Passwörtern der Sicherung. Spätere Daten werden beiseitegelegt, nicht gelöscht.',
  },
  restoreMatter: {
    en: 'Matter homes are in it: do not let the gateway that made it run beside this one.',
    de: 'Sie enthält Matter-Anbindungen: Das Gateway, das sie erstellt hat, darf nicht neben diesem laufen.',
  },
  restoreNow: { en: 'Restore now', de: 'Jetzt zurückspielen' },
  restoring: {
    en: 'The gateway restores the backup and starts again',
    de: 'Das Gateway spielt die Sicherung zurück und startet neu',
  },
  schedule: {
    en: {
      one: 'By itself every {time}; the last one is kept.',
      other: 'By itself every {time}; the last {n} are kept.',
    },
    de: {
      one: 'Automatisch alle {time}; die letzte wird behalten.',
      other: 'Automatisch alle {time}; die letzten {n} werden behalten.',
    },
  },
  scheduleAll: {
    en: 'Automatically every {time}; all are kept.',
    de: 'Automatisch alle {time}; alle werden behalten.',
  },
  scheduleOff: { en: 'Automatic backups are off.', de: 'Automatische Sicherungen sind aus.' },
  scheduleTitle: { en: 'Schedule for the gateway', de: 'Zeitplan für das Gateway' },
  changeSchedule: { en: 'Change', de: 'Ändern' },
});
