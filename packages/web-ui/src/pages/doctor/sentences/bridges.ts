import type { Sentence, Sentences } from './sentence.js';

function broker(english: string, german: string): readonly Sentence[] {
  return [
    [
      'the broker {broker} ({address}) is not connected: {message}',
      'der Broker {broker} ({address}) ist nicht verbunden: {message}',
    ],
    [
      'The broker gets no states, and commands do not arrive.',
      'Der Broker bekommt keine Zustände, und Befehle kommen nicht an.',
    ],
    [english, german],
  ];
}

/** Of brokers, webhooks, Matter and other parts of a running gateway. */
export const bridgeSentences: Sentences = {
  'mqtt.connected': [['the broker {broker} is connected', 'der Broker {broker} ist verbunden']],
  'mqtt.connecting': [
    ['the broker {broker} is not connected yet', 'der Broker {broker} ist noch nicht verbunden'],
    ['The broker gets no states meanwhile.', 'Der Broker bekommt solange keine Zustände.'],
    ['Wait a moment and look again.', 'Einen Augenblick warten und erneut prüfen.'],
  ],
  'mqtt.name': broker(
    'The name of the broker is not known here: check it.',
    'Der Name des Brokers ist hier unbekannt: prüfen.',
  ),
  'mqtt.unreachable': broker(
    'Check that the broker runs, its host and its port, and firewalls between.',
    'Prüfen, ob der Broker läuft, seine Adresse und sein Port, und Firewalls dazwischen.',
  ),
  'mqtt.timeout': broker(
    'A firewall may swallow the connection, or another program listens on that port.',
    'Vielleicht verschluckt eine Firewall die Verbindung, oder auf dem Port lauscht ein anderes Programm.',
  ),
  'mqtt.tls': broker(
    'Check the certificate of the broker, and name the file of its authority.',
    'Das Zertifikat des Brokers prüfen und die Datei seiner Zertifizierungsstelle nennen.',
  ),
  'mqtt.credentials': broker(
    'Check user name and password, and that the broker lets this user in.',
    'Benutzername und Passwort prüfen, und ob der Broker diesen Benutzer einlässt.',
  ),
  'mqtt.protocol': broker(
    'The server there is no MQTT broker: check port and scheme of the URL.',
    'Der Server dort ist kein MQTT-Broker: Port und Schema der URL prüfen.',
  ),
  'mqtt.refused': broker(
    'The broker refuses this client: check its log, its limits and its access list.',
    'Der Broker lehnt diesen Client ab: sein Protokoll, seine Grenzen und seine Zugriffsliste ansehen.',
  ),
  'mqtt.closed': broker(
    'The broker ends the connection: another client may use the same client id.',
    'Der Broker beendet die Verbindung: vielleicht nutzt ein anderer Client dieselbe Client-ID.',
  ),
  'webhook.works': [['the webhook {webhook} is taken', 'der Webhook {webhook} wird angenommen']],
  'webhook.*': [
    ['the webhook {webhook} is not taken: {message}', 'der Webhook {webhook} wird nicht angenommen: {message}'],
    ['Its receiver gets no events.', 'Sein Empfänger bekommt keine Ereignisse.'],
    ['Check the receiver and its address.', 'Den Empfänger und seine Adresse prüfen.'],
  ],
  'matter.works': [['the Matter bridge runs', 'die Matter-Bridge läuft']],
  'matter.*': [
    ['the Matter bridge: {message}', 'die Matter-Bridge: {message}'],
    ['Homes that it belongs to do not see its devices.', 'Die Systeme, denen sie angehört, sehen das Haus nicht.'],
    ['Some things are not shown as they are.', 'Manches wird nicht gezeigt, wie es ist.'],
    ['{remedy}', '{remedy}'],
  ],
  'part.stopped': [
    ['the part {part} of the gateway: {note}', 'der Teil {part} des Gateways: {note}'],
    ['The gateway goes on without it.', 'Das Gateway arbeitet ohne ihn weiter.'],
    [
      'Look for part.failed in the log of the gateway. A change of the settings of the part starts it at once.',
      'Im Protokoll des Gateways nach part.failed suchen. Eine Änderung seiner Einstellungen startet den Teil sofort.',
    ],
  ],
  'part.*': [
    ['the part {part} of the gateway: {note}', 'der Teil {part} des Gateways: {note}'],
    ['The same fault may come again.', 'Derselbe Fehler kann wieder auftreten.'],
    [
      'Look for part.failed in the log of the gateway, and report it with that entry.',
      'Im Protokoll des Gateways nach part.failed suchen und den Fehler mit diesem Eintrag melden.',
    ],
  ],
  'health.*': [
    ['{part} is not well', '{part} geht es nicht gut'],
    ['{part}: {note}', '{part}: {note}'],
    ['A part of the gateway does not work.', 'Ein Teil des Gateways arbeitet nicht.'],
    ['Check the log of the gateway.', 'Das Protokoll des Gateways ansehen.'],
  ],
};
