import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundle, install, main } from './prepare.mjs';
import { root, run } from './run.mjs';

/** The scripts in every package's `bench` folder: `soak-NAME.mjs` are soaks, the others benchmarks. */
function find(kind) {
  const folders = [...readdirSync(join(root, 'packages')).map((name) => join('packages', name)), 'apps/daemon'];
  return new Map(
    folders
      .map((folder) => join(root, folder, 'bench'))
      .filter(existsSync)
      .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
      .filter((path) => path.endsWith('.mjs') && basename(path).startsWith('soak-') === (kind === 'soak'))
      .map((path) => [basename(path, '.mjs').replace(/^soak-/, ''), path]),
  );
}

/** The comment at the head of a script: its measurements and its options. */
const headOf = (path) => /^(?:\/\/.*\n)*/.exec(readFileSync(path, 'utf8'))[0].replaceAll(/^\/\/ ?/gm, '  ');

function help(kind, names) {
  const known = find(kind);
  const asked = [...known].filter(([name]) => names.length === 0 || names.includes(name));
  return [
    `pnpm ${kind} [name…] [options]: without a name, all run.`,
    ...asked.map(([name, path]) => `\n${name}\n${headOf(path)}`),
  ].join('\n');
}

/** Runs the named scripts of a kind, or all, each in a process of its own; flags are handed on. `--help` runs none. */
export function runNamed(kind) {
  if (process.argv.includes('--help')) {
    process.stdout.write(
      help(
        kind,
        process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
      ),
    );
    return;
  }
  main(async (progress) => {
    const known = find(kind);
    const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
    const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) {
      throw new Error(`There is no ${kind} called ${unknown.join(', ')}. Known: ${[...known.keys()].join(', ')}`);
    }
    await install(progress);
    await bundle(progress);
    progress.end();
    let worst = 0;
    for (const name of names.length > 0 ? names : known.keys()) {
      const code = await run(process.execPath, ['--expose-gc', known.get(name), ...flags], { stdout: 'inherit' });
      worst = Math.max(worst, code);
    }
    return worst;
  });
}
