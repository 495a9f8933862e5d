import { BrokerDisconnect, reasonText } from './reasons.js';

/** In which way a broker cannot be used. */
export type FaultKind = 'name' | 'unreachable' | 'timeout' | 'tls' | 'credentials' | 'protocol' | 'refused' | 'closed';

/** Why a broker cannot be used, in words for people. It never holds a password. */
export interface BrokerFault {
  readonly kind: FaultKind;
  /** One sentence with a hint for the user. */
  readonly message: string;
}

/** The broker answers pings, and none of the requests that wait for an answer. */
export class SilentBroker extends Error {
  override readonly name = 'SilentBroker';
}

/** Answers of brokers to a connection: codes of MQTT 3.1.1 and, above 127, of MQTT 5. */
const CREDENTIALS = new Set([4, 5, 0x86, 0x87, 0x8c]);
const PROTOCOL = new Set([1, 0x84, 0x81, 0x82]);
/** Those of MQTT 3.1.1 in the words of MQTT 5. */
const SINCE_3_1_1: Readonly<Record<number, number>> = { 2: 133, 3: 136 };

const NAME = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME', 'EAI_NODATA']);
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; check host and port, and whether the broker runs',
  EHOSTUNREACH: 'there is no way to this host; check the address and the network',
  ENETUNREACH: 'there is no way to this network; check the address and the network',
  EHOSTDOWN: 'the host is down',
  EACCES: 'this system does not allow the connection; check its firewall',
};
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO|ERR_OSSL)/;

/**
 * Fault between gateway and broker, from an error of mqtt.js or Node; `undefined` means that it closed without an
 * error.
 */
export function faultOf(error: unknown, url: string): BrokerFault {
  const where = placeOf(url);
  if (error === undefined) return { kind: 'closed', message: `${where} ${closedBy(url)}` };
  if (error instanceof BrokerDisconnect) return disconnected(error, where);
  if (error instanceof SilentBroker) {
    const remedy = 'restart the broker, and check its log and its disk';
    return { kind: 'timeout', message: `${where} answers pings, but acknowledges no message; ${remedy}` };
  }
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === 'number') return refusal(code, where);
  if (typeof code === 'string') return systemFault(code, String(message ?? ''), where);
  if (/timeout/i.test(String(message))) {
    return { kind: 'timeout', message: `${where} does not answer; check host, port and firewalls` };
  }
  return { kind: 'closed', message: `${where} does not speak MQTT as expected: ${firstLine(message)}` };
}

/** Why a connection that the broker had accepted ended. Many brokers close without a reason. */
export function endOf(error: unknown, url: string): BrokerFault {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  // A message on its way makes a reset of a connection that the broker closes.
  if (error !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE') return faultOf(error, url);
  const remedy = 'another client may use the same client id; the log of the broker names the cause';
  return { kind: 'closed', message: `${placeOf(url)} closed the connection without a reason; ${remedy}` };
}

/** mqtt.js does not report the answer of an HTTP server in place of WebSocket. */
const closedBy = (url: string): string =>
  /^wss?:/i.test(url)
    ? 'serves no MQTT over WebSocket there, or closed the connection without an answer; check the path of the URL and the port'
    : 'closed the connection without an answer; check that the port speaks MQTT, and with or without TLS as configured';

function refusal(code: number, where: string): BrokerFault {
  if (CREDENTIALS.has(code)) {
    return { kind: 'credentials', message: `${where} refuses user and password or the certificate of this client` };
  }
  if (PROTOCOL.has(code)) return { kind: 'protocol', message: `${where} does not speak this version of MQTT` };
  return { kind: 'refused', message: `${where} refuses the connection: ${reasonText(SINCE_3_1_1[code] ?? code)}` };
}

/** The reason string is text of the broker. */
function disconnected({ reasonCode, words, message }: BrokerDisconnect, where: string): BrokerFault {
  const kind = CREDENTIALS.has(reasonCode) ? 'credentials' : 'refused';
  const own = words === undefined || words === '' ? '' : ` (${firstLine(words)})`;
  return { kind, message: `${where} ended the connection: ${message}${own}` };
}

function systemFault(code: string, message: string, where: string): BrokerFault {
  if (NAME.has(code)) {
    return {
      kind: 'name',
      message: `the name of ${where} is not known; check its spelling and the DNS of this machine`,
    };
  }
  if (code === 'ETIMEDOUT' || code === 'ESOCKETTIMEDOUT') {
    return { kind: 'timeout', message: `${where} does not answer; check host, port and firewalls` };
  }
  const unreachable = UNREACHABLE[code];
  if (unreachable !== undefined) return { kind: 'unreachable', message: `${where}: ${unreachable}` };
  if (TLS.test(code)) return { kind: 'tls', message: `TLS with ${where} fails: ${tlsRemedy(code, message)}` };
  return { kind: 'closed', message: `the connection with ${where} broke (${code})` };
}

function tlsRemedy(code: string, message: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code === 'HOSTNAME_MISMATCH') {
    return 'its certificate is for another name; use the name that it was made for';
  }
  if (/KEY_VALUES_MISMATCH/.test(code)) return 'the key belongs to another certificate; check `cert` and `key`';
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (/SELF_SIGNED|UNABLE_TO/.test(code))
    return 'its certificate comes from an unknown authority; set `ca` to the file of that authority';
  if (/wrong version number|packet length/i.test(message))
    return 'the port does not speak TLS; use mqtt:// or another port';
  if (/certificate required|bad certificate|handshake failure/i.test(message))
    return 'the broker wants a client certificate; set `cert` and `key`';
  return `${code}`;
}

/** `host:port`, without user and password. */
function placeOf(url: string): string {
  try {
    const { protocol, hostname, port } = new URL(url);
    return `${hostname}:${port === '' ? DEFAULT_PORTS[protocol] : port}`;
  } catch {
    return 'the broker';
  }
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 };

const firstLine = (text: unknown): string => String(text).split('\n', 1)[0]?.slice(0, 200) ?? '';
