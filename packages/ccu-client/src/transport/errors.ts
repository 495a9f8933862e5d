import { CcuError, isCcuError, saying } from '../model/errors.js';
import { isWireError } from '../wire/codecs/index.js';

/** Translates foreign errors into ours. No text of the peer and no credentials pass. */
export function mapTransportError(error: unknown): CcuError {
  if (isCcuError(error)) return error;
  if (isWireError(error)) return mapWireError(error);
  const code = (error as { code?: unknown } | null)?.code;
  const name = typeof code === 'string' ? code : '';
  if (TLS_CODE.test(name)) return new CcuError('tls_untrusted', "the CCU's certificate is not accepted");
  if (name === 'ETIMEDOUT') return new CcuError('timeout', 'the CCU did not answer in time');
  if (name === 'EPROTO') return new CcuError('protocol', 'the port does not speak TLS as expected');
  if (name.startsWith('HPE_')) return new CcuError('protocol', 'the port does not speak HTTP');
  return new CcuError('unreachable', UNREACHABLE[name] ?? 'the connection to the CCU broke');
}

const TLS_CODE = /^(?:ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL_.*CERT)/;

const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no process listens at that port of the CCU',
  ENOTFOUND: "the CCU's host name is not known",
  EAI_AGAIN: "the CCU's host name cannot be looked up now",
  EHOSTUNREACH: 'there is no route to the CCU',
  ENETUNREACH: 'there is no route to the CCU',
  ECONNRESET: 'the CCU closed the connection',
};

/** Error for an unreadable answer to a call that must not be repeated. */
export function unread(error: unknown): CcuError {
  const known = mapTransportError(error);
  return known.code === 'protocol' ? saying(known, { mayHaveRun: true }) : known;
}

function mapWireError(error: { readonly code: string; readonly message: string }): CcuError {
  // While a CCU boots, a web server answers on every port with a page of its own.
  if (error.code === 'not_rpc') return new CcuError('booting', 'the CCU answers, but is not ready yet');
  if (error.code === 'empty') return new CcuError('protocol', 'the CCU answered with nothing');
  return new CcuError('protocol', `the answer cannot be understood: ${error.message}`);
}

/** Error of an HTTP status other than 200; undefined for 200. `once`: for a call that must not be repeated. */
export function mapStatus(status: number, once = false): CcuError | undefined {
  const failure = failureOf(status);
  // Status of a web server after its interface process ended or hung with the request; without a process it is 503.
  const mayHaveRun = once && status >= 500 && status !== 503;
  return failure !== undefined && mayHaveRun ? saying(failure, { mayHaveRun }) : failure;
}

function failureOf(status: number): CcuError | undefined {
  if (status === 200) return undefined;
  if (status === 401) return new CcuError('login_refused', 'the CCU refused user name or password');
  if (status === 403) return new CcuError('forbidden_by_firewall', "the CCU's access settings refuse this host");
  if (status === 502 || status === 503 || status === 504) {
    return new CcuError('booting', 'the CCU answers, but is not ready yet');
  }
  if (status >= 300 && status < 400) return new CcuError('protocol', 'the CCU redirects: it wants TLS');
  return new CcuError('protocol', `the CCU answered with HTTP status ${status}`);
}

/** A fault of an interface process. Its text is untrusted: bounded, and without control characters. */
export function mapFault(code: number, text: string): CcuError {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').slice(0, 200);
  const details = { faultCode: code };
  if (code === -8 || /DUTY_CYCLE/.test(text)) return new CcuError('duty_cycle', 'the duty cycle is exhausted', details);
  return new CcuError('fault', `the CCU refused (${code}): ${shown}`, details);
}

/** True for a fault of a missing method, and not for a refusal of this call. */
export function isUnknownMethod(error: CcuError): boolean {
  if (error.code !== 'fault') return false;
  return error.faultCode === XML_RPC_UNKNOWN_METHOD || UNKNOWN_METHOD.test(error.message);
}

/** True for a refusal without a reason: rfd sends it where it has no data. */
export function isGeneralFault(error: unknown): boolean {
  return isCcuError(error) && error.code === 'fault' && error.faultCode === GENERAL_FAULT && !isUnknownMethod(error);
}

const GENERAL_FAULT = -1;
/** The code of the XML-RPC fault code convention; daemons of a CCU answer -1 and a text. */
const XML_RPC_UNKNOWN_METHOD = -32_601;
const UNKNOWN_METHOD =
  /unknown method|unknown function|no such method|method not found|method .{0,80}(?:not found|unknown|not supported|does not exist)/i;
