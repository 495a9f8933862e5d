import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { listFiles } from './build/list-files.js';
import { printSizes } from './build/print-sizes.js';

const outDir = resolve(import.meta.dirname, 'dist/app');
/** The gateway that `vite` (development) asks; a demo listens there. */
const gateway = process.env.CCU_GATEWAY_URL ?? 'http://127.0.0.1:8119';
const served = ['/api', '/login', '/logout', '/setup', '/docs', '/live'];

export default defineConfig({
  root: import.meta.dirname,
  // Relative to `<base>`, which the gateway writes: it knows the path that it is reached by.
  base: './',
  resolve: { conditions: ['@ccu-gateway/source', 'module', 'browser', 'default'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    // A data URL as image would do, but one file less is not worth an exception in the policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  plugins: [listFiles(outDir), printSizes(outDir)],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: gateway, ws: path === '/api' }])) },
});
