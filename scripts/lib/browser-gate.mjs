// Browser tests of a change, for a gate that must not take longer than a person waits: the files that every page and every session depend
// on, files that the last commits changed, and a part of the others. The number of commits chooses that part, so that a few
// changes in a row run all of them. `pnpm test:web` alone runs all, and so does a release.
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

/** Path of the files, below the root. */
export const BROWSER_TESTS = 'packages/web-ui/test/browser';
/** Files of every run, without their ending. */
export const CORE = ['connection', 'devices', 'first-run', 'first-view', 'home', 'roles', 'screens', 'signed-out'];
const CHANGED_BY = 10;
const PARTS = 5;

/** The chosen ones of these names of files; all where the history is unknown. */
export function browserGate(files, cwd = root) {
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return files;
    const turn = Number(git('rev-list', '--count', 'HEAD')) % PARTS;
    const since = git('rev-list', `-n${CHANGED_BY + 1}`, 'HEAD')
      .trim()
      .split('\n');
    if (since.length <= CHANGED_BY) return files;
    const diff = ['diff', '--name-only', since.at(-1), '--', BROWSER_TESTS];
    const untracked = ['ls-files', '--others', '--exclude-standard', '--', BROWSER_TESTS];
    const changed = new Set([...git(...diff).split('\n'), ...git(...untracked).split('\n')]);
    const isChosen = (file, index) =>
      CORE.some((name) => file === `${name}.browser.ts`) ||
      changed.has(`${BROWSER_TESTS}/${file}`) ||
      index % PARTS === turn;
    return files.filter(isChosen);
  } catch {
    return files;
  }
}
