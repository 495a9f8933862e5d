import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import type { WireValue } from '../../model.js';
import { isWireError, WireError } from '../errors.js';
import { asBuffer, declaredEncoding, decodeUtf8OrLatin1, repairDoubleUtf8 } from '../text.js';
import { setMember } from '../value.js';

export interface XmlRpcDecodeOptions {
  /** Content-Type of the HTTP message, for its charset. */
  readonly contentType?: string;
  /** Largest accepted body in bytes. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Undo UTF-8 read as Latin-1 in strings, as HmIPServer produces it in link names. Default false. */
  readonly repairDoubleUtf8?: boolean;
}

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 64;

/** What a document said, before it is judged to be a call, an answer or a fault. */
export interface XmlRpcDocument {
  readonly root: 'methodCall' | 'methodResponse';
  readonly method?: string;
  readonly isFault: boolean;
  readonly values: readonly WireValue[];
}

type Container =
  | { readonly kind: 'array'; readonly items: WireValue[] }
  | { readonly kind: 'struct'; readonly members: Record<string, WireValue>; name: string };

/**
 * Reads one XML-RPC document piece by piece. `write` and `end` throw `WireError` and nothing else; after an error the
 * reader is spent.
 */
export interface XmlRpcReader {
  write(chunk: Uint8Array): void;
  end(): XmlRpcDocument;
}

const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'i4',
  'int',
  'i8',
  'boolean',
  'double',
  'dateTime.iso8601',
  'base64',
  'nil',
]);

export function createXmlRpcReader(options: XmlRpcDecodeOptions = {}): XmlRpcReader {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const parser = new SaxesParser({ position: false, fragment: false });
  const stack: Container[] = [];
  const values: WireValue[] = [];
  let root: XmlRpcDocument['root'] | undefined;
  let method: string | undefined;
  let isFault = false;
  let received = 0;
  let decoder: StringDecoder | undefined;
  let text = '';
  let depth = 0;
  /** Inside `<value>`: false until a type element or a container supplied the value. */
  let open = 0;
  const filled: boolean[] = [];

  parser.on('error', (error) => {
    // Raw control characters stand in names of real CCUs; everything else is a broken document.
    if (!error.message.includes('disallowed character')) throw new WireError('malformed', 'the XML is not well-formed');
  });
  parser.on('doctype', () => {
    throw new WireError('malformed', 'document type declarations are not accepted');
  });
  parser.on('text', (chunk) => {
    text += chunk;
  });
  parser.on('cdata', (chunk) => {
    text += chunk;
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH * 4) throw new WireError('too_deep', 'the document is nested too deeply');
    text = '';
    openElement(tag.name);
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    closeElement(tag.name);
    text = '';
  });

  function openElement(name: string): void {
    if (root === undefined) {
      if (name !== 'methodCall' && name !== 'methodResponse') {
        throw new WireError('not_rpc', 'the document is not XML-RPC');
      }
      root = name;
      return;
    }
    switch (name) {
      case 'value':
        filled[open] = false;
        open += 1;
        break;
      case 'array':
        push({ kind: 'array', items: [] });
        break;
      case 'struct':
        push({ kind: 'struct', members: {}, name: '' });
        break;
      case 'fault':
        isFault = true;
        break;
    }
  }

  function push(container: Container): void {
    if (open === 0) throw new WireError('malformed', 'a container stands outside a value');
    if (stack.length >= MAX_DEPTH) throw new WireError('too_deep', 'the value is nested too deeply');
    stack.push(container);
  }

  function closeElement(name: string): void {
    if (name === 'value') {
      open -= 1;
      // A value without a type element is a string, also the empty one: that is how rfd and hs485d write.
      if (!filled[open]) deliver(string(text));
      return;
    }
    if (SCALARS.has(name)) {
      if (open > 0 && !filled[open - 1]) fill(scalar(name, text));
      return;
    }
    if (name === 'array' || name === 'struct') {
      const container = stack.pop();
      if (container === undefined) throw new WireError('malformed', 'a container ends that did not begin');
      fill(container.kind === 'array' ? container.items : container.members);
    } else if (name === 'name') {
      const top = stack.at(-1);
      if (top?.kind === 'struct') top.name = text;
    } else if (name === 'methodName') {
      method = text.trim();
    }
  }

  function fill(value: WireValue): void {
    if (open === 0) throw new WireError('malformed', 'a type stands outside a value');
    filled[open - 1] = true;
    deliver(value);
  }

  function deliver(value: WireValue): void {
    const top = stack.at(-1);
    if (top === undefined) values.push(value);
    else if (top.kind === 'array') top.items.push(value);
    else setMember(top.members, top.name, value);
  }

  function string(raw: string): string {
    return options.repairDoubleUtf8 === true ? repairDoubleUtf8(raw) : raw;
  }

  function scalar(type: string, raw: string): WireValue {
    switch (type) {
      case 'i4':
      case 'int':
      case 'i8':
      case 'double':
        return lenientNumber(raw, type !== 'double');
      case 'boolean':
        return raw.trim() === '1' || raw.trim() === 'true';
      case 'nil':
        return '';
      default:
        return string(raw);
    }
  }

  /** Text so far; the encoding is settled by the first bytes that are long enough to hold a prolog. */
  let head: Buffer | undefined = Buffer.alloc(0);
  function decode(chunk: Buffer, last: boolean): string {
    if (head !== undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (head.length < 256 && !last) return '';
      const encoding = declaredEncoding(head, options.contentType);
      const all = head;
      if (encoding === undefined && !last) return '';
      head = undefined;
      if (encoding === undefined) return decodeUtf8OrLatin1(all);
      decoder = new StringDecoder(encoding);
      return withoutMark(decoder.write(all)) + (last ? decoder.end() : '');
    }
    if (decoder === undefined) return '';
    return decoder.write(chunk) + (last ? decoder.end() : '');
  }

  function feed(chunk: Buffer, last: boolean): void {
    received += chunk.length;
    if (received > maxBytes) throw new WireError('too_large', `the body is larger than ${maxBytes} bytes`);
    guarded(() => {
      const piece = decode(chunk, last);
      if (piece !== '') parser.write(piece);
      if (last) parser.close();
    });
  }

  return {
    write: (chunk) => feed(asBuffer(chunk), false),
    end: () => {
      if (received === 0) throw new WireError('empty', 'the body is empty');
      feed(Buffer.alloc(0), true);
      if (root === undefined) throw new WireError('not_rpc', 'the document is not XML-RPC');
      return { root, ...(method === undefined ? {} : { method }), isFault, values };
    },
  };

  /** Maps what the XML parser throws. Text that never was XML is "not RPC"; after the root it is malformed. */
  function guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (isWireError(error) && error.code !== 'malformed') throw error;
      if (root === undefined) throw new WireError('not_rpc', 'the document is not XML-RPC');
      throw isWireError(error) ? error : new WireError('malformed', 'the XML is not well-formed');
    }
  }
}

function withoutMark(text: string): string {
  return text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
}

/** What is not a number stays text, so that one bad member does not lose a whole device list. */
function lenientNumber(raw: string, whole: boolean): WireValue {
  const trimmed = raw.trim();
  const number = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(number)) return raw;
  return whole ? Math.trunc(number) + 0 : number;
}
