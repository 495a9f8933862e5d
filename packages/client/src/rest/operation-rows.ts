/** How an operation is sent, and `other` where its answer is not JSON. */
export type Row = readonly [template: string, method: string, answer?: 'other'];

const METHODS: Readonly<Record<string, string>> = { '+': 'POST', '=': 'PUT', '~': 'PATCH', '-': 'DELETE' };

/** The rows of the generated table by the names of their operations. */
export function rowsOf(table: string): ReadonlyMap<string, Row> {
  const rows = new Map<string, Row>();
  let segments: readonly string[] = [];
  for (const line of table.split('\n')) {
    const [path = '', ...names] = line.split(' ');
    const kept = Number.parseInt(path, 10) || 0;
    segments = [...segments.slice(0, kept), ...path.replace(/^\d/, '').split('/')];
    for (const name of names) {
      const [id = '', mark = '', other] = name.split(/([-+=~]?)(!?)$/);
      rows.set(id, [`/${segments.join('/')}`, METHODS[mark] ?? 'GET', other ? 'other' : undefined]);
    }
  }
  return rows;
}
