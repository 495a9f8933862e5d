import { snapshotQuery } from '../connection/snapshot-query.js';
import { languageIn } from '../i18n/languages.js';

/** Address at which the client of this page requests the snapshot. */
export function houseAddress(page: {
  readonly baseUri: string;
  readonly storage: Pick<Storage, 'getItem'>;
  readonly wanted: readonly string[];
}): string {
  const query = Object.entries(snapshotQuery(languageIn(page))).map(([name, value]) => [name, String(value)]);
  return new URL(`./api/v1/snapshot?${new URLSearchParams(query)}`, page.baseUri).href;
}
