/** Random hex digits from a store that is filled many at a time: asking the machine for each id costs more than the rest. */
export function createRandomHex(random: (size: number) => Uint8Array): (digits: number) => string {
  let store = '';
  let next = 0;
  return (digits) => {
    if (store.length - next < digits) {
      store = Buffer.from(random(Math.max(2_048, digits))).toString('hex');
      next = 0;
    }
    next += digits;
    return store.slice(next - digits, next);
  };
}
