/** Letters and digits that are not taken for one another when they are read out. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP_LENGTH = 4;

/** A password that can be read out: five groups of four signs, about 99 bits. `random` fills an array with random bytes. */
export function passphrase(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const signs: string[] = [];
  // A byte above the limit would bias the characters, so it is drawn again.
  const limit = 256 - (256 % SIGNS.length);
  while (signs.length < GROUPS * GROUP_LENGTH) {
    const bytes = new Uint8Array(32);
    random(bytes);
    for (const byte of bytes)
      if (byte < limit && signs.length < GROUPS * GROUP_LENGTH) signs.push(SIGNS[byte % SIGNS.length]!);
  }
  return Array.from({ length: GROUPS }, (_, index) =>
    signs.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
