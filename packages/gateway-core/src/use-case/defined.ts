/**
 * Without the members that are undefined.
 *
 * @example
 * defined({ a: 1, b: undefined }); // { a: 1 }
 */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
