import { encodeLatin1 } from '../encoding/text.js';
import {
  isTypedNumber,
  numberType,
  type OutgoingValue,
  type TypedNumber,
  toFinite,
  toInt32,
} from '../encoding/value.js';

/** `utf8` is for servers that expect it (Homegear); CCUs get Latin-1. */
export interface XmlRpcEncodeOptions {
  readonly encoding?: 'latin1' | 'utf8';
}

/**
 * The body of a call. Whole numbers of 32 bits go out as `<i4>`, others as `<double>`; `double()` and `int()` decide
 * explicitly. In Latin-1, characters that it does not have become `?`.
 *
 * @example
 * const body = encodeXmlRpcCall('setValue', ['000A1B2C3D4E5F:1', 'LEVEL', double(1)]);
 */
export function encodeXmlRpcCall(
  method: string,
  params: readonly OutgoingValue[],
  options: XmlRpcEncodeOptions = {},
): Buffer {
  let body = `<methodCall><methodName>${escapeText(method)}</methodName><params>`;
  for (const param of params) body += `<param>${valueXml(param)}</param>`;
  return finish(`${body}</params></methodCall>`, options);
}

/**
 * The body of an answer. It always contains a value: an empty one crashes the client part of HmIPServer.
 *
 * @example
 * const body = encodeXmlRpcResponse(''); // the answer to `event`
 */
export function encodeXmlRpcResponse(value: OutgoingValue, options: XmlRpcEncodeOptions = {}): Buffer {
  return finish(`<methodResponse><params><param>${valueXml(value)}</param></params></methodResponse>`, options);
}

/**
 * The body of a fault.
 *
 * @example
 * const body = encodeXmlRpcFault(-2, 'Unknown instance');
 */
export function encodeXmlRpcFault(code: number, message: string, options: XmlRpcEncodeOptions = {}): Buffer {
  const fault = valueXml({ faultCode: toInt32(code), faultString: message });
  return finish(`<methodResponse><fault>${fault}</fault></methodResponse>`, options);
}

function finish(xml: string, options: XmlRpcEncodeOptions): Buffer {
  if (options.encoding === 'utf8') return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`, 'utf8');
  return encodeLatin1(`<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`);
}

function valueXml(value: OutgoingValue): string {
  switch (typeof value) {
    case 'string':
      return `<value><string>${escapeText(value)}</string></value>`;
    case 'boolean':
      return `<value><boolean>${value ? 1 : 0}</boolean></value>`;
    case 'number':
      return numberXml(value);
    default:
      return isTypedNumber(value) ? numberXml(value) : containerXml(value);
  }
}

function containerXml(value: readonly OutgoingValue[] | { readonly [key: string]: OutgoingValue }): string {
  let xml = '';
  if (Array.isArray(value)) {
    // The answer to a multicall holds one object thousands of times.
    let last: OutgoingValue | undefined;
    let lastXml = '';
    for (const item of value as readonly OutgoingValue[]) {
      if (item !== last || typeof item !== 'object') lastXml = valueXml(item);
      last = item;
      xml += lastXml;
    }
    return `<value><array><data>${xml}</data></array></value>`;
  }
  for (const [name, member] of Object.entries(value as { readonly [key: string]: OutgoingValue | undefined })) {
    if (member !== undefined) xml += `<member><name>${escapeText(name)}</name>${valueXml(member)}</member>`;
  }
  return `<value><struct>${xml}</struct></value>`;
}

function numberXml(value: number | TypedNumber): string {
  const number = typeof value === 'number' ? value : value.value;
  return numberType(value) === 'int'
    ? `<value><i4>${toInt32(number)}</i4></value>`
    : `<value><double>${decimal(toFinite(number))}</double></value>`;
}

/** Plain decimal notation with at most six decimals: not every CCU server reads exponents. */
function decimal(value: number): string {
  if (Math.abs(value) >= 1e21) return `${BigInt(value)}.000000`;
  const fixed = value.toFixed(6);
  return fixed === '-0.000000' ? '0.000000' : fixed;
}

const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/gu;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Only the five named entities: the servers know no numeric ones. A character that XML cannot carry becomes `?`. */
function escapeText(text: string): string {
  return text.replace(SPECIAL, (char) => ENTITIES[char] ?? '?');
}
