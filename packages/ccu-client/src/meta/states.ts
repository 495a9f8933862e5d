import { CcuError } from '../model/errors.js';

/** The last value of a data point, as a CCU without a logic layer keeps it. */
export interface StoredState {
  readonly address: string;
  readonly parameter: string;
  /** Undefined where the CCU has had no report since its own start. */
  readonly value: boolean | number | string | undefined;
  /** Time of its last change, in ms; 0 where it is missing. */
  readonly changedAt: number;
}

/** More than any installation fills; a page that names itself as the next one must not be read for ever. */
const MAX_PAGES = 100;
const PAGE_SIZE = 5_000;

/** Reads all pages. `ask` gets the query of one. */
export async function readStates(
  ask: (query: string) => Promise<unknown>,
  interfaceName: string,
): Promise<readonly StoredState[]> {
  const found: StoredState[] = [];
  let after = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const document = await ask(`interface=${encodeURIComponent(interfaceName)}&limit=${PAGE_SIZE}${after}`);
    const { states, next } = readStatePage(document, interfaceName);
    found.push(...states);
    if (next === undefined) return found;
    after = `&after=${encodeURIComponent(next)}`;
  }
  return found;
}

interface StatePage {
  readonly states: readonly StoredState[];
  /** Start of the next page. */
  readonly next: string | undefined;
}

/**
 * Reads one page. Unreadable entries are left out. A value from before the start of the CCU without a later report
 * counts as none. Another document is `protocol`.
 *
 * @throws CcuError
 */
export function readStatePage(document: unknown, interfaceName: string): StatePage {
  const { entries, next } = (document ?? {}) as { readonly entries?: unknown; readonly next?: unknown };
  if (!Array.isArray(entries)) throw new CcuError('protocol', 'the values of the CCU cannot be understood');
  return {
    states: entries.flatMap((entry) => readState(entry, interfaceName)),
    next: typeof next === 'string' && next !== '' ? next : undefined,
  };
}

function readState(entry: unknown, interfaceName: string): readonly StoredState[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { interface: of, address, datapoint, value, lc, confirmed } = entry as Readonly<Record<string, unknown>>;
  if (of !== interfaceName || typeof address !== 'string' || typeof datapoint !== 'string') return [];
  if (confirmed !== true || value === null) return [{ address, parameter: datapoint, value: undefined, changedAt: 0 }];
  if (typeof value !== 'boolean' && typeof value !== 'number' && typeof value !== 'string') return [];
  const changedAt = typeof lc === 'string' ? Date.parse(lc) : Number.NaN;
  return [{ address, parameter: datapoint, value, changedAt: Number.isFinite(changedAt) ? changedAt : 0 }];
}
