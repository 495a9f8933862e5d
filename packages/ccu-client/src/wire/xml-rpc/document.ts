import type { WireValue } from '../../model/model.js';
import { WireError } from '../encoding/errors.js';
import { setMember } from '../encoding/value.js';

/** Content of a document, before it is classified as a call, an answer or a fault. */
export interface XmlRpcDocument {
  readonly root: 'methodCall' | 'methodResponse';
  readonly method?: string;
  readonly isFault: boolean;
  readonly values: readonly WireValue[];
}

type Container =
  | { readonly kind: 'array'; readonly items: WireValue[] }
  | { readonly kind: 'struct'; readonly members: Record<string, WireValue>; name: string; count: number };

const MAX_DEPTH = 64;
/** More than any list or paramset of a CCU has. */
const MAX_ITEMS = 100_000;
const MAX_MEMBERS = 20_000;

const SCALARS: ReadonlySet<string> = new Set([
  'string',
  'i1',
  'i2',
  'i4',
  'int',
  'i8',
  'biginteger',
  'boolean',
  'float',
  'double',
  'bigdecimal',
  'dateTime.iso8601',
  'base64',
  'nil',
]);

/** Builds the content of a document from its tags. Throws `WireError` and nothing else. */
export class XmlRpcDocumentBuilder {
  root: XmlRpcDocument['root'] | undefined;
  readonly #toText: (raw: string) => string;
  readonly #values: WireValue[] = [];
  readonly #containers: Container[] = [];
  #method: string | undefined;
  #isFault = false;
  #depth = 0;
  #text = '';
  /** Number of open `<value>` tags, and for each the source of its value, a type element or a container. */
  #open = 0;
  readonly #filled: boolean[] = [];

  readonly #maxTextLength: number;

  /** `toText` is applied to every string. */
  constructor(toText: (raw: string) => string, maxTextLength = Number.POSITIVE_INFINITY) {
    this.#toText = toText;
    this.#maxTextLength = maxTextLength;
  }

  text(chunk: string): void {
    if (this.#text.length + chunk.length > this.#maxTextLength)
      throw new WireError('too_large', 'a text is longer than allowed');
    this.#text += chunk;
  }

  openTag(name: string): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH * 4) throw new WireError('too_deep', 'the document is nested too deeply');
    this.#text = '';
    if (this.root === undefined) this.#begin(name);
    else this.#openElement(name);
  }

  closeTag(name: string): void {
    this.#depth -= 1;
    this.#closeElement(name);
    this.#text = '';
  }

  /** The root has ended. */
  isComplete(): boolean {
    return this.root !== undefined && this.#depth === 0;
  }

  document(): XmlRpcDocument {
    if (this.root === undefined) throw notXmlRpc();
    const method = this.#method === undefined ? {} : { method: this.#method };
    return { root: this.root, ...method, isFault: this.#isFault, values: this.#values };
  }

  #begin(name: string): void {
    if (name !== 'methodCall' && name !== 'methodResponse') throw notXmlRpc();
    this.root = name;
  }

  #openElement(name: string): void {
    switch (name) {
      case 'value':
        this.#filled[this.#open] = false;
        this.#open += 1;
        break;
      case 'array':
        this.#push({ kind: 'array', items: [] });
        break;
      case 'struct':
        this.#push({ kind: 'struct', members: {}, name: '', count: 0 });
        break;
      case 'fault':
        this.#isFault = true;
        break;
    }
  }

  #push(container: Container): void {
    if (this.#open === 0) throw new WireError('malformed', 'a container stands outside a value');
    if (this.#containers.length >= MAX_DEPTH) throw new WireError('too_deep', 'the value is nested too deeply');
    this.#containers.push(container);
  }

  #closeElement(name: string): void {
    if (name === 'value') {
      this.#open -= 1;
      // A value without a type element is a string, also the empty one: that is how rfd and hs485d write.
      if (!this.#filled[this.#open]) this.#deliver(this.#toText(this.#text));
    } else if (SCALARS.has(name)) {
      if (this.#open > 0 && !this.#filled[this.#open - 1]) this.#fill(this.#scalar(name, this.#text));
    } else if (name === 'array' || name === 'struct') {
      const container = this.#containers.pop();
      if (container === undefined) throw new WireError('malformed', 'a container ends that did not begin');
      this.#fill(container.kind === 'array' ? container.items : container.members);
    } else if (name === 'name') {
      const top = this.#containers.at(-1);
      if (top?.kind === 'struct') top.name = this.#text;
    } else if (name === 'methodName') {
      this.#method = this.#text.trim();
    }
  }

  #fill(value: WireValue): void {
    if (this.#open === 0) throw new WireError('malformed', 'a type stands outside a value');
    this.#filled[this.#open - 1] = true;
    this.#deliver(value);
  }

  #deliver(value: WireValue): void {
    const top = this.#containers.at(-1);
    if (top === undefined) this.#values.push(value);
    else if (top.kind === 'array') {
      if (top.items.length >= MAX_ITEMS) throw new WireError('too_large', 'a list is longer than allowed');
      top.items.push(value);
    } else {
      top.count += 1;
      if (top.count > MAX_MEMBERS) throw new WireError('too_large', 'a struct has more members than allowed');
      setMember(top.members, top.name, value);
    }
  }

  #scalar(type: string, raw: string): WireValue {
    switch (type) {
      case 'i1':
      case 'i2':
      case 'i4':
      case 'int':
      case 'i8':
      case 'biginteger':
        return lenientNumber(raw, true);
      case 'float':
      case 'double':
      case 'bigdecimal':
        return lenientNumber(raw, false);
      case 'boolean':
        return lenientBoolean(raw);
      case 'nil':
        return '';
      default:
        return this.#toText(raw);
    }
  }
}

export function notXmlRpc(): WireError {
  return new WireError('not_rpc', 'the document is not XML-RPC');
}

/** An empty text is a state that the CCU does not know, and no `false`: any other text stays text, too. */
function lenientBoolean(raw: string): WireValue {
  const text = raw.trim().toLowerCase();
  if (text === '1' || text === 'true') return true;
  return text === '0' || text === 'false' ? false : raw;
}

/** A text that is not a number stays text, so that one bad member does not lose a whole device list. */
function lenientNumber(raw: string, whole: boolean): WireValue {
  const trimmed = raw.trim();
  const number = Number(trimmed);
  if (trimmed === '' || !Number.isFinite(number)) return raw;
  return whole ? Math.trunc(number) + 0 : number;
}
