import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clientFiles } from './client-types.mjs';
import { root } from './run.mjs';

it('has made the operations of the client from the contract as it is now', async () => {
  for (const [path, text] of Object.entries(await clientFiles())) {
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} is stale: run pnpm contract`).toBe(true);
  }
});
