/** Random hex digits from a store that is filled many at a time: asking the machine for each id costs more than the rest. */
export function createRandomHex(random: (size: number) => Uint8Array): (digits: number) => string {
  let store = '';
  return (digits) => {
    if (store.length < digits) store = Buffer.from(random(Math.max(2_048, digits))).toString('hex');
    const taken = store.slice(0, digits);
    store = store.slice(digits);
    return taken;
  };
}
