import type { Predicate } from './event-buffer.js';
import type { EventItem, EventKind } from './event-rows.js';

/** Filter beside the topics. Empty members match everything. */
export interface EventFilter {
  readonly text: string;
  readonly kinds: readonly EventKind[];
  readonly central: string;
  readonly interfaceId: string;
  /** Address. */
  readonly device: string;
}

/** One term of the text: a word anywhere, or a comparison with a member of the event. */
type Term = (item: EventItem) => boolean;

const COMPARISON = /^(-?)([A-Za-z_$][\w$]*(?:\.[\w$]+)*)(!=|>=|<=|[:=<>])(.+)$/;
const WORD = /"([^"]*)"|(\S+)/g;

/**
 * Makes a predicate. All terms of the text have to hold: `window -wall payload.value>21 type:trigger`. A minus turns a term
 * around; `:` is "contains".
 */
export function predicateOf({ text, kinds, central, interfaceId, device }: EventFilter): Predicate {
  const terms = termsOf(text);
  const address = device.trim().toUpperCase();
  return (item) =>
    (kinds.length === 0 || kinds.includes(item.kind)) &&
    (central === '' || item.central === central) &&
    (interfaceId === '' || item.interfaceId === interfaceId) &&
    (address === '' || item.device?.toUpperCase() === address) &&
    terms.every((term) => term(item));
}

function termsOf(text: string): readonly Term[] {
  return [...text.matchAll(WORD)].map(([, quoted, word = '']) =>
    quoted === undefined ? termOf(word) : contains(quoted.toLowerCase()),
  );
}

function termOf(word: string): Term {
  const [, minus, path, operator, wanted] = COMPARISON.exec(word) ?? [];
  if (path !== undefined && operator !== undefined && wanted !== undefined) {
    const term = comparison(path, operator, wanted);
    return minus === '-' ? (item) => !term(item) : term;
  }
  if (!word.startsWith('-') || word.length === 1) return contains(word.toLowerCase());
  const term = contains(word.slice(1).toLowerCase());
  return (item) => !term(item);
}

const texts = new WeakMap<EventItem, string>();

function contains(word: string): Term {
  return (item) => searchText(item).includes(word);
}

/** Made once for each event, at its first search. */
function searchText(item: EventItem): string {
  let text = texts.get(item);
  if (text === undefined) {
    text = `${item.seq} ${item.topic} ${item.type} ${JSON.stringify(item.payload)}`.toLowerCase();
    texts.set(item, text);
  }
  return text;
}

function comparison(path: string, operator: string, wanted: string): Term {
  const members = path.split('.');
  const number = Number(wanted);
  return (item) => {
    const found = memberOf(item, members);
    if (found === undefined) return operator === '!=';
    const text = typeof found === 'string' ? found : JSON.stringify(found);
    switch (operator) {
      case ':':
        return text.toLowerCase().includes(wanted.toLowerCase());
      case '=':
        return text.toLowerCase() === wanted.toLowerCase();
      case '!=':
        return text.toLowerCase() !== wanted.toLowerCase();
      default:
        return typeof found === 'number' && !Number.isNaN(number) && compared(found, operator, number);
    }
  };
}

function compared(found: number, operator: string, wanted: number): boolean {
  if (operator === '>') return found > wanted;
  if (operator === '<') return found < wanted;
  return operator === '>=' ? found >= wanted : found <= wanted;
}

/** `value` and `payload.value` mean the same. */
function memberOf(item: EventItem, members: readonly string[]): unknown {
  const [first = '', ...rest] = members;
  if (first === 'payload') return walk(item.payload, rest);
  return walk(item.payload, members) ?? walk(item, [first, ...rest]);
}

function walk(value: unknown, members: readonly string[]): unknown {
  let at = value;
  for (const member of members) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, member)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[member];
  }
  return at;
}
