import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
/** Compression of less is not worth the header. */
const SMALLEST = 512;

interface Listed {
  readonly path: string;
  readonly contentType: string;
  readonly immutable: boolean;
  readonly digest: string;
  readonly encodings: readonly ('br' | 'gzip')[];
}

/** After the build: compressed copies, and `files.json`, the list of the files to serve. */
export function listFiles(folder: string): Plugin {
  return {
    name: 'list-files',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) =>
            join(entry.parentPath, entry.name)
              .slice(folder.length + 1)
              .replaceAll('\\', '/'),
          )
          .filter((path) => TYPES[extname(path)] !== undefined)
          .sort();
        fillServiceWorker(folder, files);
        writeFileSync(
          join(folder, 'files.json'),
          `${JSON.stringify(
            files.map((path) => list(folder, path)),
            null,
            1,
          )}\n`,
        );
      },
    },
  };
}

function list(folder: string, path: string): Listed {
  const content = readFileSync(join(folder, path));
  const encodings: ('br' | 'gzip')[] = [];
  if (content.length >= SMALLEST) {
    writeFileSync(
      join(folder, `${path}.br`),
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
    writeFileSync(join(folder, `${path}.gz`), gzipSync(content, { level: 9 }));
    encodings.push('br', 'gzip');
  }
  return {
    path,
    contentType: TYPES[extname(path)]!,
    immutable: path.startsWith('assets/'),
    digest: createHash('sha256').update(content).digest('base64url').slice(0, 27),
    encodings,
  };
}

/** The meter of the setup page, which is used once and before there is an app. */
const OF_SETUP = /^assets\/strength-/;

/** The service worker keeps exactly the files of the app of this build. */
function fillServiceWorker(folder: string, files: readonly string[]): void {
  const path = join(folder, 'sw.js');
  const kept = files.filter((file) => file !== 'sw.js' && !OF_SETUP.test(file));
  const version = createHash('sha256')
    .update(kept.join())
    .update(readFileSync(join(folder, 'index.html')))
    .digest('hex')
    .slice(0, 12);
  const text = readFileSync(path, 'utf8').replace('__VERSION__', version).replace("'__FILES__'", JSON.stringify(kept));
  writeFileSync(path, text);
}
