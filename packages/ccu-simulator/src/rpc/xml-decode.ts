import type { TypedValue } from '../types.js';

/** Thrown when a body is not what an XML-RPC peer sends. */
class XmlRpcSyntaxError extends Error {
  override readonly name = 'XmlRpcSyntaxError';
  readonly code = 'bad_xml';
}

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
  const reader = createReader(body);
  reader.open('methodCall');
  reader.open('methodName');
  const method = reader.textUntilClose('methodName').trim();
  const params: TypedValue[] = [];
  if (reader.opens('params')) {
    while (reader.opens('param')) {
      params.push(reader.value(0));
      reader.close('param');
    }
    reader.close('params');
  }
  if (method === '') throw new XmlRpcSyntaxError('no method name');
  return { method, params };
}

/** Reads an answer or a fault. Throws `XmlRpcSyntaxError`. */
export function decodeAnswer(body: Uint8Array): DecodedAnswer {
  const reader = createReader(body);
  reader.open('methodResponse');
  if (reader.opens('fault')) {
    const fault = reader.value(0);
    const members = fault.type === 'struct' ? fault.value : {};
    return { faultCode: Number(members.faultCode?.value ?? -1), faultString: String(members.faultString?.value ?? '') };
  }
  reader.open('params');
  reader.open('param');
  return { value: reader.value(0) };
}

/** Walks the tags of a document, forgiving white space between them and nothing else, as the C++ servers do. */
function createReader(body: Uint8Array) {
  const source = decodeText(body).replace(/^\s*<\?xml[^>]*\?>/, '');
  const tokens = source.match(/<[^>]*>|[^<]+/g) ?? [];
  let at = 0;

  const isTag = (token: string | undefined) => token?.startsWith('<') === true;
  const nameOf = (token: string) => /^<\/?\s*([\w.]+)/.exec(token)?.[1] ?? '';

  function skipBlank(): void {
    while (tokens[at] !== undefined && !isTag(tokens[at]) && tokens[at]?.trim() === '') at += 1;
  }

  /** Consumes the opening tag if it is next. A self-closing tag leaves its closing half to be consumed. */
  function opens(name: string): boolean {
    skipBlank();
    const token = tokens[at];
    if (token === undefined || token.startsWith('</') || nameOf(token) !== name || !isTag(token)) return false;
    if (/\/\s*>$/.test(token)) tokens[at] = `</${name}>`;
    else at += 1;
    return true;
  }

  function open(name: string): void {
    if (!opens(name)) throw new XmlRpcSyntaxError(`<${name}> expected`);
  }

  function close(name: string): void {
    skipBlank();
    const token = tokens[at];
    if (token === undefined || !token.startsWith('</') || nameOf(token) !== name)
      throw new XmlRpcSyntaxError(`</${name}> expected`);
    at += 1;
  }

  function textUntilClose(name: string): string {
    let content = '';
    while (tokens[at] !== undefined && !isTag(tokens[at])) content += tokens[at++];
    close(name);
    return unescaped(content);
  }

  function value(depth: number): TypedValue {
    if (depth > MAX_DEPTH) throw new XmlRpcSyntaxError('too deep');
    open('value');
    const next = tokens[at];
    if (next !== undefined && !isTag(next) && (next.trim() !== '' || tokens[at + 1]?.startsWith('</'))) {
      return { type: 'string', value: textUntilClose('value') };
    }
    skipBlank();
    const tag = tokens[at] ?? '';
    if (tag.startsWith('</')) {
      close('value');
      return { type: 'string', value: '' };
    }
    const type = nameOf(tag);
    open(type);
    const inner = typedContent(type, depth);
    close('value');
    return inner;
  }

  function typedContent(type: string, depth: number): TypedValue {
    switch (type) {
      case 'array':
        return arrayContent(depth);
      case 'struct':
        return structContent(depth);
      case 'string':
        return { type: 'string', value: textUntilClose(type) };
      case 'boolean':
        return { type: 'boolean', value: textUntilClose(type).trim() === '1' };
      case 'i4':
      case 'int':
        return { type: 'int', value: number(textUntilClose(type)) };
      case 'double':
        return { type: 'double', value: number(textUntilClose(type)) };
      case 'base64':
        return { type: 'base64', value: textUntilClose(type) };
      case 'dateTime.iso8601':
        return { type: 'dateTime', value: Date.parse(textUntilClose(type)) || 0 };
      default:
        throw new XmlRpcSyntaxError(`unknown type ${type}`);
    }
  }

  function arrayContent(depth: number): TypedValue {
    const items: TypedValue[] = [];
    open('data');
    while (!atClosing('data')) items.push(value(depth + 1));
    close('data');
    close('array');
    return { type: 'array', value: items };
  }

  function structContent(depth: number): TypedValue {
    const members: [string, TypedValue][] = [];
    while (opens('member')) {
      open('name');
      const name = textUntilClose('name');
      members.push([name, value(depth + 1)]);
      close('member');
    }
    close('struct');
    return { type: 'struct', value: Object.fromEntries(members) };
  }

  function atClosing(name: string): boolean {
    skipBlank();
    const token = tokens[at];
    if (token === undefined) throw new XmlRpcSyntaxError('truncated');
    return token.startsWith('</') && nameOf(token) === name;
  }

  return { open, opens, close, textUntilClose, value };
}

function decodeText(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const utf8 = /encoding\s*=\s*["']utf-8["']/i.test(bytes.subarray(0, 200).toString('latin1'));
  return bytes.toString(utf8 ? 'utf8' : 'latin1');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' };

/** Only the five named entities are known; anything else stays as it is written. */
function unescaped(content: string): string {
  return content.replace(/&(lt|gt|amp|apos|quot);/g, (_, name: string) => ENTITIES[name] as string);
}

function number(content: string): number {
  const parsed = Number(content.trim());
  if (content.trim() === '' || Number.isNaN(parsed)) throw new XmlRpcSyntaxError('a number is not a number');
  return parsed;
}
