// pnpm soak [name]: long randomised runs that are too slow for the suite. Without a name: all of them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

const folders = [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), 'apps/daemon'];
const soaks = new Map(
  folders
    .map((folder) => join(root, folder, 'bench'))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => [file, join(folder, file)]))
    .filter(([file]) => file.endsWith('.soak.mjs'))
    .map(([file, path]) => [file.replace('.soak.mjs', ''), path]),
);

main(async () => {
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = names.filter((name) => !soaks.has(name));
  if (unknown.length > 0) throw new Error(`There is no soak ${unknown.join(', ')}. Known: ${[...soaks.keys()].join(', ')}`);
  await install();
  await build();
  let worst = 0;
  for (const name of names.length > 0 ? names : soaks.keys()) {
    worst = Math.max(worst, await run(process.execPath, [soaks.get(name)], { stdout: 'inherit' }));
  }
  return worst;
});
