import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../lib/run.mjs';
import { listPackages } from '../structure/packages.mjs';

const manifests = listPackages()
  .map((folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  .filter((manifest) => manifest.private !== true);

describe('manifests of published packages', () => {
  it('are found', () => {
    expect(manifests.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@ccu-gateway/cli', '@ccu-gateway/daemon']),
    );
  });

  it.each(manifests.map((manifest) => [manifest.name, manifest]))(
    'of %s ask for public access with provenance',
    (_name, manifest) => {
      expect(manifest.publishConfig).toMatchObject({ access: 'public', provenance: true });
    },
  );
});
