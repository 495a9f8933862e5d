/**
 * Parses a JSON object and refuses duplicate members anywhere in it: parsers disagree on which of two counts, and a
 * signature does not say which one its maker meant. Null for everything that is not exactly one such object.
 */
export function parseUniqueObject(bytes: Uint8Array): Readonly<Record<string, unknown>> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return hasDuplicateMember(text) ? null : (value as Readonly<Record<string, unknown>>);
  } catch {
    return null;
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Expects text that `JSON.parse` accepted. A string before a colon is a member's name. */
function hasDuplicateMember(text: string): boolean {
  const scopes: Set<string>[] = [];
  let last = '';
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') scopes.push(new Set());
    else if (part === '}' || part === ']') scopes.pop();
    else if (part === ':') {
      const name = JSON.parse(last) as string;
      const scope = scopes.at(-1);
      if (scope?.has(name)) return true;
      scope?.add(name);
    }
    last = part;
  }
  return false;
}
