/** A token of a subject or key: letters, digits, `-` and `_` stay, every other byte becomes `=` and two digits. */
export function encodeToken(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w-]/.test(character) ? character : `=${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

/** Decodes a token of `encodeToken`; `undefined` for text that it cannot have made. */
export function decodeToken(token: string): string | undefined {
  if (!/^(?:[\w-]|=[\da-f]{2})+$/.test(token)) return undefined;
  return Buffer.from(
    token.replace(/=(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
