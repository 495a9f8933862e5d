import { fileURLToPath } from 'node:url';

/** One built file of the web UI, as listed in `files.json` of its folder. */
export interface BuiltFile {
  /** Relative to the folder, such as `assets/main-B1x.js`. */
  readonly path: string;
  readonly contentType: string;
  /** True when the name changes with the content. */
  readonly immutable: boolean;
  /** Digest of the content. */
  readonly digest: string;
  /** Compressed copies beside the file: `<path>.br`, `<path>.gz`. */
  readonly encodings: readonly ('br' | 'gzip')[];
}

/**
 * Folder of the built web UI: `index.html`, `files.json` (a list of `BuiltFile`) and the files it lists. It does not exist
 * before the package was built.
 */
export const webUiFolder: string = fileURLToPath(new URL('../../dist/app', import.meta.url));
