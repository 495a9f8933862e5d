import { StringDecoder } from 'node:string_decoder';
import { declaredEncoding, decodeUtf8OrLatin1, type TextEncoding } from '../encoding/text.js';

/** A prolog that names the encoding fits into this. */
const PROLOG_BYTES = 256;

/**
 * Makes the bytes of a document text, piece by piece. The encoding is settled by the first bytes that are long enough to
 * hold a prolog; a document that names none is decoded as a whole, at its end.
 */
export class TextStream {
  readonly #contentType: string | undefined;
  /** Bytes that wait for their encoding. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #isUndeclared = false;
  #decoder: StringDecoder | undefined;
  #isBegun = false;

  /** `encoding`: the one that is settled already. */
  constructor(contentType: string | undefined, encoding?: TextEncoding) {
    this.#contentType = contentType;
    if (encoding !== undefined) this.#decoder = new StringDecoder(encoding);
  }

  decode(chunk: Buffer, last: boolean): string {
    if (this.#decoder === undefined) return this.#wait(chunk, last);
    const text = this.#decoder.write(chunk) + (last ? this.#decoder.end() : '');
    if (this.#isBegun || text === '') return text;
    this.#isBegun = true;
    return withoutMark(text);
  }

  #wait(chunk: Buffer, last: boolean): string {
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (!last && (this.#isUndeclared || this.#waitingBytes < PROLOG_BYTES)) return '';
    const all = this.#waiting.length === 1 ? chunk : Buffer.concat(this.#waiting);
    const encoding = this.#isUndeclared ? undefined : declaredEncoding(all, this.#contentType);
    if (encoding !== undefined) {
      this.#waiting = [];
      this.#decoder = new StringDecoder(encoding);
      return this.decode(all, last);
    }
    if (last) return decodeUtf8OrLatin1(all);
    this.#isUndeclared = true;
    this.#waiting = [all];
    return '';
  }
}

function withoutMark(text: string): string {
  return text.replace(/^(?:\ufeff|\u00ef\u00bb\u00bf)/, '');
}
