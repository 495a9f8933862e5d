import { StringDecoder } from 'node:string_decoder';
import { declaredEncoding, decodeUtf8OrLatin1 } from '../encoding/text.js';

/** A prolog that names the encoding fits into this. */
const PROLOG_BYTES = 256;

/**
 * Makes the bytes of a document text, piece by piece. The encoding is settled by the first bytes that are long enough to
 * hold a prolog; a document that names none is decoded as a whole, at its end.
 */
export class TextStream {
  readonly #contentType: string | undefined;
  #head: Buffer | undefined = Buffer.alloc(0);
  #decoder: StringDecoder | undefined;

  constructor(contentType: string | undefined) {
    this.#contentType = contentType;
  }

  decode(chunk: Buffer, last: boolean): string {
    if (this.#head !== undefined) return this.#begin(this.#head, chunk, last);
    if (this.#decoder === undefined) return '';
    return this.#decoder.write(chunk) + (last ? this.#decoder.end() : '');
  }

  #begin(before: Buffer, chunk: Buffer, last: boolean): string {
    const all = before.length === 0 ? chunk : Buffer.concat([before, chunk]);
    this.#head = all;
    if (all.length < PROLOG_BYTES && !last) return '';
    const encoding = declaredEncoding(all, this.#contentType);
    if (encoding === undefined && !last) return '';
    this.#head = undefined;
    if (encoding === undefined) return decodeUtf8OrLatin1(all);
    this.#decoder = new StringDecoder(encoding);
    return withoutMark(this.#decoder.write(all)) + (last ? this.#decoder.end() : '');
  }
}

function withoutMark(text: string): string {
  return text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
}
