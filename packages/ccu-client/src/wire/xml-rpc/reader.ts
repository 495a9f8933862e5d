import { SaxesParser } from 'saxes';
import { isWireError, WireError } from '../encoding/errors.js';
import { asBuffer, repairDoubleUtf8, type TextEncoding } from '../encoding/text.js';
import { notXmlRpc, type XmlRpcDocument, XmlRpcDocumentBuilder } from './document.js';
import { TextStream } from './text-stream.js';

export type { XmlRpcDocument };

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
  /** The encoding where it is settled already; then neither prolog nor charset is asked. */
  readonly encoding?: TextEncoding;
}

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

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

  function feed(chunk: Buffer, last: boolean): void {
    received += chunk.length;
    if (received > maxBytes) throw new WireError('too_large', `the body is larger than ${maxBytes} bytes`);
    try {
      const piece = text.decode(chunk, last);
      if (piece !== '') parser.write(piece);
      if (last) parser.close();
    } catch (error) {
      throw judged(error, builder);
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

/** Each costs the parser a hundred times as much as another character. */
const MAX_CONTROL_CHARACTERS = 1_000;
/** Of all tags together; XML-RPC has none but declarations of name spaces. */
const MAX_ATTRIBUTES = 1_000;

function createParser(builder: XmlRpcDocumentBuilder): SaxesParser {
  const parser = new SaxesParser({ position: false, fragment: false });
  let controlCharacters = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    // Raw control characters stand in names of real CCUs; everything else is a broken document.
    if (!error.message.includes('disallowed character')) throw new WireError('malformed', 'the XML is not well-formed');
    controlCharacters += 1;
    if (controlCharacters > MAX_CONTROL_CHARACTERS)
      throw new WireError('malformed', 'the document has too many control characters');
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
  parser.on('opentag', (tag) => builder.openTag(tag.name));
  parser.on('closetag', (tag) => builder.closeTag(tag.name));
  return parser;
}

/** What the parser threw. Text that never was XML is "not RPC"; after the root it is malformed. */
function judged(error: unknown, { root }: XmlRpcDocumentBuilder): WireError {
  if (isWireError(error) && error.code !== 'malformed') return error;
  if (root === undefined) return notXmlRpc();
  return isWireError(error) ? error : new WireError('malformed', 'the XML is not well-formed');
}
