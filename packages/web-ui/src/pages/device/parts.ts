/** Parts of the page of a device, in their order; each has an address of its own. */
export const PARTS = ['now', 'configure', 'links', 'schedule', 'history', 'events', 'raw'] as const;
export type Part = (typeof PARTS)[number];

/** The part that the address names; `undefined` for none that there is. */
export function partOf(text: string | undefined): Part | undefined {
  return text === undefined || text === '' ? 'now' : PARTS.find((part) => part === text);
}
