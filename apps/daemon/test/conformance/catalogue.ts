import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command or broadcast of the reference catalogue. */
export interface CatalogueEntry {
  readonly name: string;
  readonly kind?: 'broadcast';
  /** Types by name; those that end with `?` may be left out. */
  readonly args?: Readonly<Record<string, string>>;
  readonly result?: Readonly<Record<string, string>>;
  readonly topic?: string;
  /** Name of a schema of the reference contract. */
  readonly payload?: string;
}

export function catalogue(): readonly CatalogueEntry[] {
  const file = join(process.env.CCU_GATEWAY_CONTRACT ?? '', 'contract-wsapi.json');
  return JSON.parse(readFileSync(file, 'utf8')).commands;
}
