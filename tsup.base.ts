import type { Options } from 'tsup';

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
