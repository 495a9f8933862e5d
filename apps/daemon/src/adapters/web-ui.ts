import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetEncoding, UiAsset, UiAssets } from '@ccu-gateway/server';
import type { BuiltFile } from '@ccu-gateway/web-ui';
import type { Log } from '../log/log.js';

const SUFFIX: Readonly<Record<AssetEncoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

const STRENGTH_METER = /^assets\/strength-[\w-]+\.js$/;

/**
 * The built web UI in a folder; undefined where it was not built. Only files of its list are served, and each is read once:
 * a request cannot name another one.
 */
export function openWebUi(folder: string, log: Log): UiAssets | undefined {
  let index: string;
  let files: readonly BuiltFile[];
  try {
    index = readFileSync(join(folder, 'index.html'), 'utf8');
    files = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8'));
  } catch (error) {
    log.info('the web UI is not built; the pages of the server stand in', { error });
    return undefined;
  }
  const byPath = new Map(files.map((file) => [file.path, assetOf(folder, file)]));
  const strengthMeter = files.find(({ path }) => STRENGTH_METER.test(path))?.path;
  return { index, ...(strengthMeter !== undefined && { strengthMeter }), file: (path) => byPath.get(path) };
}

function assetOf(folder: string, { path, contentType, immutable, digest, encodings }: BuiltFile): UiAsset {
  const bodies = new Map<AssetEncoding, Promise<Uint8Array>>();
  return {
    contentType,
    immutable,
    etag: `"${digest}"`,
    encodings,
    body(encoding) {
      const known = bodies.get(encoding);
      if (known !== undefined) return known;
      const read = readFile(join(folder, path + SUFFIX[encoding]));
      bodies.set(encoding, read);
      // A file that could not be read is tried again.
      read.catch(() => bodies.delete(encoding));
      return read;
    },
  };
}
