import type { Sentence, Sentences } from './sentence.js';

const SILENT: Sentence = [
  'Calls work and no event arrives, so values stand still.',
  'Aufrufe gehen, und kein Ereignis kommt an: Werte bleiben stehen.',
];

/** Remedies, alone and with the better address. */
function address(english: string, german: string): readonly Sentence[] {
  return [
    [english, german],
    [
      `${english} From here the way to the CCU begins at {better}.`,
      `${german} Von hier beginnt der Weg zur CCU bei {better}.`,
    ],
  ];
}

/** Sentences about the callback address of a CCU, and about its events. */
export const wayBackSentences: Sentences = {
  'callback.address': [['{interface} calls {address}', '{interface} ruft {address}']],
  'callback.no_address': [
    [
      'there is no address that {interface} could call: {reason}',
      'es gibt keine Adresse, die {interface} rufen könnte: {reason}',
    ],
    ['No event arrives.', 'Kein Ereignis kommt an.'],
    [
      'Set the IPv4 address of this machine in the network of the CCU.',
      'Die IPv4-Adresse dieses Rechners im Netz der CCU einstellen.',
    ],
  ],
  'callback.loopback': [
    [
      '{interface} has the callback address {url}: that is the CCU itself',
      '{interface} soll {url} rufen: das ist die CCU selbst',
    ],
    SILENT,
    ...address(
      'Set the address of this machine in the network of the CCU.',
      'Die Adresse dieses Rechners im Netz der CCU einstellen.',
    ),
  ],
  'callback.caller_refused': [
    [
      'calls of {address} are refused, because it is no address of a CCU',
      'Aufrufe von {address} werden abgelehnt, weil das keine Adresse einer CCU ist',
    ],
    ['If it is a CCU, its events are lost.', 'Ist es eine CCU, gehen ihre Ereignisse verloren.'],
    [
      'Set the host of the CCU to this address, or switch the check of addresses off.',
      'Diese Adresse als Host der CCU einstellen oder die Prüfung der Adressen ausschalten.',
    ],
  ],
  'callback.unknown_path': [
    ['{address} calls a path that no CCU was given', '{address} ruft einen Pfad, der keiner CCU genannt wurde'],
    [
      'Events of a CCU that calls another path are lost.',
      'Ereignisse einer CCU, die einen anderen Pfad ruft, gehen verloren.',
    ],
    [
      'If it is a CCU, reconnect it; else end the registration of that program.',
      'Ist es eine CCU, neu verbinden; sonst die Anmeldung jenes Programms beenden.',
    ],
  ],
  'callback.elsewhere': [
    [
      '{interface} calls from {address}, which is not its own address',
      '{interface} ruft von {address}, das ist nicht die eigene Adresse',
    ],
    ['Addresses are not checked for it; its path is.', 'Adressen werden dafür nicht geprüft, wohl aber der Pfad.'],
    [
      'Let the network pass the address of the CCU on, for example with the network of the host.',
      'Das Netz soll die Adresse der CCU weitergeben, zum Beispiel mit dem Netz des Hosts.',
    ],
  ],
  'callback.open_to_all': [
    ['every address may send events', 'jede Adresse darf Ereignisse senden'],
    [
      'A program in the network can invent events of interfaces that speak BIN-RPC.',
      'Ein Programm im Netz kann Ereignisse von BIN-RPC-Schnittstellen erfinden.',
    ],
    ['Leave the setting out.', 'Die Einstellung weglassen.'],
  ],
  'callback.ipv6': [
    [
      '{interface} has the callback address {url}: the CCU has no IPv6 address',
      '{interface} soll {url} rufen: die CCU hat keine IPv6-Adresse',
    ],
    SILENT,
    ...address('Set the IPv4 address of this machine.', 'Die IPv4-Adresse dieses Rechners einstellen.'),
  ],
  'callback.container_address': [
    [
      '{interface} has the callback address {url}: that is an address inside the container, which the CCU cannot reach',
      '{interface} soll {url} rufen: das ist eine Adresse im Container, die für die CCU unerreichbar ist',
    ],
    SILENT,
    [
      'Set the address of the machine that the container runs on, and publish the callback ports.',
      'Die Adresse des Rechners einstellen, auf dem der Container läuft, und die Rückrufports veröffentlichen.',
    ],
  ],
  'callback.foreign_address': [
    [
      '{interface} has the callback address {url}: that is no address of this machine',
      '{interface} soll {url} rufen: das ist keine Adresse dieses Rechners',
    ],
    SILENT,
    ...address(
      'Set an address of this machine, or leave the setting out.',
      'Eine Adresse dieses Rechners einstellen oder die Einstellung weglassen.',
    ),
  ],
  'loop.untestable': [
    [
      '{interface} has no ping; its way back shows with its first event',
      '{interface} hat keinen Ping; der Rückweg zeigt sich mit dem ersten Ereignis',
    ],
  ],
  'loop.works': [
    [
      'an event of {interface} arrives within {rtt_ms} ms',
      'ein Ereignis von {interface} kommt in {rtt_ms} ms den ganzen Weg',
    ],
  ],
  'loop.events_twice': [
    ['{interface} delivers its events more than once', '{interface} liefert Ereignisse mehrfach'],
    ['A key that is pressed once may count twice.', 'Ein Tastendruck zählt vielleicht doppelt.'],
    [
      'Answers of this machine may be lost on the way to the CCU: check the network between them, then restart the CCU.',
      'Antworten dieses Rechners gehen vielleicht auf dem Weg zur CCU verloren: das Netz dazwischen prüfen, dann die CCU neu starten.',
    ],
  ],
  'loop.registration_lost': [
    [
      '{interface} has forgotten the gateway; another registration works',
      '{interface} hat das Gateway vergessen; eine neue Anmeldung geht',
    ],
    SILENT,
    [
      'The gateway registers anew by itself within a minute; reconnecting does it at once.',
      'Das Gateway meldet sich binnen einer Minute selbst neu an; neu verbinden tut es sofort.',
    ],
  ],
  'loop.foreign_client': [
    [
      'another program is registered at {interface} under the name of this gateway',
      'ein anderes Programm ist bei {interface} unter dem Namen dieses Gateways angemeldet',
    ],
    ['Each takes events of the other.', 'Jedes nimmt dem anderen Ereignisse weg.'],
    ['Give one of them another name.', 'Einem von beiden einen anderen Namen geben.'],
  ],
  'loop.registration_refused': [
    [
      '{interface} does not register the gateway: {cause}',
      '{interface} nimmt die Anmeldung des Gateways nicht an: {cause}',
    ],
    SILENT,
    [
      'Restart the CCU; its list of clients may be full or damaged.',
      'Die CCU neu starten; ihre Liste der Clients ist vielleicht voll oder beschädigt.',
    ],
  ],
  'loop.ping_failed': [
    ['{interface} does not answer a ping', '{interface} antwortet auf keinen Ping'],
    ['Whether events arrive cannot be proved.', 'Ob Ereignisse ankommen, ist nicht zu beweisen.'],
    [
      'Its process hangs or is overloaded: restart the CCU.',
      'Der Prozess dahinter hängt oder ist überlastet: die CCU neu starten.',
    ],
  ],
  'loop.no_events': [
    [
      '{interface} takes calls, and nothing that it sends to {url} arrives here',
      '{interface} nimmt Aufrufe an, und nichts, was es an {url} schickt, kommt hier an',
    ],
    [
      '{interface} takes calls, and nothing that it sends to this machine arrives here',
      '{interface} nimmt Aufrufe an, und nichts, was es an diesen Rechner schickt, kommt hier an',
    ],
    SILENT,
    [
      'Publish the callback ports of the container, and open them in the firewall of its machine.',
      'Die Rückrufports des Containers veröffentlichen und in der Firewall seines Rechners öffnen.',
    ],
    [
      'Open the callback ports in the firewall of this machine and on the way to it.',
      'Die Rückrufports in der Firewall dieses Rechners und auf dem Weg zu ihm öffnen.',
    ],
  ],
  'loop.event_storm': [
    [
      '{interface} sent {events} events within this check',
      '{interface} hat während dieser Prüfung {events} Ereignisse gemeldet',
    ],
    [
      'Slow clients fall behind, and the CCU is busy.',
      'Langsame Clients kommen nicht mit, und die CCU ist beschäftigt.',
    ],
    [
      'It ends by itself after a restart of the CCU; else look for a device or a program that switches all the time.',
      'Nach einem Neustart der CCU endet das automatisch; sonst ein Gerät oder Programm suchen, das ständig schaltet.',
    ],
  ],
};
