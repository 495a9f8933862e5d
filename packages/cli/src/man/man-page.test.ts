import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from '../../test/fixture.js';
import { EXAMPLES } from '../examples.js';
import { commandTree } from '../registry.js';
import { checkArgs, findCommand } from '../terminal/args.js';
import { EXIT, EXIT_MEANINGS } from '../terminal/exit.js';
import { everyCommand } from '../terminal/tree.js';
import { manPage } from './man-page.js';

const folder = join(import.meta.dirname, '../..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
/** It knows their options. */
const OF_THE_DAEMON = ['run', 'demo', 'compat', 'secret rotate'];
// The descriptions of commands need nothing of a process.
const tree = () => commandTree({} as Parameters<typeof commandTree>[0]);

describe('documentation of the commands', () => {
  it('is a manual page made from them (vitest -u regenerates it)', async () => {
    await expect(await manPage(tree())).toMatchFileSnapshot(join(folder, 'man/ccu-gateway.1'));
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(manifest.man).toEqual(['./man/ccu-gateway.1']);
  });

  it('is a manual page without a fault, where a formatter is installed', async (context) => {
    const ran = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], { input: await manPage(tree()), encoding: 'utf8' });
    context.skip(ran.error !== undefined, 'groff is not installed');
    expect(ran.stderr).toBe('');
  });

  it('is a README that names each of them', async () => {
    const missing = (await everyCommand(tree()))
      .map(({ path }) => path.join(' '))
      .filter((words) => !new RegExp(`\`${words}[ \`]`).test(readme));
    expect(missing).toEqual([]);
  });

  it('shows a line for each of them that could be typed', async () => {
    for (const { path, args } of await everyCommand(tree())) {
      const example = EXAMPLES[path.join(' ')];
      expect(example, path.join(' ')).toBeDefined();
      const isOurs = !OF_THE_DAEMON.includes(path.join(' '));
      if (isOurs) expect((await cli([...path, '--help'])).out).toContain(`EXAMPLES\n  ccu-gateway ${example}\n`);
      const [line = ''] = (example ?? '').split(/ [<>]/);
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      const found = await findCommand(tree(), words);
      expect(found.path).toEqual(path);
      if (isOurs) await expect(checkArgs(args, found.rest)).resolves.toBeDefined();
    }
  });

  it('has the same meaning of each exit code in README and help', async () => {
    const help = (await cli(['help', '--all'])).out;
    const out = help.replace(/\n {7}/g, ' ');
    expect(EXIT_MEANINGS.map(([code]) => code)).toEqual(Object.values(EXIT));
    for (const [code, meaning] of EXIT_MEANINGS) {
      expect(out).toContain(`${String(code).padStart(3)}  ${meaning.replaceAll('`', '')}\n`);
      expect(readme).toMatch(new RegExp(`^\\| ${code} +\\| ${meaning.replace(/[()]/g, '\\$&')} +\\|$`, 'm'));
    }
  });
});
