/** Numbers as few bytes: integers up to 2^53 take seven bits a byte. */
export interface ByteWriter {
  unsigned(value: number): void;
  float(value: number): void;
  finish(): Uint8Array;
}

export interface ByteReader {
  readonly position: number;
  unsigned(): number;
  float(): number;
  skip(count: number): void;
}

/** Shared: each block has a writer for each of its series. */
const FLOAT = new DataView(new ArrayBuffer(8));

export function createByteWriter(): ByteWriter {
  const bytes: number[] = [];
  const unsigned = (value: number) => {
    let rest = value;
    while (rest >= 0x80) {
      bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
  };
  return {
    unsigned,
    float(value) {
      FLOAT.setFloat64(0, value);
      for (let index = 0; index < 8; index += 1) bytes.push(FLOAT.getUint8(index));
    },
    finish: () => Uint8Array.from(bytes),
  };
}

/** Reading throws a `RangeError` where the bytes end too early. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let position = 0;
  const unsigned = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[position];
      if (byte === undefined) throw new RangeError('the bytes end too early');
      position += 1;
      if (byte < 0x80) return value + byte * factor;
      value += (byte & 0x7f) * factor;
    }
  };
  return {
    get position() {
      return position;
    },
    unsigned,
    float() {
      const value = view.getFloat64(position);
      position += 8;
      return value;
    },
    skip(count) {
      position += count;
    },
  };
}
