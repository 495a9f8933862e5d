// Writes the published files of the API from the code: contract/openapi.json and contract/ws-catalogue.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, main, pnpm } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

main(async () => {
  await install();
  const code = await pnpm([
    'exec',
    'turbo',
    'run',
    'build',
    '--filter=@ccu-gateway/server',
    '--output-logs=errors-only',
  ]);
  if (code !== 0) throw new Error(`the build failed with exit code ${code}`);
  const { contractFiles } = await import(pathToFileURL(join(root, 'packages/server/dist/index.js')).href);
  mkdirSync(join(root, 'contract'), { recursive: true });
  for (const [name, text] of Object.entries(contractFiles())) {
    writeFileSync(join(root, 'contract', name), text);
    process.stdout.write(`contract/${name}\n`);
  }
});
