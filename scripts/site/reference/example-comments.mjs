// The meaning and the shown value of each key, from the example configuration.

/**
 * Meaning and value by key path, for example `north.rest.listen`. A key in a comment counts like one without. The meaning is the
 * comment lines above a key, the comment behind it, and the lines that continue that.
 */
export function readExample(text) {
  const found = new Map();
  const places = [];
  let above = [];
  let last;
  for (const line of text.split('\n')) {
    const entry = ENTRY.exec(line.replace(/^# /, ''));
    const comment = COMMENT.exec(line);
    if (entry !== null) {
      const [, indent, mark = '# ', item = '', key, rest] = entry;
      const depth = indent.length + mark.length + item.length;
      while (places.length > 0 && places.at(-1).depth >= depth) places.pop();
      places.push({ depth, key });
      last = entryOf(rest, above);
      above = [];
      found.set(places.map((place) => place.key).join('.'), last);
    } else if (comment === null || comment[2] === '') above = [];
    else if (comment[1].length > CONTINUES && last !== undefined)
      last.meaning = `${last.meaning} ${comment[2].replace(VARIABLE, '')}`.trim();
    else above.push(comment[2].replace(VARIABLE, ''));
  }
  return found;
}

/** A key: its place, "- " before the first one of an entry of a list, its name, and the rest of the line. */
const ENTRY = /^(\s*)(#\s+(?=[a-z]\w*:))?(- )?([a-z]\w*):(?:\s+(.*)|)$/;

/** A line that is a comment alone: the place of its text, and the text. */
const COMMENT = /^((?:# )?\s*#\s*(?:#\s*)?)(.*)$/;

/** The text of a comment that continues the one behind a key begins behind this column. */
const CONTINUES = 20;

const VARIABLE = /\s*\bSERVICE_\w+$/;

function entryOf(rest = '', above) {
  const [, value, behind = ''] = /^((?:"[^"]*"|'[^']*'|[^#])*?)\s*(?:#\s*(.*))?$/.exec(rest) ?? [];
  const meaning = [...above, behind.replace(VARIABLE, '').trim()].filter((part) => part !== '').join(' ');
  return { value: (value ?? '').replace(VARIABLE, '').trim(), meaning };
}
