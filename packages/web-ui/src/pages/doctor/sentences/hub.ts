import type { Sentence, Sentences } from './sentence.js';

const NO_NAMES: Sentence = [
  'Names, programs and variables cannot be read.',
  'Namen, Programme und Variablen lassen sich nicht lesen.',
];
const NO_SCRIPTS: Sentence = [
  'Messages, the inbox, texts of variables and all values at once are missing without them.',
  'Ohne sie fehlen Meldungen, der Posteingang, Texte von Variablen und alle Werte auf einmal.',
];

/** Of the sign-in at a CCU, its sessions, scripts, names and clock. */
export const hubSentences: Sentences = {
  'login.accepted': [['the CCU takes user name and password', 'die CCU nimmt Benutzername und Passwort an']],
  'login.missing': [
    ['no user name is set for this CCU', 'für diese CCU ist kein Benutzername eingestellt'],
    [
      'Names, rooms, programs and variables cannot be read without it.',
      'Ohne ihn lassen sich Namen, Räume, Programme und Variablen nicht lesen.',
    ],
    ['Set a user of the CCU and its password.', 'Einen Benutzer der CCU und sein Passwort einstellen.'],
  ],
  'login.refused': [
    ['the CCU refuses user name or password', 'die CCU lehnt Benutzername oder Passwort ab'],
    [
      'Names, rooms, programs and variables cannot be read.',
      'Namen, Räume, Programme und Variablen lassen sich nicht lesen.',
    ],
    [
      'Check both; the CCU minds capital letters in names. One without free sessions answers the same.',
      'Beides prüfen; die CCU unterscheidet Groß- und Kleinschreibung. Eine, deren Sitzungen alle belegt sind, sagt dasselbe.',
    ],
    ['{interface} refuses user name or password', '{interface} lehnt Benutzername oder Passwort ab'],
    ['No device of {interface} is there.', 'Kein Gerät von {interface} ist da.'],
    ['Check both.', 'Beides prüfen.'],
  ],
  'login.level_too_low': [
    [
      'the account of the gateway is no administrator of the CCU',
      'das Konto des Gateways ist kein Administrator der CCU',
    ],
    [
      'Serial number, scripts and names of devices are for administrators only.',
      'Seriennummer, Skripte und Namen von Geräten sind nur für Administratoren.',
    ],
    [
      'Give the account administrator rights in the user settings of the CCU.',
      'Dem Konto in der Benutzerverwaltung der CCU Administratorrechte geben.',
    ],
  ],
  'session.open': [['a session was opened and closed', 'eine Sitzung ließ sich öffnen und schließen']],
  'session.lost': [
    [
      'the CCU ended the session of the gateway before its time',
      'die CCU hat die Sitzung des Gateways vorzeitig beendet',
    ],
    [
      'Each call that finds no session needs another login, and a CCU has few sessions.',
      'Jeder Aufruf ohne Sitzung braucht eine neue Anmeldung, und eine CCU hat wenige Plätze.',
    ],
    [
      'Look for programs that end all sessions of the CCU, and for restarts of its logic layer.',
      'Nach Programmen suchen, die alle Sitzungen der CCU beenden, und nach Neustarts ihrer Logikschicht.',
    ],
  ],
  'session.table_full': [
    ['all sessions of the CCU are taken', 'alle Sitzungen der CCU sind belegt'],
    [
      'No user can sign in there, and the gateway reads no names, programs and variables.',
      'Niemand kann sich dort anmelden, und das Gateway liest keine Namen, Programme und Variablen.',
    ],
    [
      'Close forgotten browser tabs and programs that open sessions; a session becomes free after some minutes.',
      'Vergessene Browser-Tabs und Programme schließen, die Sitzungen öffnen; nach einigen Minuten wird ein Platz frei.',
    ],
  ],
  'session.failing': [
    [
      'nothing succeeds in a session at the CCU, also not in a new one',
      'in einer Sitzung der CCU gelingt nichts, auch nicht in einer neuen',
    ],
    NO_NAMES,
    ['Its logic layer may be stuck: restart the CCU.', 'Ihre Logikschicht hängt vielleicht: die CCU neu starten.'],
  ],
  'session.unreachable': [
    [
      'the web server of the CCU answers, and its JSON-RPC does not',
      'der Webserver der CCU antwortet, ihr JSON-RPC nicht',
    ],
    NO_NAMES,
    ['Check the port, and restart the CCU.', 'Den Port prüfen und die CCU neu starten.'],
  ],
  'logic_layer.away': [
    ['the logic layer (ReGaHss) of the CCU does not run', 'die Logikschicht (ReGaHss) der CCU läuft nicht'],
    [
      'No account can sign in, and programs do not run; devices work on.',
      'Niemand kann sich anmelden, und Programme laufen nicht; Geräte arbeiten weiter.',
    ],
    [
      'Restart the CCU where it does not come back by itself.',
      'Die CCU neu starten, wenn sie nicht automatisch wiederkommt.',
    ],
  ],
  'scripts.allowed': [['the CCU runs scripts', 'die CCU führt Skripte aus']],
  'scripts.refused': [
    ['the CCU refuses scripts', 'die CCU verweigert Skripte'],
    NO_SCRIPTS,
    [
      'Give the account of the gateway administrator rights, or allow this machine the script API.',
      'Dem Konto des Gateways Administratorrechte geben oder diesem Rechner die Skript-API erlauben.',
    ],
  ],
  'scripts.end_early': [
    ['scripts end before their end ({scripts})', 'Skripte enden vor ihrem Ende ({scripts})'],
    NO_SCRIPTS,
    [
      'The logic layer may be overloaded or damaged: restart the CCU.',
      'Die Logikschicht ist vielleicht überlastet oder beschädigt: die CCU neu starten.',
    ],
  ],
  'scripts.port_foreign': [
    ['another CCU answers on the script port', 'auf dem Skript-Port antwortet eine andere CCU'],
    [
      'No script is sent there, so the second way to scripts is missing.',
      'Dorthin geht kein Skript, also fehlt der zweite Weg für Skripte.',
    ],
    [
      'Set the port of this CCU, or 0 to switch it off.',
      'Den Port dieser CCU einstellen, oder 0, um ihn auszuschalten.',
    ],
  ],
  'names.read': [
    [
      'the CCU has the names of {devices} devices and of {rooms} rooms',
      'die CCU nennt die Namen von {devices} Geräten und {rooms} Räumen',
    ],
  ],
  'names.unread': [
    [
      'the CCU does not tell the names of its devices and its rooms ({outcome})',
      'die CCU nennt die Namen ihrer Geräte und ihre Räume nicht ({outcome})',
    ],
    [
      'Devices are called by their type and address, and no room has a device.',
      'Geräte heißen nach Typ und Adresse, und kein Raum hat ein Gerät.',
    ],
    ['Restart the CCU where it stays like this.', 'Die CCU neu starten, wenn es dabei bleibt.'],
    [
      'Give the account of the gateway administrator rights, so that it may run scripts.',
      'Dem Konto des Gateways Administratorrechte geben, damit es Skripte ausführen darf.',
    ],
  ],
  'names.missing': [
    [
      'the CCU has no name for {devices} of its devices: {first}',
      'die CCU hat für {devices} ihrer Geräte keinen Namen: {first}',
    ],
    [
      'Its interfaces know them and its logic layer does not: they are in no room, in no program and in no inbox.',
      'Ihre Schnittstellen kennen sie, ihre Logikschicht nicht: Sie sind in keinem Raum, keinem Programm und keinem Posteingang.',
    ],
    [
      'Restart the CCU; where that does not help, restore a backup of it or pair the devices again.',
      'Die CCU neu starten; hilft das nicht, eine Sicherung einspielen oder die Geräte neu anlernen.',
    ],
  ],
  'time.agrees': [
    ['the clocks of the CCU and of this machine agree', 'die Uhren der CCU und dieses Rechners stimmen überein'],
  ],
  'time.skew': [
    [
      'the clock of the CCU is {seconds} s ahead of the one here',
      'die Uhr der CCU geht gegen die hiesige {seconds} s vor',
    ],
    [
      'the clock of the CCU is {seconds} s behind the one here',
      'die Uhr der CCU geht gegen die hiesige {seconds} s nach',
    ],
    [
      'Programs run at the wrong time, and times of values are wrong.',
      'Programme laufen zur falschen Zeit, und Zeiten von Werten stimmen nicht.',
    ],
    [
      'Set an NTP server at the CCU and on this machine.',
      'An der CCU und auf diesem Rechner einen NTP-Server einstellen.',
    ],
  ],
};
