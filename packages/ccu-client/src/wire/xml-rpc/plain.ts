import { isWireError } from '../encoding/errors.js';
import { repairDoubleUtf8 } from '../encoding/text.js';
import { type XmlRpcDocument, XmlRpcDocumentBuilder } from './document.js';
import { DEFAULT_MAX_BYTES, type XmlRpcDecodeOptions } from './reader.js';
import { TextStream } from './text-stream.js';

/** A prolog as CCUs and their programs write it. */
const PROLOG = /<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")? ?\?>/y;
const BLANK = /^[\t\n ]*$/;
const NAME = /^[A-Za-z][\w.]*$/;
/** Characters and references that the parser changes, refuses or counts. */
const ODD = /[^\t\n\x20-\x7e\xa0-\ud7ff]|\]\]>|&(?!(?:lt|gt|amp|quot|apos);)/;
const REFERENCE = /&(lt|gt|amp|quot|apos);/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Characters that may wait for the end of their tag or text: more of them would be copied again for each piece. */
const MOST_WAITING = 64 * 1024;

/**
 * Reads a whole document of plain tags and text, as CCUs send them. Undefined for every other document, also for a malformed
 * one: the parser judges it. Plain documents take a fraction of the time of the parser.
 */
export function readPlainDocument(body: Buffer, options: XmlRpcDecodeOptions): XmlRpcDocument | undefined {
  const reader = new PlainReader(options);
  return reader.write(body, true) ? reader.document() : undefined;
}

/** Reads a document of plain tags and text piece by piece. A class, because it is a position that each piece moves. */
export class PlainReader {
  readonly #builder: XmlRpcDocumentBuilder;
  readonly #decoder: TextStream;
  readonly #maxBytes: number;
  readonly #open: string[] = [];
  /** Text behind the last whole tag. */
  #waiting = '';
  #received = 0;
  #hasBegun = false;

  constructor(options: XmlRpcDecodeOptions) {
    const toText = options.repairDoubleUtf8 === true ? repairDoubleUtf8 : (raw: string) => raw;
    this.#builder = new XmlRpcDocumentBuilder(toText, options.maxTextLength);
    this.#decoder = new TextStream(options.contentType, options.encoding);
    this.#maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  }

  /** False as soon as the document is none of plain tags and text. */
  write(chunk: Buffer, isLast: boolean): boolean {
    this.#received += chunk.length;
    if (this.#received > this.#maxBytes) return false;
    const piece = this.#decoder.decode(chunk, isLast);
    // Bytes behind the root belong to no document.
    if (this.#builder.isComplete()) return true;
    try {
      return (
        this.#read(this.#waiting === '' ? piece : this.#waiting + piece) && (this.#builder.isComplete() || !isLast)
      );
    } catch (error) {
      if (isWireError(error)) return false;
      throw error;
    }
  }

  /** Undefined before the end of the root. */
  document(): XmlRpcDocument | undefined {
    return this.#builder.isComplete() ? this.#builder.document() : undefined;
  }

  #read(piece: string): boolean {
    const text = this.#hasBegun ? piece : piece.trimStart();
    const from = this.#hasBegun ? 0 : lengthOfProlog(text);
    this.#hasBegun ||= text !== '';
    const end = readTags(text, from, this.#open, this.#builder);
    if (end === undefined || ODD.test(text.slice(0, end))) return false;
    this.#waiting = text.slice(end);
    return this.#waiting.length <= MOST_WAITING;
  }
}

function lengthOfProlog(text: string): number {
  PROLOG.lastIndex = 0;
  return PROLOG.test(text) ? PROLOG.lastIndex : 0;
}

/**
 * Reads whole tags, each with the text before it, up to the end of the root. Returns the position behind the last of them; undefined
 * for anything but plain tags and text.
 */
function readTags(text: string, from: number, open: string[], builder: XmlRpcDocumentBuilder): number | undefined {
  let at = from;
  for (;;) {
    const start = text.indexOf('<', at);
    const end = start < 0 ? -1 : text.indexOf('>', start);
    if (end < 0) return at;
    if (start > at && !takeText(text.slice(at, start), open.length === 0, builder)) return undefined;
    const tag = text.slice(start + 1, end);
    if (!takeTag(tag, open, builder)) return undefined;
    at = end + 1;
    if (open.length === 0) return at;
  }
}

function takeText(raw: string, isOutside: boolean, builder: XmlRpcDocumentBuilder): boolean {
  if (isOutside) return BLANK.test(raw);
  builder.text(raw.includes('&') ? raw.replace(REFERENCE, (_, name: string) => CHARACTERS[name] as string) : raw);
  return true;
}

function takeTag(tag: string, open: string[], builder: XmlRpcDocumentBuilder): boolean {
  if (tag.startsWith('/')) {
    const name = tag.slice(1);
    if (open.pop() !== name) return false;
    builder.closeTag(name);
    return true;
  }
  const isEmpty = tag.endsWith('/');
  const name = isEmpty ? tag.slice(0, -1) : tag;
  if (!NAME.test(name)) return false;
  builder.openTag(name);
  if (isEmpty) builder.closeTag(name);
  else open.push(name);
  return true;
}
