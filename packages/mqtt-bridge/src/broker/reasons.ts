/** A reason code of MQTT 5 in words, and the remedy where there is one. */
interface Reason {
  readonly text: string;
  readonly remedy?: string;
}

/** Reason codes of MQTT 5 (section 2.4 of the standard) that report a failure, in CONNACK, DISCONNECT, PUBACK and SUBACK. */
const REASONS: Readonly<Record<number, Reason>> = {
  128: { text: 'unspecified error', remedy: 'see the log of the broker' },
  129: { text: 'malformed packet', remedy: 'see the log of the broker' },
  130: { text: 'protocol error', remedy: 'see the log of the broker' },
  131: { text: 'refused by a rule of this broker', remedy: 'see the log of the broker' },
  132: { text: 'unsupported version of MQTT' },
  133: { text: 'client id refused', remedy: 'set `client_id` to an id that the broker accepts' },
  134: { text: 'wrong user name or password', remedy: 'check `username` and `password`' },
  135: { text: 'not authorized', remedy: 'allow this user in the access list of the broker' },
  136: { text: 'broker unavailable', remedy: 'check whether the broker still starts' },
  137: { text: 'broker busy', remedy: 'wait, or give the broker more resources' },
  138: { text: 'client banned', remedy: 'remove this client from the ban list of the broker' },
  139: { text: 'broker shutting down', remedy: 'wait until the broker runs again' },
  140: { text: 'authentication method not supported', remedy: 'check `username`, `password` and `cert_file`' },
  141: { text: 'no packet within the keep-alive time', remedy: 'check the network between gateway and broker' },
  142: {
    text: 'another client connected with the same client id',
    remedy: 'remove `client_id`, or give each client an id of its own',
  },
  143: { text: 'topic filter refused', remedy: 'check `prefix`' },
  144: { text: 'topic refused', remedy: 'check `prefix` and the access list of the broker' },
  145: { text: 'packet identifier in use' },
  146: { text: 'packet identifier unknown' },
  147: { text: 'too many unacknowledged messages' },
  148: { text: 'topic alias refused' },
  149: { text: 'packet too large', remedy: 'raise the packet limit of the broker (mosquitto: `max_packet_size`)' },
  150: { text: 'message rate too high', remedy: 'raise the rate limit of the broker, or publish less (`publish`)' },
  151: { text: 'quota exceeded', remedy: 'raise the quota of the broker, or publish less (`publish`)' },
  152: { text: 'ended by an administrator of the broker' },
  153: { text: 'payload format refused' },
  154: { text: 'retained messages not supported', remedy: 'allow retained messages at the broker' },
  155: { text: 'quality of service not supported', remedy: 'set `qos: 0`' },
  156: { text: 'use another server', remedy: 'set `url` to the other server' },
  157: { text: 'server moved', remedy: 'set `url` to the new server' },
  158: { text: 'shared subscriptions not supported' },
  159: { text: 'connection rate exceeded', remedy: 'wait, or raise the connection rate of the broker' },
  160: { text: 'maximum connection time reached' },
  161: { text: 'subscription identifiers not supported' },
  162: { text: 'wildcard subscriptions not supported', remedy: 'allow wildcard subscriptions at the broker' },
};

/** Codes that the standard defines, for the test that reads all of them. */
export const REASON_CODES: readonly number[] = Object.keys(REASONS).map(Number);

/**
 * A reason code of MQTT 5 in words, with the remedy where there is one.
 *
 * @example
 * reasonText(142); // 'another client connected with the same client id; remove `client_id`, or give each client an id of its own'
 */
export function reasonText(code: number): string {
  const reason = REASONS[code];
  if (reason === undefined) return `reason code ${code}`;
  return reason.remedy === undefined ? reason.text : `${reason.text}; ${reason.remedy}`;
}

/** The broker ended the connection with a DISCONNECT packet (MQTT 5). */
export class BrokerDisconnect extends Error {
  override readonly name = 'BrokerDisconnect';

  /** `words`: the reason string of the broker, which is untrusted. */
  constructor(
    readonly reasonCode: number,
    readonly words: string | undefined,
  ) {
    super(reasonText(reasonCode));
  }
}

/** A message that is larger than the broker accepts. It is not sent. */
export class MessageTooLarge extends Error {
  override readonly name = 'MessageTooLarge';

  constructor(
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`The message has ${bytes} bytes; the broker accepts at most ${limit}. ${REMEDY_TOO_LARGE}`);
  }
}

const REMEDY_TOO_LARGE = 'Raise the packet limit of the broker (mosquitto: `max_packet_size`).';
