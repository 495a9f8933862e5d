import type { TypedValue } from './typed-value.js';
import { XmlRpcSyntaxError, XmlTags } from './xml-tags.js';

export interface DecodedCall {
  readonly method: string;
  readonly params: readonly TypedValue[];
}

export type DecodedAnswer =
  | { readonly value: TypedValue }
  | { readonly faultCode: number; readonly faultString: string };

const MAX_DEPTH = 64;

/** Reads a call with the types its sender wrote. Throws `XmlRpcSyntaxError`. */
export function decodeCall(body: Uint8Array): DecodedCall {
  const tags = new XmlTags(body);
  tags.open('methodCall');
  tags.open('methodName');
  const method = tags.textUntilClose('methodName').trim();
  const params: TypedValue[] = [];
  if (tags.opens('params')) {
    while (tags.opens('param')) {
      params.push(readValue(tags, 0));
      tags.close('param');
    }
    tags.close('params');
  }
  if (method === '') throw new XmlRpcSyntaxError('no method name');
  return { method, params };
}

/** Reads an answer or a fault. Throws `XmlRpcSyntaxError`. */
export function decodeAnswer(body: Uint8Array): DecodedAnswer {
  const tags = new XmlTags(body);
  tags.open('methodResponse');
  if (tags.opens('fault')) {
    const fault = readValue(tags, 0);
    const members = fault.type === 'struct' ? fault.value : {};
    return { faultCode: Number(members.faultCode?.value ?? -1), faultString: String(members.faultString?.value ?? '') };
  }
  tags.open('params');
  tags.open('param');
  return { value: readValue(tags, 0) };
}

/** A value without a type is a string. */
function readValue(tags: XmlTags, depth: number): TypedValue {
  if (depth > MAX_DEPTH) throw new XmlRpcSyntaxError('too deep');
  tags.open('value');
  if (tags.hasText()) return { type: 'string', value: tags.textUntilClose('value') };
  const type = tags.openAny();
  const value: TypedValue = type === undefined ? { type: 'string', value: '' } : readContent(tags, type, depth);
  tags.close('value');
  return value;
}

function readContent(tags: XmlTags, type: string, depth: number): TypedValue {
  switch (type) {
    case 'array':
      return readArray(tags, depth);
    case 'struct':
      return readStruct(tags, depth);
    case 'string':
      return { type: 'string', value: tags.textUntilClose(type) };
    case 'boolean':
      return { type: 'boolean', value: tags.textUntilClose(type).trim() === '1' };
    case 'i4':
    case 'int':
      return { type: 'int', value: number(tags.textUntilClose(type)) };
    case 'double':
      return { type: 'double', value: number(tags.textUntilClose(type)) };
    case 'base64':
      return { type: 'base64', value: tags.textUntilClose(type) };
    case 'dateTime.iso8601':
      return { type: 'dateTime', value: Date.parse(tags.textUntilClose(type)) || 0 };
    default:
      throw new XmlRpcSyntaxError(`unknown type ${type}`);
  }
}

function readArray(tags: XmlTags, depth: number): TypedValue {
  const items: TypedValue[] = [];
  tags.open('data');
  while (!tags.closes('data')) items.push(readValue(tags, depth + 1));
  tags.close('data');
  tags.close('array');
  return { type: 'array', value: items };
}

function readStruct(tags: XmlTags, depth: number): TypedValue {
  const members: [string, TypedValue][] = [];
  while (tags.opens('member')) {
    tags.open('name');
    const name = tags.textUntilClose('name');
    members.push([name, readValue(tags, depth + 1)]);
    tags.close('member');
  }
  tags.close('struct');
  return { type: 'struct', value: Object.fromEntries(members) };
}

function number(content: string): number {
  const parsed = Number(content.trim());
  if (content.trim() === '' || Number.isNaN(parsed)) throw new XmlRpcSyntaxError('a number is not a number');
  return parsed;
}
