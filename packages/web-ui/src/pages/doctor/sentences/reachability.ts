import type { Sentence, Sentences } from './sentence.js';

const NO_DEVICE: Sentence = ['No device of {interface} is there.', 'Kein Gerät von {interface} ist da.'];
const FIREWALL: Sentence = [
  'Allow this machine in the firewall settings of the CCU, and check the port.',
  'Diesen Rechner in den Firewall-Einstellungen der CCU zulassen und den Port prüfen.',
];
const WEB_UNUSABLE: Sentence = [
  'the web server of the CCU cannot be used ({web})',
  'der Webserver der CCU ist nicht nutzbar ({web})',
];
const WEB_WHY: Sentence = [
  'Names, rooms, programs and variables are read there.',
  'Namen, Räume, Programme und Variablen werden dort gelesen.',
];

/** Of the way to a CCU and to its interfaces. */
export const reachabilitySentences: Sentences = {
  'dns.known': [
    ['{host} is an address', '{host} ist eine Adresse'],
    ['{host} is {addresses}', '{host} ist {addresses}'],
  ],
  'dns.unknown_host': [
    ['the name {host} has no address here', 'der Name {host} hat hier keine Adresse'],
    ['The CCU cannot be found.', 'Die CCU ist nicht zu finden.'],
    ['Check the name, or set the address of the CCU.', 'Den Namen prüfen oder die Adresse der CCU einstellen.'],
  ],
  'fleet.gateway_silent': [
    [
      'the gateway {gateway} of the fleet sent no report about its CCUs',
      'das Gateway {gateway} hat keinen Bericht über seine CCUs geschickt',
    ],
    [
      'The CCUs that it is connected with were not checked.',
      'Die CCUs, mit denen es verbunden ist, wurden nicht untersucht.',
    ],
    [
      'Check again in a moment, then check that gateway and its connection to the NATS servers.',
      'Gleich noch einmal prüfen, dann dieses Gateway und seine Verbindung zu den NATS-Servern.',
    ],
  ],
  'ccu.unreachable': [
    ['nothing answers at {host}', 'unter {host} antwortet nichts'],
    [
      'Without it there is no device, no value and no event.',
      'Ohne die CCU gibt es kein Gerät, keinen Wert und kein Ereignis.',
    ],
    [
      'Check that the CCU is on and in this network, and its host.',
      'Prüfen, ob die CCU an und in diesem Netz ist, und ihre Adresse.',
    ],
  ],
  'ccu.silent': [
    ['{host} takes connections and does not answer', '{host} nimmt Verbindungen an und antwortet nicht'],
    [
      'The CCU hangs, or something between it and the gateway swallows the answers.',
      'Die CCU hängt, oder etwas zwischen ihr und dem Gateway verschluckt die Antworten.',
    ],
    [
      'Restart the CCU; where that does not help, check firewalls and VPNs on the way.',
      'Die CCU neu starten; hilft das nicht, Firewalls und VPNs auf dem Weg prüfen.',
    ],
  ],
  'ccu.booting': [
    ['the CCU is starting', 'die CCU startet gerade'],
    [
      'It is not ready yet; the gateway uses it as soon as it is.',
      'Sie ist noch nicht bereit; das Gateway nutzt sie, sobald sie es ist.',
    ],
    [
      'Wait some minutes. If the CCU stays like this, check its own log.',
      'Einige Minuten warten. Bleibt es dabei, das Protokoll der CCU ansehen.',
    ],
  ],
  'ccu.nonsense': [
    ['the answer of {host} is not that of a CCU', 'was {host} antwortet, sagt keine CCU'],
    [
      'Another program is behind these ports, or the CCU is starting and shows a page of its own.',
      'Hinter diesen Ports ist ein anderes Programm, oder die CCU startet und zeigt eine eigene Seite.',
    ],
    ['Check host and ports.', 'Adresse und Ports prüfen.'],
    ['Check host and ports, and whether the CCU wants TLS.', 'Adresse und Ports prüfen, und ob die CCU TLS verlangt.'],
  ],
  'ccu.tls_untrusted': [
    [
      'the certificate of the CCU is not the one that is trusted',
      'das Zertifikat der CCU ist nicht das, dem vertraut wird',
    ],
    [
      'The gateway sends no password to a CCU that it cannot tell from a stranger.',
      'Das Gateway schickt kein Passwort an eine CCU, die ein Fremder sein könnte.',
    ],
    ['Check the fingerprint.', 'Den Fingerabdruck prüfen.'],
    [
      'Compare it at the CCU, then set the fingerprint {fingerprint}.',
      'An der CCU vergleichen, dann den Fingerabdruck {fingerprint} einstellen.',
    ],
  ],
  'ccu.certificate_expired': [
    ['the certificate of the CCU ended on {ended_on}', 'das Zertifikat der CCU ist am {ended_on} abgelaufen'],
    [
      'Browsers refuse it. The gateway goes by its fingerprint, where one is set.',
      'Browser lehnen es ab. Das Gateway richtet sich nach dem Fingerabdruck, wo einer eingestellt ist.',
    ],
    [
      'Make a new certificate at the CCU, then set its fingerprint.',
      'An der CCU ein neues Zertifikat erzeugen, dann dessen Fingerabdruck einstellen.',
    ],
  ],
  'ccu.slow': [
    ['the web server of the CCU takes {answer_ms} ms', 'der Webserver der CCU braucht {answer_ms} ms'],
    ['{interface} takes {answer_ms} ms to answer', '{interface} braucht {answer_ms} ms für eine Antwort'],
    ['Writes and readings wait for each answer.', 'Schreiben und Lesen warten auf jede Antwort.'],
    [
      'Check the load of the CCU: many programs, a full disk, or other clients that ask all the time.',
      'Die Last der CCU prüfen: viele Programme, ein voller Speicher oder andere Clients, die ständig fragen.',
    ],
  ],
  'ccu.reachable': [
    ['the web server of the CCU answers in {answer_ms} ms', 'der Webserver der CCU antwortet in {answer_ms} ms'],
  ],
  'ccu.web_unreachable': [WEB_UNUSABLE, WEB_WHY, FIREWALL],
  'ccu.firewall': [
    WEB_UNUSABLE,
    WEB_WHY,
    FIREWALL,
    [
      'the firewall of the CCU keeps this machine from {interface}',
      'die Firewall der CCU hält diesen Rechner von {interface} fern',
    ],
    NO_DEVICE,
    [
      'In the web interface of the CCU, under security and firewall, allow the XML-RPC API for this machine.',
      'In der Weboberfläche der CCU unter Sicherheit und Firewall die XML-RPC-API für diesen Rechner zulassen.',
    ],
  ],
  'interface.answers': [['{interface} answers in {answer_ms} ms', '{interface} antwortet in {answer_ms} ms']],
  'interface.call_refused': [
    ['{interface} refuses the call {method}', '{interface} verweigert den Aufruf {method}'],
    ['Its data is not shown.', 'Was damit gelesen wird, fehlt in der Anzeige.'],
    [
      'Restart the CCU; where that does not help, restore a backup of it.',
      'Die CCU neu starten; hilft das nicht, eine Sicherung von ihr einspielen.',
    ],
  ],
  'interface.speaks_plain': [
    [
      '{interface} does not answer on port {port}, and port {other_port} is open without TLS',
      '{interface} antwortet nicht auf Port {port}, und Port {other_port} ist ohne TLS offen',
    ],
    NO_DEVICE,
    ['Switch TLS off for this CCU.', 'TLS für diese CCU ausschalten.'],
  ],
  'interface.wants_tls': [
    [
      '{interface} does not answer on port {port}, and port {other_port} is open for TLS',
      '{interface} antwortet nicht auf Port {port}, und Port {other_port} ist für TLS offen',
    ],
    NO_DEVICE,
    ['Switch TLS on for this CCU.', 'TLS für diese CCU einschalten.'],
  ],
  'interface.silent': [
    [
      '{interface} takes connections on port {port} and does not answer',
      '{interface} nimmt auf Port {port} Verbindungen an und antwortet nicht',
    ],
    NO_DEVICE,
    ['Its process hangs: restart the CCU.', 'Der Prozess dahinter hängt: die CCU neu starten.'],
  ],
  'interface.port_closed': [
    [
      'port {port} of {host} is closed, so {interface} cannot be reached',
      'Port {port} von {host} ist zu, daher ist {interface} nicht erreichbar',
    ],
    NO_DEVICE,
    [
      'Name port {port} in the firewall settings of the CCU as an open port, and check that the add-on runs.',
      'Port {port} in den Firewall-Einstellungen der CCU als offenen Port eintragen und prüfen, ob das Add-on läuft.',
    ],
    [
      'Allow the XML-RPC API for this machine in the firewall settings of the CCU, or take the interface out of the configuration.',
      'In den Firewall-Einstellungen der CCU die XML-RPC-API für diesen Rechner zulassen oder die Schnittstelle aus der Konfiguration nehmen.',
    ],
  ],
  'interface.nonsense': [
    [
      'the answer of {interface} on port {port} is not understood ({outcome})',
      'was {interface} auf Port {port} antwortet, ist nicht zu verstehen ({outcome})',
    ],
    NO_DEVICE,
    [
      'Check host and port; another program may be behind it.',
      'Adresse und Port prüfen; dahinter kann ein anderes Programm sein.',
    ],
  ],
  'interface.absent': [
    ['the CCU has no {interface}', 'die CCU hat kein {interface}'],
    ['It is configured and can never connect.', 'Es ist eingestellt und kann sich nie verbinden.'],
    ['Take {interface} out of the interfaces of this CCU.', '{interface} aus den Schnittstellen dieser CCU nehmen.'],
  ],
  'interface.not_running': [
    [
      'the CCU answers, and no process runs for {interface}',
      'die CCU antwortet, und für {interface} läuft kein Prozess',
    ],
    NO_DEVICE,
    [
      'Restart the CCU. Where it has no such devices, take the interface out of the configuration.',
      'Die CCU neu starten. Hat sie keine solchen Geräte, die Schnittstelle aus der Konfiguration nehmen.',
    ],
  ],
};
