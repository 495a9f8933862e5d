// Writes the published files of the API from the code, contract/openapi.json and contract/ws-catalogue.json, and what
// packages/client has of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, install, main } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

main(async (progress) => {
  await install(progress, 'test');
  await bundle(progress);
  progress.end();
  const { contractFiles, digestFile, shippedFile } = await import(
    pathToFileURL(join(root, 'packages/server/dist/index.js')).href
  );
  const published = contractFiles();
  // Read after the installation: it needs what is installed.
  const { clientFiles } = await import('./lib/client-types.mjs');
  const files = [
    ...Object.entries(published).map(([name, text]) => [`contract/${name}`, text]),
    ['packages/server/src/contract/digest.ts', digestFile(published)],
    ['packages/server/src/contract/shipped.ts', shippedFile(published)],
    ...Object.entries(await clientFiles(published['openapi.json'])),
  ];
  mkdirSync(join(root, 'contract'), { recursive: true });
  for (const [path, text] of files) {
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
});
