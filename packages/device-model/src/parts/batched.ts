/** Brokers take messages of a megabyte at most, and a much smaller one delays no other. */
const BYTES = 200_000;

/**
 * Things in groups that make some hundred kilobytes of JSON each; one that is larger stands alone.
 *
 * @example
 * for (const group of batched(descriptions)) publish(JSON.stringify(group));
 */
export function batched<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  const out: Thing[][] = [];
  let room = 0;
  for (const thing of things) {
    const size = JSON.stringify(thing).length;
    if (out.length === 0 || size > room) {
      out.push([]);
      room = BYTES;
    }
    out.at(-1)?.push(thing);
    room -= size;
  }
  return out;
}
