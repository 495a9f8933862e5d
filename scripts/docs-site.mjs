// pnpm docs:site [--base /PATH/]: builds the site over docs/ with its reference, to var/site, and checks its links. `--base` is the path
// under which it will be served. `--if-touched` leaves it out where no recent commit changed its pages.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, main } from './lib/prepare.mjs';
import { root, run, tool } from './lib/run.mjs';
import { leaveOut } from './lib/touched.mjs';

const folder = join(root, 'var/site');

main(async (progress) => {
  const { isLeftOut, rest } = leaveOut('site', process.argv.slice(2));
  if (isLeftOut) return 0;
  const { base } = parseArgs({ args: rest, options: { base: { type: 'string', default: '/' } } }).values;
  if (!/^\/(?:[\w.-]+\/)*$/.test(base))
    throw new Error(`--base must begin and end with "/", for example /ccu-gateway/`);
  await install(progress);
  // Read after the installation: they need what is installed.
  const [{ stageSite }, { brokenLinks }, { writeReference }] = await Promise.all([
    import('./site/stage.mjs'),
    import('./site/built-links.mjs'),
    import('./site/reference/reference.mjs'),
  ]);
  const source = join(root, 'var/site-source');
  await progress.phase('pages', async () => stageSite(root, source, await writeReference(root)));
  await progress.phase('reference of the packages', async (log) => {
    const code = await run(process.execPath, ['scripts/docs-api.mjs'], { log });
    if (code !== 0) throw new Error('The reference of the packages could not be written.');
    cpSync(join(root, 'var/api'), join(source, 'public/api'), { recursive: true });
  });
  await progress.phase('site', async (log) => {
    const code = await tool('vitepress', ['build', 'tools/site', '--base', base], { log });
    if (code !== 0) throw new Error('The site could not be built.');
  });
  progress.end();
  const faults = brokenLinks(folder, base);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${join(folder, 'index.html')}\n`);
  return faults.length === 0 ? 0 : 1;
});
