// Reads what a run wrote down, and refuses what it cannot mean: a line that is misread must not look like a run without faults.

const text = (value) => typeof value === 'string' && value !== '';
const number = (value) => typeof value === 'number' && Number.isFinite(value);
const count = (value) => Number.isSafeInteger(value) && value >= 0;
const outcomes = new Set(['confirmed', 'accepted', 'rolled_back', 'refused', 'unreachable', 'outcome_unknown']);

const flag = (value) => typeof value === 'boolean';

const kinds = {
  t: number,
  sent: number,
  reachable: flag,
  hidden: flag,
  until: number,
  seq: count,
  token: count,
  outcome: (value) => outcomes.has(value),
};

/** Members of each kind of line; those after `|` may be absent. */
const shapes = {
  emitted: 't ccu event | point',
  heard: 't ccu gateway event',
  request: 't ccu gateway | sent write',
  lease_held: 't gateway ccu token until',
  lease_ended: 't gateway ccu token',
  logged: 'epoch seq | t ccu token event type body hidden',
  answered: 't gateway write outcome',
  began: 't client epoch seq',
  frame: 't client epoch seq | event type body',
  told: 't client epoch seq',
  told_of_ccu: 't client ccu reachable',
  live: 't client',
  away: 't client',
  left: 't client',
  write_sent: 't client write ccu',
  write_ended: 't client write outcome',
  write_shown: 't client write outcome',
  fault_began: 't fault | ccu',
  fault_ended: 't fault',
  calm: 't',
  stalled: 't until',
  settled: 't',
};

const words = (list = '') => list.split(' ').filter((word) => word !== '');

const members = Object.fromEntries(
  Object.entries(shapes).map(([what, shape]) => {
    const [required, optional] = shape.split('|');
    return [what, { required: words(required), optional: words(optional) }];
  }),
);

/** The objects of a text of JSON lines. Throws where one is no line of a run, with its number. */
export function parseLines(content, name = 'line') {
  const lines = [];
  for (const [index, raw] of content.split('\n').entries()) {
    if (raw.trim() === '') continue;
    const place = `${name}:${index + 1}`;
    let line;
    try {
      line = JSON.parse(raw);
    } catch {
      throw new TypeError(`${place} is no JSON`);
    }
    checkLine(line, place);
    lines.push(line);
  }
  return lines;
}

/** Throws where something is no line of a run. */
export function checkLine(line, place = 'a line') {
  const { what, ...rest } = Object(line);
  if (!Object.hasOwn(members, what)) throw new TypeError(`${place}: what is ${JSON.stringify(what)}?`);
  const { required, optional } = members[what];
  for (const name of required) {
    if (!Object.hasOwn(rest, name)) throw new TypeError(`${place}: ${what} has no ${name}`);
  }
  for (const [name, value] of Object.entries(rest)) {
    if (!required.includes(name) && !optional.includes(name)) throw new TypeError(`${place}: ${what} knows no ${name}`);
    if (!(kinds[name] ?? text)(value)) throw new TypeError(`${place}: ${name} is ${JSON.stringify(value)}`);
  }
}

/** The lines by what they are, each kind by its time; those of one time stay as they came. */
export function byKind(lines) {
  const found = Object.fromEntries(Object.keys(shapes).map((what) => [what, []]));
  for (const line of lines) found[line.what].push(line);
  for (const list of Object.values(found)) list.sort((a, b) => (a.t ?? 0) - (b.t ?? 0));
  return found;
}

/** Lists by what `keyOf` says of each item, in the order in which they came. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
