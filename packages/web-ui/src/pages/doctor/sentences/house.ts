import type { Sentence, Sentences } from './sentence.js';

const AIRTIME: Sentence = [
  '{interface} has used {duty_cycle} % of its radio time',
  '{interface} hat {duty_cycle} % der Sendezeit verbraucht',
];
const BY_LAW: Sentence = [
  'By law a module may send for 36 s an hour; then it is silent, and writes fail.',
  'Ein Modul darf laut Vorschrift 36 s je Stunde senden; danach schweigt es, und Schreiben scheitert.',
];
const WRITE_LESS: Sentence = [
  'Find the cause of the radio traffic on the page of the interfaces, and let it write less often.',
  'Auf der Seite der Schnittstellen ansehen, wer den Funkverkehr verursacht, und ihn seltener schreiben lassen.',
];
const NOT_HAPPENED: Sentence = ['Commands had no effect.', 'Was geschaltet wurde, ist nicht geschehen.'];

/** Remedy for a defect: a newer version. */
const UPDATE: Sentence = ['Update the CCU to {until} or newer.', 'Die CCU auf {until} oder neuer aktualisieren.'];

/** Of radio, devices and versions. */
export const houseSentences: Sentences = {
  'radio.module_gone': [
    [
      'the radio module {module} of {interface} does not answer',
      'das Funkmodul {module} von {interface} antwortet nicht',
    ],
    ['No device of it can be reached.', 'Keines seiner Geräte ist erreichbar.'],
    [
      'Check that the module is plugged in, or reachable in the network, and restart the CCU.',
      'Prüfen, ob das Modul eingesteckt oder im Netz erreichbar ist, und die CCU neu starten.',
    ],
  ],
  'radio.carrier_sense': [
    [
      'the air around {interface} is busy for {carrier_sense} % of the time',
      'der Funk um {interface} ist {carrier_sense} % der Zeit belegt',
    ],
    [
      'Each message waits until the air is free, and some are lost.',
      'Jede Nachricht wartet, bis der Funk frei ist, und manche geht verloren.',
    ],
    [
      'Look for a transmitter at 868 MHz nearby, and move the module away from other radios.',
      'In der Nähe nach einem Sender auf 868 MHz suchen und das Modul von anderem Funk entfernen.',
    ],
  ],
  'radio.duty_cycle_exhausted': [AIRTIME, BY_LAW, WRITE_LESS],
  'radio.duty_cycle': [AIRTIME, BY_LAW, WRITE_LESS],
  'radio.duty_cycle_low': [AIRTIME],
  'devices.unreachable': [
    [
      '{devices} of the devices of {interface} cannot be reached: {first}',
      '{devices} der Geräte von {interface} sind nicht erreichbar: {first}',
    ],
    ['Their values are old, and writes to them fail.', 'Ihre Werte sind alt, und Schreiben scheitert.'],
    ['Check power, battery and distance of each.', 'Strom, Batterie und Entfernung von jedem prüfen.'],
  ],
  'devices.descriptions_refused': [
    [
      'the CCU refuses {descriptions} descriptions of devices: {first}',
      'die CCU verweigert {descriptions} Beschreibungen von Geräten: {first}',
    ],
    ['Their channels are not shown.', 'Was sie beschreiben, fehlt in der Anzeige.'],
    [
      'Restart the CCU, or pair the device again; then read the device anew.',
      'Die CCU neu starten oder das Gerät neu anlernen; dann das Gerät neu einlesen.',
    ],
  ],
  'devices.left_out': [
    [
      'the CCU sent data that the gateway does not know: {first}',
      'die CCU hat gesendet, was das Gateway nicht kennt: {first}',
    ],
    [
      'This data is shown nowhere, and no program gets it.',
      'Was ausgelassen wurde, wird nirgends angezeigt, und kein Programm erfährt davon.',
    ],
    [
      'Read the devices anew; where it stays like this, report it with the names.',
      'Die Geräte neu einlesen; bleibt es dabei, mit den Namen melden.',
    ],
  ],
  'writes.refused': [
    [
      '{writes} writes of the last hour could not be sent to their devices',
      '{writes} Schreibvorgänge der letzten Stunde ließen sich nicht an ihre Geräte senden',
    ],
    NOT_HAPPENED,
    [
      'Check power, battery and distance of the devices; the log names them.',
      'Strom, Batterie und Entfernung der Geräte prüfen; das Protokoll nennt sie.',
    ],
  ],
  'writes.unconfirmed': [
    [
      '{writes} writes of the last hour were taken by the CCU and never came true',
      '{writes} Schreibvorgänge der letzten Stunde hat die CCU angenommen, und sie wurden nie wahr',
    ],
    [
      'Commands had no effect, although no call failed.',
      'Was geschaltet wurde, ist nicht geschehen, obwohl kein Aufruf scheiterte.',
    ],
    [
      'The device may be out of reach or locked; switch it at the CCU and check its messages.',
      'Das Gerät ist vielleicht außer Reichweite oder gesperrt; an der CCU schalten und dort die Meldungen ansehen.',
    ],
  ],
  'writes.waiting': [
    ['{writes} writes wait for their devices', '{writes} Schreibvorgänge warten auf ihre Geräte'],
    ['A device that sleeps takes them when it wakes.', 'Ein Gerät, das schläft, nimmt sie an, wenn es aufwacht.'],
    ['Press a key of the device to wake it, or wait.', 'Eine Taste des Geräts drücken, um es zu wecken, oder warten.'],
  ],
  'hub.unread': [
    ['the CCU does not tell: {parts_unread}', 'die CCU nennt nicht: {parts_unread}'],
    ['They are missing, or shown as they were.', 'Das fehlt oder wird angezeigt, wie es war.'],
    [
      'The gateway tries again by itself; where it stays like this, restart the CCU.',
      'Das Gateway versucht es selbst wieder; bleibt es dabei, die CCU neu starten.',
    ],
  ],
  'backup.failed': [
    ['the last backup of the CCU failed: {message}', 'die letzte Sicherung der CCU ist gescheitert: {message}'],
    [
      'A damaged CCU could only be restored to an older state.',
      'Eine beschädigte CCU ließe sich nur auf einen älteren Stand bringen.',
    ],
    [
      'Check the free space of the CCU, and begin another backup.',
      'Den freien Speicher der CCU prüfen und eine neue Sicherung beginnen.',
    ],
  ],
  'version.ccu': [
    ['the CCU runs {model} {version}', 'auf der CCU läuft {model} {version}'],
    ['the CCU runs {version}', 'auf der CCU läuft {version}'],
    ['the CCU runs {model}', 'auf der CCU läuft {model}'],
    ['the CCU runs an unknown version', 'auf der CCU läuft eine unbekannte Version'],
  ],
  'version.ccu_old': [
    [
      'the CCU runs {model} {version}, which is no longer maintained',
      'auf der CCU läuft {model} {version}, was nicht mehr gepflegt wird',
    ],
    [
      'It has three sessions for all programs, an old TLS and methods that fail.',
      'Sie hat drei Sitzungen für alle Programme, ein altes TLS und Methoden, die scheitern.',
    ],
    [
      'Update the CCU, or move to OpenCCU on a newer machine.',
      'Die CCU aktualisieren oder auf einem neueren Rechner zu OpenCCU wechseln.',
    ],
  ],
  'version.ccu_upload_open': [
    [
      'the CCU runs {version}, which takes files from all clients of its web server, and runs them ({reference})',
      'auf der CCU läuft {version}, die Dateien von jedem annimmt und ausführt, der ihren Webserver erreicht ({reference})',
    ],
    [
      'Any program in the network can take the CCU over, without a password.',
      'Jedes Programm im Netz kann die CCU ohne Passwort übernehmen.',
    ],
    UPDATE,
  ],
  'version.ccu_auto_login': [
    [
      'the CCU runs {version}, which signs everybody in by itself after it was set up ({reference})',
      'auf der CCU läuft {version}, die nach der Einrichtung jeden automatisch anmeldet ({reference})',
    ],
    [
      'Any program in the network can run scripts on the CCU, without a password, until the setting is switched off.',
      'Jedes Programm im Netz kann ohne Passwort Skripte auf der CCU ausführen, bis die Einstellung aus ist.',
    ],
    UPDATE,
  ],
  'version.ccu_sessions_stay': [
    [
      'the CCU runs {version}, which does not end sessions that are given back ({reference})',
      'auf der CCU läuft {version}, die zurückgegebene Sitzungen nicht beendet ({reference})',
    ],
    [
      'A known session number can be used on, and the session stays taken.',
      'Wer die Nummer einer Sitzung kennt, kann sie weiter nutzen, und ihr Platz bleibt belegt.',
    ],
    UPDATE,
  ],
  'version.ccu_web_stalls': [
    [
      'the CCU runs {version}, which hangs after a restart while programs with a password ask its interfaces ({reference})',
      'auf der CCU läuft {version}, die nach einem Neustart hängt, solange Programme mit Passwort ihre Schnittstellen fragen ({reference})',
    ],
    [
      'The web server of the CCU then answers nobody for half an hour.',
      'Der Webserver der CCU antwortet dann eine halbe Stunde lang niemandem.',
    ],
    UPDATE,
  ],
};
