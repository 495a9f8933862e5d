import { FACETS, type FacetId } from './facets.js';

/** View of the table of devices: all of it is in the address, so that a view can be shared. */
export interface DevicesView {
  readonly search: string;
  readonly sort: string;
  readonly descending: boolean;
  /** Ids of columns in their order; `.PARAMETER` shows the value of a parameter. */
  readonly columns: readonly string[];
  /** Chosen values by facet; none: everything. */
  readonly chosen: Readonly<Partial<Record<FacetId, readonly string[]>>>;
}

export const DEFAULT_COLUMNS = ['name', 'model', 'room', 'value', 'state'] as const;

type Query = Readonly<Record<string, string>>;

export function viewOf(query: Query): DevicesView {
  const sort = query.sort ?? 'name';
  const columns = splitList(query.columns ?? '');
  const chosen = Object.fromEntries(
    FACETS.flatMap(({ id }) => (query[id] === undefined ? [] : [[id, splitList(query[id])]])),
  );
  return {
    search: query.q ?? '',
    sort: sort.replace(/^-/, ''),
    descending: sort.startsWith('-'),
    columns: columns.length === 0 ? DEFAULT_COLUMNS : columns,
    chosen,
  };
}

/** Query of a view; an empty text removes the name. */
export function queryOf(view: DevicesView): Readonly<Record<string, string>> {
  const standard = view.columns.join() === DEFAULT_COLUMNS.join();
  const sort = `${view.descending ? '-' : ''}${view.sort}`;
  return {
    q: view.search,
    sort: sort === 'name' ? '' : sort,
    columns: standard ? '' : joinList(view.columns),
    ...Object.fromEntries(FACETS.map(({ id }) => [id, joinList(view.chosen[id] ?? [])])),
  };
}

/** Chooses a value of a facet, or takes it away again. */
export function toggled(view: DevicesView, facet: FacetId, value: string): DevicesView {
  const before = view.chosen[facet] ?? [];
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  return { ...view, chosen: { ...view.chosen, [facet]: after } };
}

/** Commas separate; a comma of a name has a backslash before it. */
export function joinList(values: readonly string[]): string {
  return values.map((each) => each.replaceAll(/[\\,]/g, '\\$&')).join(',');
}

export function splitList(text: string): readonly string[] {
  const found = text.match(/(?:\\.|[^\\,])+/g) ?? [];
  return found.map((each) => each.replaceAll(/\\(.)/g, '$1'));
}
