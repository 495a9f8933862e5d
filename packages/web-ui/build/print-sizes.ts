import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** JavaScript and styles that Home loads before it shows anything, compressed. */
const LIMIT_BYTES = 150 * 1024;

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Prints the size of the first load of Home, and fails the build above the limit. */
export function printSizes(folder: string): Plugin {
  return {
    name: 'print-sizes',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
          string,
          ManifestEntry
        >;
        const files = new Set<string>();
        const add = (key: string) => {
          const entry = manifest[key];
          if (entry === undefined || files.has(entry.file)) return;
          files.add(entry.file);
          for (const css of entry.css ?? []) files.add(css);
          for (const imported of entry.imports ?? []) add(imported);
        };
        add('index.html');
        add('src/pages/home/home.tsx');
        const sizeOf = (suffix: string) =>
          [...files]
            .filter((file) => file.endsWith(suffix))
            .reduce((sum, file) => sum + compressedSize(folder, file), 0);
        const scripts = sizeOf('.js');
        const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
        const chunks = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js')).length;
        process.stderr.write(
          `web-ui: Home loads ${kilobytes(scripts)} JavaScript and ${kilobytes(sizeOf('.css'))} styles (brotli); ${chunks} chunks\n`,
        );
        if (scripts > LIMIT_BYTES) throw new Error(`the first load of Home is above ${kilobytes(LIMIT_BYTES)}`);
      },
    },
  };
}

function compressedSize(folder: string, file: string): number {
  const compressed = join(folder, `${file}.br`);
  try {
    return readFileSync(compressed).length;
  } catch {
    return readFileSync(join(folder, file)).length;
  }
}
