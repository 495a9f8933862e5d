/** The rooms of a device after it was put into some; none of them twice. */
export function roomsAfter(before: readonly string[], chosen: readonly string[], replace: boolean): readonly string[] {
  return [...new Set(replace ? chosen : [...before, ...chosen])];
}
