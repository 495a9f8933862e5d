import { createRequire } from 'node:module';
import { command } from '../../context/context.js';
import { printable } from '../../terminal/text.js';
import type { DatabaseVersion } from './version-all.js';

/** The version of this package, from its own package.json beside `src` and `dist`. */
export function cliVersion(): string {
  const { version } = createRequire(import.meta.url)('@ccu-gateway/cli/package.json') as { readonly version: string };
  return version;
}

export const versionCommand = command({
  name: 'ccu-gateway version',
  description: 'Print the version of this program; with --all also those of what it works with.',
  args: { all: { type: 'boolean', description: 'of the gateway, the API, the database, Node.js and SQLite too' } },
  run: async (context, args) => {
    const own = { version: cliVersion(), node: process.versions.node };
    if (args.all !== true) return { data: own, lines: [own.version] };
    // The database is loaded only on demand.
    const { versionsAround } = await import('./version-all.js');
    const { sqlite, database, gateway } = await versionsAround(context);
    return {
      data: { ...own, sqlite, database, gateway },
      lines: [
        `cli       ${own.version}`,
        `node      ${own.node}`,
        `sqlite    ${'note' in sqlite ? sqlite.note : `${sqlite.version} by ${sqlite.driver}`}`,
        `database  ${schemaText(database)}`,
        `gateway   ${'note' in gateway ? gateway.note : `${gateway.version} at ${gateway.url}, API ${gateway.api_version}`}`,
      ].map(printable),
    };
  },
});

function schemaText({ schema, known_schema, note }: DatabaseVersion): string {
  const known = `this program knows schema ${known_schema}`;
  return schema === undefined ? `${note}; ${known}` : `schema ${schema}; ${known}`;
}
