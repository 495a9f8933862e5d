import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createDocuments } from '../src/contract/documents.js';
import { contractFiles, digestFile } from '../src/index.js';
import { startWorld } from './world.js';

const folder = join(import.meta.dirname, '../../../contract');

it.each(Object.entries(contractFiles()))('contract/%s matches the code (`pnpm contract` writes it)', (name, text) => {
  // Compared as a boolean and not as texts: the difference of two files of this size is no help.
  expect(readFileSync(join(folder, name), 'utf8') === text).toBe(true);
});

it('the digest that is built in is that of the published files (`pnpm contract` writes it)', () => {
  const file = join(import.meta.dirname, '../src/contract/digest.ts');
  expect(readFileSync(file, 'utf8')).toBe(digestFile(contractFiles()));
});

it('the files that are built in are the published ones (`pnpm contract` writes them)', async () => {
  const { openapi, wsCatalogue } = createDocuments();
  const built = [await openapi(), await wsCatalogue()].map(({ bytes }) => Buffer.from(bytes).toString());
  const files = contractFiles();
  expect(built[0] === files['openapi.json']).toBe(true);
  expect(built[1] === files['ws-catalogue.json']).toBe(true);
});

it('no request makes a document from the schemas', async () => {
  // Each schema that becomes a part of a document is looked up here.
  const lookUps = vi.spyOn(z.globalRegistry, 'get');
  contractFiles();
  expect(lookUps.mock.calls.length).toBeGreaterThan(1_000);
  const world = await startWorld();
  lookUps.mockClear();
  for (const target of ['/api/v1/openapi.json', '/api/v1/ws-catalogue.json', '/api/v1/info']) {
    expect((await world.request({ target, as: 'viewer' })).status, target).toBe(200);
  }
  expect(lookUps).not.toHaveBeenCalled();
  await world.close();
});
