import type { Device } from './state.js';

/** Most bytes of kept texts: those of some hundred devices, in every form. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Bytes of a kept text beside those of its characters: buffer, key and entry. */
const ENTRY_BYTES = 256;

/** Names of the kept texts of one owner: the form and the language. */
export type TextForm = `${'summary' | 'detail' | 'channels' | 'rest'} ${'de' | 'en'}`;

/**
 * JSON texts of shown data, each with a comma after it, so that a list is their concatenation. A text is kept until its
 * owner changes, and no longer than the bound allows.
 */
export interface KeptTexts {
  /** The kept text of an owner, or the one that `make` returns, which is kept from then on. */
  text(owner: object, form: TextForm, make: () => unknown): Uint8Array;
  /** Drops the texts of one owner. */
  drop(owner: Device): void;
  /** Drops all texts. */
  clear(): void;
  /** Bytes of all kept texts; at most the bound. */
  bytes(): number;
}

export function createKeptTexts(mostBytes = MOST_BYTES): KeptTexts {
  /** In the order in which their first text was made. */
  const owners = new Map<object, Map<TextForm, Uint8Array>>();
  let bytes = 0;

  function drop(owner: object): void {
    const texts = owners.get(owner);
    if (texts === undefined) return;
    owners.delete(owner);
    for (const text of texts.values()) bytes -= text.byteLength + ENTRY_BYTES;
  }

  function keep(owner: object, form: TextForm, text: Uint8Array): void {
    const size = text.byteLength + ENTRY_BYTES;
    if (size > mostBytes) return;
    for (const oldest of owners.keys()) {
      if (bytes + size <= mostBytes) break;
      drop(oldest);
    }
    const texts = owners.get(owner) ?? new Map<TextForm, Uint8Array>();
    owners.set(owner, texts);
    texts.set(form, text);
    bytes += size;
  }

  return {
    text(owner, form, make) {
      const known = owners.get(owner)?.get(form);
      if (known !== undefined) return known;
      const text = textOf(make());
      keep(owner, form, text);
      return text;
    },
    drop,
    clear() {
      owners.clear();
      bytes = 0;
    },
    bytes: () => bytes,
  };
}

/** The JSON of a value with a comma after it, as UTF-8 in memory of its own: a slice would hold the memory of others. */
export function textOf(value: unknown): Uint8Array {
  const text = `${JSON.stringify(value)},`;
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** The same without its comma. */
export const withoutComma = (text: Uint8Array): Uint8Array => text.subarray(0, -1);
