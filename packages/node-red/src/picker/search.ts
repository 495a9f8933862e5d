/** Entries of one answer. */
const MOST = 50;
const LONGEST_QUERY = 100;

/** An entry of the picker: the value that the form takes, and texts for people. */
export interface PickerItem {
  readonly value: string;
  readonly label: string;
  /** Further fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Further texts that a search finds. */
  readonly also?: readonly string[];
}

/** The answer to a search. */
export interface PickerAnswer {
  readonly items: readonly Omit<PickerItem, 'also'>[];
  /** Entries that fit, with those that are not in `items`. */
  readonly total: number;
}

/** The entries that contain every word of the query, those whose label begins with it first. */
export function search(entries: readonly PickerItem[], query: unknown): PickerAnswer {
  const text = typeof query === 'string' ? query.slice(0, LONGEST_QUERY).toLowerCase().trim() : '';
  const words = text.split(/\s+/);
  const found = entries.filter(({ value, label, also = [] }) => {
    const all = [value, label, ...also].join('\n').toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const rank = ({ label }: PickerItem) => (label.toLowerCase().startsWith(text) ? 0 : 1);
  const sorted = found.sort((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label));
  return { items: sorted.slice(0, MOST).map(({ also: _, ...item }) => item), total: found.length };
}
