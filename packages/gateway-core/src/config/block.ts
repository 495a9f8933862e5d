/** A block of settings by name. */
export type Block = { readonly [member: string]: unknown };

/** Lists, texts and secrets are values of a setting, not blocks. */
export function isBlock(value: unknown): value is Block {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value at a dotted path. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (!isBlock(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** A copy without the member at `path`, and without the blocks that became empty by that. */
export function without(value: Block, path: readonly string[]): Block {
  const [key, ...rest] = path;
  if (key === undefined || !Object.hasOwn(value, key)) return value;
  const { [key]: child, ...others } = value;
  if (rest.length === 0) return others;
  if (!isBlock(child)) return value;
  const pruned = without(child, rest);
  return Object.keys(pruned).length === 0 ? others : { ...others, [key]: pruned };
}
