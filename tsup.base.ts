import type { Options } from 'tsup';
import { builtInLicences } from './scripts/lib/built-in-licences.mjs';
import { withoutComments } from './scripts/lib/without-comments.mjs';

/** The build every package shares: ESM only, one file per entry, types beside it. */
export function library(entry: readonly string[], overrides: Options = {}): Options {
  return {
    entry: [...entry],
    format: ['esm'],
    target: 'node20',
    platform: 'neutral',
    dts: true,
    clean: true,
    sourcemap: true,
    splitting: true,
    treeshake: true,
    tsconfig: './tsconfig.json',
    ...overrides,
  };
}

/**
 * Builds the packages of the field `builtIn` in, with all that they bring, so that an installation is smaller (ADR 250). Packing takes
 * them out of the dependencies. Their licences lie beside the code, in `dist/third-party.txt`.
 */
export function builtIn({ builtIn: packages }: { readonly builtIn: readonly string[] }): Options {
  return {
    platform: 'node',
    noExternal: [...packages],
    // Packages in CommonJS ask for the modules of Node by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    esbuildPlugins: [withoutComments, builtInLicences('dist/third-party.txt')],
  };
}
