import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const require = createRequire(import.meta.url);
// The bundler of the build, which is no dependency of its own here.
const { buildSync } = createRequire(require.resolve('tsup'))('esbuild') as {
  buildSync(options: object): { readonly outputFiles: readonly { readonly text: string }[] };
};

const entry = (path: string) => new URL(`../src/${path}`, import.meta.url).pathname;

function bundle(path: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [entry(path)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe('the code that a browser has to load', () => {
  it('is less than 4.5 KB for the client, compressed, and asks for no module', () => {
    const text = bundle('client/index.ts');
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(4.5 * 1024);
    expect(text).not.toMatch(/\bimport\b|require\(/);
  });

  it('asks for no module of Node in the stream and its WebSocket side either', () => {
    // Bundled for a browser, so that an import of a built-in of Node would have failed the build.
    expect(bundle('index.ts')).toContain('replay_lost');
    expect(bundle('websocket/index.ts')).not.toMatch(/\bimport\b|require\(/);
  });
});
