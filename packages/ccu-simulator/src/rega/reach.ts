/**
 * What a script gets by the way its text asks. The logic layer answers some ways of asking with less, or with something
 * else, than one would think, and never with an error.
 */
export interface ScriptReach {
  /** `Get(text)`: a text of digits is taken for an id. */
  readonly looksUpByText: boolean;
}

export function reachOf(source: string): ScriptReach {
  return {
    looksUpByText: /\.Get\(s[A-Z]\w*\)/.test(source),
  };
}

/** The object a text means: by name, but by id where the text is digits and the script looks it up. */
export function named<T extends { readonly id: number; readonly name: string }>(
  objects: readonly T[],
  text: string,
  { looksUpByText }: ScriptReach,
): T | undefined {
  const byId = looksUpByText && /^\d+$/.test(text);
  return objects.find(({ id, name }) => (byId ? id === Number(text) : name === text));
}
