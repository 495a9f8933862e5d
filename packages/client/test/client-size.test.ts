import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { operationTable } from '../src/generated/operations.js';

const require = createRequire(import.meta.url);
// The bundler of the build, which is no dependency of its own here.
const { buildSync } = createRequire(require.resolve('tsup'))('esbuild') as {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
};

describe('the code that a browser has to load', () => {
  const { outputFiles } = buildSync({
    entryPoints: [new URL('../src/index.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    format: 'esm',
    // An import of a built-in of Node fails the build.
    platform: 'browser',
    target: 'es2022',
    conditions: ['@ccu-gateway/source'],
    write: false,
  });
  const text = outputFiles[0]?.text ?? '';

  it('is less than 12 KB, compressed, with all operations', () => {
    expect(text).toContain(operationTable);
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(12 * 1024);
  });

  it('asks for no module at run time', () => {
    expect(text).not.toMatch(/(?<!\/)\bimport\b|require\(/);
  });
});
