import type { Sentence, Sentences } from './sentence.js';

const KEPT_THERE: Sentence = [
  'Accounts, tokens and settings are kept there.',
  'Konten, Tokens und Einstellungen liegen dort.',
];
const UNREAD: Sentence = ['Accounts and settings cannot be read.', 'Konten und Einstellungen lassen sich nicht lesen.'];
const SEALED: Sentence = [
  'Passwords of CCUs and brokers are sealed with it, and cannot be read without it.',
  'Passwörter von CCUs und Brokern sind damit verschlüsselt und ohne ihn nicht lesbar.',
];

/** Of the data directory, its database and its key. */
export const dataDirectorySentences: Sentences = {
  'data_dir.usable': [['{path} can be written', '{path} ist beschreibbar']],
  'data_dir.to_be_made': [
    ['{path} is not there yet; the first start makes it', '{path} gibt es noch nicht; der erste Start legt es an'],
  ],
  'data_dir.no_directory': [
    ['{path} is not a directory', '{path} ist kein Verzeichnis'],
    KEPT_THERE,
    ['Name another path, or move the file away.', 'Einen anderen Ort nennen oder die Datei wegräumen.'],
  ],
  'data_dir.cannot_be_made': [
    ['{path} is not there and cannot be made', '{path} gibt es nicht und lässt sich nicht anlegen'],
    KEPT_THERE,
    ['Make it as a user with the right.', 'Als ein Benutzer anlegen, der das darf.'],
  ],
  'data_dir.not_writable': [
    ['{path} cannot be written by this user', '{path} ist für diesen Benutzer nicht beschreibbar'],
    KEPT_THERE,
    ['Give the directory to the user of the gateway.', 'Das Verzeichnis dem Benutzer des Gateways geben.'],
  ],
  'data_dir.open_to_others': [
    [
      '{path} can be read or written by other users of this machine',
      '{path} können andere Benutzer dieses Rechners lesen oder schreiben',
    ],
    [
      'It holds secrets: their readers can sign in as the gateway.',
      'Darin liegen Geheimnisse: Wer sie liest, kann sich anmelden wie das Gateway.',
    ],
    ['Take the rights of others away; doctor --fix does it.', 'Anderen die Rechte nehmen; doctor --fix tut das.'],
  ],
  'data_dir.of_another_user': [
    ['{path} belongs to another user', '{path} gehört einem anderen Benutzer'],
    [
      'The gateway may be able to read it and not to write it, and then loses changes.',
      'Das Gateway kann es vielleicht lesen, aber nicht schreiben, und verliert dann Änderungen.',
    ],
    ['Give it to the user of the gateway.', 'Dem Benutzer des Gateways geben.'],
  ],
  'data_dir.in_use': [
    [
      'A gateway runs on {path}; its files were checked beside it',
      'Auf {path} läuft ein Gateway; seine Dateien wurden daneben angesehen',
    ],
    [
      'A gateway (process {process}) runs on {path}; its files were checked beside it',
      'Auf {path} läuft ein Gateway (Prozess {process}); seine Dateien wurden daneben angesehen',
    ],
  ],
  'database.none': [['no database yet; the first start makes it', 'noch keine Datenbank; der erste Start legt sie an']],
  'database.whole': [['the database is whole', 'die Datenbank ist unversehrt']],
  'database.damaged': [
    ['the database is damaged: {message}', 'die Datenbank ist beschädigt: {message}'],
    ['Accounts and settings cannot be read from it.', 'Konten und Einstellungen lassen sich nicht daraus lesen.'],
    [
      'Stop the gateway and put a backup of {path} there.',
      'Das Gateway anhalten und eine Sicherung von {path} an dessen Stelle setzen.',
    ],
  ],
  'database.newer': [
    [
      'the database was written by a newer version: {message}',
      'eine neuere Version hat die Datenbank geschrieben: {message}',
    ],
    [
      'This version does not start on it, so that nothing of it is lost.',
      'Diese Version startet nicht damit, damit nichts davon verloren geht.',
    ],
    [
      'Start the version that wrote it, or a newer one.',
      'Die Version starten, die sie geschrieben hat, oder eine neuere.',
    ],
  ],
  'database.no_driver': [
    ['nothing here can open the database: {message}', 'hier kann nichts die Datenbank öffnen: {message}'],
    UNREAD,
    [
      'Use Node 22.13 or newer, or install better-sqlite3.',
      'Node 22.13 oder neuer verwenden oder better-sqlite3 installieren.',
    ],
  ],
  'database.unreadable': [
    ['the database cannot be opened: {message}', 'die Datenbank lässt sich nicht öffnen: {message}'],
    UNREAD,
    ['Check the rights of {path} and the disk.', 'Die Rechte von {path} und den Datenträger prüfen.'],
  ],
  'shared.usable': [['accounts and settings are in {name}', 'Konten und Einstellungen liegen in {name}']],
  'shared.to_be_made': [['{name} is empty; the first start fills it', '{name} ist leer; der erste Start füllt sie']],
  'shared.to_be_updated': [
    ['the first start brings {name} up to date', 'der erste Start bringt {name} auf den neuen Stand'],
  ],
  'shared.newer': [
    [
      'a newer version wrote the shared tables of the gateways: {message}',
      'eine neuere Version hat die gemeinsamen Tabellen der Gateways geschrieben: {message}',
    ],
    [
      'This version does not know its schema, and does not start on it.',
      'Diese Version kennt nicht, was dort liegt, und startet nicht damit.',
    ],
    ['Update this gateway to the version of the others.', 'Dieses Gateway auf die Version der anderen bringen.'],
  ],
  'shared.unreadable': [
    [
      'the shared tables of the gateways cannot be read: {message}',
      'die gemeinsamen Tabellen der Gateways lassen sich nicht lesen: {message}',
    ],
    [
      'Without it sign-in fails: users and tokens of all gateways are there.',
      'Ohne sie wird niemand eingelassen: Benutzer und Tokens aller Gateways liegen dort.',
    ],
    ['Check the server, the network and {setting}.', 'Den Server, das Netz und {setting} prüfen.'],
  ],
  'key.usable': [['the key of the secrets is there', 'der Schlüssel der Geheimnisse ist da']],
  'key.missing': [
    ['secrets are sealed, and their key is gone', 'Geheimnisse sind verschlüsselt, und ihr Schlüssel ist weg'],
    SEALED,
    [
      'Put the key file back from a backup, or write the passwords again.',
      'Die Schlüsseldatei aus einer Sicherung zurücklegen oder die Passwörter neu eintragen.',
    ],
  ],
  'key.unusable': [
    ['the key of the secrets cannot be used: {message}', 'der Schlüssel der Geheimnisse ist unbrauchbar: {message}'],
    SEALED,
    [
      'Put the key file back from a backup, readable by the gateway only.',
      'Die Schlüsseldatei aus einer Sicherung zurücklegen, lesbar nur für das Gateway.',
    ],
  ],
};
