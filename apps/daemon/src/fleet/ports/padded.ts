/** A sealed text shows how long it is; every question is longer than any password. */
const LENGTH = 4_096;

/** As JSON of one length in bytes, which are what is sealed; longer where that is not enough. */
export function padded(value: object): string {
  const text = JSON.stringify(value);
  return text + ' '.repeat(Math.max(0, LENGTH - Buffer.byteLength(text)));
}
