import { createRequire } from 'node:module';
import { command } from '../context/context.js';

/** The version of this package, from its own package.json beside `src` and `dist`. */
export function cliVersion(): string {
  const { version } = createRequire(import.meta.url)('@ccu-gateway/cli/package.json') as { readonly version: string };
  return version;
}

export const versionCommand = command({
  name: 'ccu-gateway version',
  description: 'Print the version of this program.',
  run: async () => ({
    data: { version: cliVersion(), node: process.versions.node },
    lines: [cliVersion()],
  }),
});
