import { createRequire } from 'node:module';
import type * as Saxes from 'saxes';
import { isWireError, WireError } from '../encoding/errors.js';
import { asBuffer, repairDoubleUtf8, type TextEncoding } from '../encoding/text.js';
import { notXmlRpc, type XmlRpcDocument, XmlRpcDocumentBuilder } from './document.js';
import { TextStream } from './text-stream.js';

export type { XmlRpcDocument };

// Not imported: with the first CommonJS package that is imported, Node keeps 7 MB for the reader of its exports. Documents of a
// usual shape are read without it.
let saxes: typeof Saxes | undefined;
const loadSaxes = (): typeof Saxes => {
  saxes ??= createRequire(import.meta.url)('saxes') as typeof Saxes;
  return saxes;
};

/** How XML-RPC documents are read. */
export interface XmlRpcDecodeOptions {
  /** Content-Type of the HTTP message, for its charset. */
  readonly contentType?: string;
  /** Largest accepted body in bytes. Default 32 MiB. */
  readonly maxBytes?: number;
  /** Undo UTF-8 read as Latin-1 in strings, as HmIPServer produces it in link names. Default false. */
  readonly repairDoubleUtf8?: boolean;
  /** Longest accepted text between two tags, in characters. Default: no limit but that of the body. */
  readonly maxTextLength?: number;
  /** The encoding where it is already known; then neither prolog nor charset counts. */
  readonly encoding?: TextEncoding;
}

/** Of a body. */
export const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Reads one XML-RPC document piece by piece. `write` and `end` throw `WireError` and nothing else; after an error the
 * reader is spent.
 */
export interface XmlRpcReader {
  write(chunk: Uint8Array): void;
  end(): XmlRpcDocument;
}

/**
 * Creates a reader for one document. A prolog that names the encoding wins over the charset of `contentType`; without
 * either it is UTF-8 where the bytes allow it, else Latin-1.
 *
 * @example
 * const reader = createXmlRpcReader();
 * for await (const chunk of request) reader.write(chunk);
 * const { root, values } = reader.end();
 */
export function createXmlRpcReader(options: XmlRpcDecodeOptions = {}): XmlRpcReader {
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
  const builder = new XmlRpcDocumentBuilder(
    options.repairDoubleUtf8 === true ? repairDoubleUtf8 : (raw) => raw,
    options.maxTextLength,
  );
  const parser = createParser(builder);
  const text = new TextStream(options.contentType, options.encoding);
  let received = 0;
  let hasBegun = false;
  let isComplete = false;

  function feed(chunk: Buffer, last: boolean): void {
    received += chunk.length;
    if (received > maxBytes) throw new WireError('too_large', `the body is larger than ${maxBytes} bytes`);
    try {
      const decoded = text.decode(chunk, last);
      if (isComplete) return;
      // Servers that write their answers by hand begin with line ends.
      const piece = hasBegun ? decoded : decoded.trimStart();
      hasBegun ||= piece !== '';
      if (piece !== '') parser.write(piece);
      if (last) parser.close();
    } catch (error) {
      if (error === COMPLETE) isComplete = true;
      else throw judged(error, builder);
    }
  }

  return {
    write: (chunk) => feed(asBuffer(chunk), false),
    end: () => {
      if (received === 0) throw new WireError('empty', 'the body is empty');
      feed(Buffer.alloc(0), true);
      return builder.document();
    },
  };
}

/** Thrown at the end of the root: bytes after it belong to no document: CCUs append zero bytes and error pages. */
const COMPLETE = Symbol('complete');

/** Written as they are by servers that escape nothing; the parser keeps them as text. */
const TOLERATED = /disallowed character|undefined entity|malformed character entity|empty entity name/;

/** Each costs the parser a hundred times as much as another character. */
const MAX_FAULTY_CHARACTERS = 1_000;
/** Of all tags together; XML-RPC has none but declarations of name spaces. */
const MAX_ATTRIBUTES = 1_000;

function createParser(builder: XmlRpcDocumentBuilder): Saxes.SaxesParser {
  const { SaxesParser } = loadSaxes();
  const parser = new SaxesParser({ position: false, fragment: false });
  let faultyCharacters = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    // Names of real CCUs contain raw control characters; everything else is a broken document.
    if (!TOLERATED.test(error.message)) throw new WireError('malformed', 'the XML is not well-formed');
    faultyCharacters += 1;
    if (faultyCharacters > MAX_FAULTY_CHARACTERS)
      throw new WireError('malformed', 'the document has too many characters that XML does not allow');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new WireError('malformed', 'the document has too many attributes');
  });
  parser.on('doctype', () => {
    throw new WireError('malformed', 'document type declarations are not accepted');
  });
  parser.on('text', (chunk) => builder.text(chunk));
  parser.on('cdata', (chunk) => builder.text(chunk));
  parser.on('opentag', (tag) => builder.openTag(localName(tag.name)));
  parser.on('closetag', (tag) => {
    builder.closeTag(localName(tag.name));
    if (builder.isComplete()) throw COMPLETE;
  });
  return parser;
}

/** Types that Apache's servers add have a prefix: `ex:i8`, `ex:nil`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Error of the parser. Text that never was XML is "not RPC"; after the root it is malformed. */
function judged(error: unknown, { root }: XmlRpcDocumentBuilder): WireError {
  if (isWireError(error) && error.code !== 'malformed') return error;
  if (root === undefined) return notXmlRpc();
  return isWireError(error) ? error : new WireError('malformed', 'the XML is not well-formed');
}
