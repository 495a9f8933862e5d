import { isWireError } from '../encoding/errors.js';
import { repairDoubleUtf8 } from '../encoding/text.js';
import { type XmlRpcDocument, XmlRpcDocumentBuilder } from './document.js';
import type { XmlRpcDecodeOptions } from './reader.js';
import { TextStream } from './text-stream.js';

/** Longest body that is read in one turn. */
export const PLAIN_BYTES = 32 * 1024;

/** A prolog as CCUs and their programs write it. */
const PROLOG = /<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")? ?\?>/y;
const BLANK = /^[\t\n ]*$/;
const NAME = /^[A-Za-z][\w.]*$/;
/** Characters and references that the parser changes, refuses or counts. */
const ODD = /[^\t\n\x20-\x7e\xa0-\ud7ff]|\]\]>|&(?!(?:lt|gt|amp|quot|apos);)/;
const REFERENCE = /&(lt|gt|amp|quot|apos);/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Reads a whole document of plain tags and text, as CCUs send events. Undefined for every other document, also for a malformed
 * one: the parser judges it. Plain documents take a fraction of the time of the parser.
 */
export function readPlainDocument(body: Buffer, options: XmlRpcDecodeOptions): XmlRpcDocument | undefined {
  if (body.length > Math.min(PLAIN_BYTES, options.maxBytes ?? PLAIN_BYTES)) return undefined;
  const text = new TextStream(options.contentType, options.encoding).decode(body, true).trimStart();
  if (ODD.test(text)) return undefined;
  const toText = options.repairDoubleUtf8 === true ? repairDoubleUtf8 : (raw: string) => raw;
  const builder = new XmlRpcDocumentBuilder(toText, options.maxTextLength);
  try {
    return readTags(text, builder) ? builder.document() : undefined;
  } catch (error) {
    if (isWireError(error)) return undefined;
    throw error;
  }
}

/** Returns false where anything but plain tags and text stands before the end of the root. */
function readTags(text: string, builder: XmlRpcDocumentBuilder): boolean {
  PROLOG.lastIndex = 0;
  let at = PROLOG.test(text) ? PROLOG.lastIndex : 0;
  const open: string[] = [];
  for (;;) {
    const start = text.indexOf('<', at);
    const end = text.indexOf('>', start);
    if (start < 0 || end < 0) return false;
    if (start > at && !takeText(text.slice(at, start), open.length === 0, builder)) return false;
    const tag = text.slice(start + 1, end);
    if (!takeTag(tag, open, builder)) return false;
    if (open.length === 0) return true;
    at = end + 1;
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
