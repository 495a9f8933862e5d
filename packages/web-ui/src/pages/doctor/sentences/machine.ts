import type { Sentence, Sentences } from './sentence.js';

const NO_START: Sentence = ['The gateway does not start with it.', 'Damit startet das Gateway nicht.'];
const MEND: Sentence = [
  'Correct the named line and check again.',
  'Die genannte Stelle berichtigen und erneut prüfen.',
];
const ROOM: Sentence = ['{free_mib} MiB are free where {path} lies', '{free_mib} MiB sind frei, wo {path} liegt'];
const NO_ROOM: Sentence = [
  'Without room nothing is kept: no account, no setting, no event over a restart.',
  'Ohne Platz bleibt nichts erhalten: kein Konto, keine Einstellung, kein Ereignis über einen Neustart.',
];
const MAKE_ROOM: Sentence = [
  'Delete files that are not needed, or give the data directory another disk.',
  'Unnötiges löschen oder dem Datenverzeichnis einen anderen Datenträger geben.',
];
const NO_PORT: Sentence = ['The gateway does not start without it.', 'Ohne ihn startet das Gateway nicht.'];

/** Of the machine of the gateway, apart from its data directory. */
export const machineSentences: Sentences = {
  'config.accepted': [
    ['no configuration file; the defaults are used', 'keine Konfigurationsdatei; es gelten die Vorgaben'],
    ['{file} is accepted', '{file} ist in Ordnung'],
  ],
  'config.unreadable': [['{where}: {message}', '{where}: {message}'], NO_START, MEND],
  'config.invalid': [['{where}: {message}', '{where}: {message}'], NO_START, MEND],
  'config.shared_cookies': [
    [
      'a browser sent a session cookie that another gateway made',
      'ein Browser sandte ein Sitzungscookie, das ein anderes Gateway erzeugt hat',
    ],
    [
      'Browsers share cookies between the ports of a host, so the gateways end the sessions of each other.',
      'Browser teilen Cookies zwischen den Ports eines Hosts, so beenden die Gateways einander die Sitzungen.',
    ],
    ['Give each gateway of the host a name of its own.', 'Jedem Gateway des Hosts einen eigenen Namen geben.'],
  ],
  'config.centrals_ignored': [
    [
      'the CCUs of the configuration file are ignored, because CCUs were changed at run time: {names}',
      'die CCUs der Konfigurationsdatei werden ignoriert, weil CCUs im Betrieb geändert wurden: {names}',
    ],
    ['Changes there have no effect.', 'Was dort geändert wird, wirkt nicht.'],
    [
      'On the page of the CCUs, take those of the file, or write the others into it.',
      'Auf der Seite der CCUs die der Datei nehmen oder die anderen in die Datei schreiben.',
    ],
  ],
  'version.node': [['Node {node}', 'Node.js {node}']],
  'version.node_too_old': [
    ['Node {node} is too old', 'Node {node} ist zu alt'],
    ['The gateway uses functions of newer ones.', 'Das Gateway nutzt, was erst neuere haben.'],
    ['Install Node {oldest} or newer.', 'Node {oldest} oder neuer installieren.'],
  ],
  'disk.full': [ROOM, NO_ROOM, MAKE_ROOM],
  'disk.low': [ROOM, NO_ROOM, MAKE_ROOM],
  'disk.room': [ROOM],
  'clock.possible': [['the clock of this machine can be right', 'die Uhr dieses Rechners kann stimmen']],
  'clock.wrong': [
    [
      'the clock of this machine is at {now}, which is before this program was written: set it, for example by NTP',
      'die Uhr dieses Rechners zeigt {now}, eine Zeit, bevor es dieses Programm gab: stellen, etwa über NTP',
    ],
    [
      'the clock of this machine is at {now}, which is far in the future: set it, for example by NTP',
      'die Uhr dieses Rechners zeigt {now}, weit in der Zukunft: stellen, etwa über NTP',
    ],
    [
      'the clock of this machine is at {now}, which is before the last start of the gateway ({last_start}): set it, for example by NTP',
      'die Uhr dieses Rechners zeigt {now}, eine Zeit vor dem letzten Start des Gateways ({last_start}): stellen, etwa über NTP',
    ],
    [
      'Tokens, certificates and times of events are judged by it.',
      'Tokens, Zertifikate und Zeiten von Ereignissen richten sich nach ihr.',
    ],
    ['Set the clock, best by NTP.', 'Die Uhr stellen, am besten über NTP.'],
  ],
  'port.taken': [
    ['another program listens on {where}', 'ein anderes Programm lauscht auf {where}'],
    NO_PORT,
    ['End that program, or set another port.', 'Dieses Programm beenden oder einen anderen Port einstellen.'],
  ],
  'port.denied': [
    ['this user may not listen on {where}', 'dieser Benutzer darf nicht auf {where} lauschen'],
    NO_PORT,
    [
      'Set a port above 1023, and another address where this one is not of this machine.',
      'Einen Port über 1023 einstellen, und eine andere Adresse, wenn diese nicht zu diesem Rechner gehört.',
    ],
  ],
  'port.no_address': [
    ['{host} is no address of this machine', '{host} ist keine Adresse dieses Rechners'],
    NO_PORT,
    ['Set 0.0.0.0, or an address of this machine.', '0.0.0.0 oder eine Adresse dieses Rechners einstellen.'],
  ],
  'port.usable': [
    ['the gateway listens on {where}', 'das Gateway lauscht auf {where}'],
    ['{where} is free', '{where} ist frei'],
  ],
};
