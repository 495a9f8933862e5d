import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { drawIcons } from './build/draw-icons.js';
import { helpDocuments } from './build/help-documents.js';
import { kitOf } from './build/kit-of.js';
import { listFiles } from './build/list-files.js';
import { printSizes } from './build/print-sizes.js';
import { runFirst } from './build/run-first.js';

const outDir = resolve(import.meta.dirname, 'dist/app');
/** The gateway that `vite` (development) asks; a demo listens there. */
const gateway = process.env.CCU_GATEWAY_URL ?? 'http://127.0.0.1:8119';
const page = resolve(import.meta.dirname, 'index.html');
const app = resolve(import.meta.dirname, 'src/main.tsx');
const home = resolve(import.meta.dirname, 'src/pages/home/home.tsx');
const early = resolve(import.meta.dirname, 'src/early/house.ts');
/** For the setup page of the gateway, which no page of the app loads. */
const strength = resolve(import.meta.dirname, 'src/strength/strength.ts');
const docs = resolve(import.meta.dirname, '../../docs');
const served = ['/api', '/login', '/logout', '/setup', '/docs'];

export default defineConfig({
  root: import.meta.dirname,
  // Relative to `<base>`, which the gateway writes with its own path.
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
    rolldownOptions: {
      input: { index: page, early, strength },
      output: {
        codeSplitting: {
          groups: [
            {
              name: kitOf({ app, page: home, alone: [early, strength] }),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  plugins: [helpDocuments(docs), runFirst(early), drawIcons(outDir), listFiles(outDir), printSizes(outDir)],
  server: { proxy: Object.fromEntries(served.map((path) => [path, { target: gateway, ws: path === '/api' }])) },
});
