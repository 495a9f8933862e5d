/** 64 random bits in hexadecimal. */
export function randomId(random: () => number): string {
  const half = () => Math.floor(random() * 0x1_0000_0000);
  return [half(), half()].map((bits) => bits.toString(16).padStart(8, '0')).join('');
}
