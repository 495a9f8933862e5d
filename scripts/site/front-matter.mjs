// The head of a document: `key: value` lines between two lines of dashes.

/** Splits a document into the members of its head and its text. */
export function splitFrontMatter(text) {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text);
  if (head === null) return { head: {}, text };
  const members = head[1]
    .split('\n')
    .map((line) => /^(\w+):\s*(.*?)\s*$/.exec(line))
    .filter((match) => match !== null)
    .map(([, key, value]) => [key, value.replace(/^(['"])(.*)\1$/, '$2')]);
  return { head: Object.fromEntries(members), text: text.slice(head[0].length) };
}
