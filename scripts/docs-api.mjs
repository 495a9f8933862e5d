// pnpm docs:api: writes the reference of all packages, made from their doc comments, to var/api.
import { join } from 'node:path';
import { install, main } from './lib/prepare.mjs';
import { root } from './lib/run.mjs';

main(async (progress) => {
  await install(progress, 'test');
  progress.end();
  const { listEntries, listPackages } = await import('./structure/packages.mjs');
  const { readReference } = await import('./structure/undocumented.mjs');
  const entries = listPackages().flatMap((folder) => listEntries(folder));
  const { app, project } = await readReference(entries, join(root, 'tsconfig.json'));
  await app.generateDocs(project, join(root, 'var/api'));
  process.stdout.write(`${join(root, 'var/api/index.html')}\n`);
  return app.logger.hasErrors() ? 1 : 0;
});
