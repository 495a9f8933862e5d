// pnpm bench [name] [--json]: runs benchmarks, each in a process of its own. Without a name: all of them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, main } from './lib/prepare.mjs';
import { root, run } from './lib/run.mjs';

const folders = [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), 'apps/daemon'];
const benches = new Map(
  folders
    .map((folder) => join(root, folder, 'bench'))
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((file) => [file, join(folder, file)]))
    .filter(([file]) => file.endsWith('.bench.mjs'))
    .map(([file, path]) => [file.replace('.bench.mjs', ''), path]),
);

main(async () => {
  const json = process.argv.includes('--json');
  const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = names.filter((name) => !benches.has(name));
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark ${unknown.join(', ')}. Known: ${[...benches.keys()].join(', ')}`);
  }
  await install();
  await build();
  let worst = 0;
  for (const name of names.length > 0 ? names : benches.keys()) {
    const code = await run(process.execPath, ['--expose-gc', benches.get(name), ...(json ? ['--json'] : [])], {
      stdout: 'inherit',
    });
    worst = Math.max(worst, code);
  }
  return worst;
});
