// Suites of a part that few commits change: with `--if-touched` they run only when one of the last commits, or a file that is not
// committed yet, changed that part, and when it is the turn of the part. Where the history does not show it, they run.
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

const FLAG = '--if-touched';
const COMMITS = 100;
const SHOWN = 5;

/** No suite reads a document. */
const NO_DOCUMENTS = ':(exclude,glob)**/*.md';

/**
 * Subjects of the suites of a script, and the pathspecs of git that it depends on. `locked`: of the lockfile it depends on the lines that
 * match, a regular expression.
 */
export const PARTS = {
  fleet: {
    subject: 'the tests of whole fleets',
    paths: [
      'packages/fleet',
      'packages/postgres',
      'packages/event-stream/src',
      'apps/daemon/src/fleet',
      'apps/daemon/src/site',
      ':(glob)apps/daemon/test/fleet-*',
      'apps/daemon/test/chaos',
      'apps/daemon/vitest.chaos.config.ts',
      'scripts/fleet',
      'scripts/test-fleet.mjs',
      // `pnpm test` runs these.
      ':(exclude,glob)**/src/**/*.test.ts',
      NO_DOCUMENTS,
    ],
    locked: '@nats-io/|postgres@',
  },
  // The suites of the ports, and what brings a driver.
  drivers: {
    subject: 'the tests of the storage with the SQLite of Node',
    paths: [
      'packages/storage',
      'packages/auth-core/src/testing',
      'packages/ccu-client/src/testing',
      'packages/event-stream/src/testing',
      'scripts/test-drivers.mjs',
      'scripts/lib/other-node.mjs',
      NO_DOCUMENTS,
    ],
    locked: 'better-sqlite3|vitest@',
  },
  // The bridge, its part of the gateway, and the library.
  matter: {
    subject: 'the tests of the Matter bridge with a controller in another network namespace',
    paths: [
      'packages/matter-bridge',
      'apps/daemon/src/compose/matter.ts',
      'apps/daemon/src/compose/front.ts',
      'apps/daemon/test/matter',
      'apps/daemon/vitest.matter.config.ts',
      'scripts/test-matter.mjs',
      'scripts/lib/namespaces.mjs',
      // `pnpm test` runs these.
      ':(exclude,glob)packages/matter-bridge/**/*.test.ts',
      NO_DOCUMENTS,
    ],
    locked: '@matter/',
  },
  // The nodes, and the client that is built into them.
  'node-red': {
    subject: 'the tests of the nodes in a real Node-RED',
    paths: [
      'packages/node-red',
      'packages/client/src',
      'packages/event-stream/src/client',
      'scripts/test-node-red.mjs',
      'scripts/lib/other-node.mjs',
      // `pnpm test` runs these.
      ':(exclude,glob)packages/node-red/src/**/*.test.ts',
      ':(exclude,glob)packages/client/src/**/*.test.ts',
      ':(exclude,glob)packages/event-stream/src/**/*.test.ts',
      NO_DOCUMENTS,
    ],
  },
  // The files, dependencies and programs of a tarball; that the sources build is proved by `pnpm check`.
  release: {
    subject: 'the rehearsal of the release',
    paths: [
      ':(glob)**/package.json',
      ':(glob)**/tsup.config.ts',
      'tsup.base.ts',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'apps/ccu-addon',
      'apps/ha-app',
      'apps/daemon/src/main.ts',
      'packages/cli/src/bin.ts',
      'packages/storage/src/database',
      'examples',
      'scripts/release',
      'scripts/addons',
      'scripts/test-release.mjs',
      'scripts/lib/prepare.mjs',
      'scripts/lib/bundles.mjs',
      'scripts/lib/declarations.mjs',
      'scripts/lib/built-in-licences.mjs',
    ],
  },
  // Its pages; that comments of sources have what its reference shows is proved by `pnpm check`.
  site: {
    subject: 'the site of the documents',
    paths: ['docs', ':(glob)packages/*/README.md', 'scripts/site', ':(glob)scripts/docs-*.mjs', 'tools/site'],
    locked: 'vitepress@|typedoc@',
  },
};

/**
 * Parts whose suites run together. The gate of a change has the time of one turn: the number of commits chooses it among those with a
 * reason to run, so that changes in a row run all of them, and a release runs all at once.
 */
const TURNS = [['fleet'], ['release', 'site'], ['matter', 'drivers', 'node-red']];

const LOCKFILE = 'pnpm-lock.yaml';
const UNKNOWN = /^(the history|there is no history)/;

/**
 * The reasons to run the suites of a part, a line each: commits and files that changed one of its paths or of its lines of the lockfile, or
 * why the history is unknown. None where none of the last 100 commits did.
 */
export function reasonsToRun({ paths, locked }, cwd = root) {
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const linesOf = (text) => text.split('\n').filter((line) => line.trim() !== '');
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return ['the history is shallow'];
    const commits = linesOf(git('rev-list', `-n${COMMITS + 1}`, 'HEAD'));
    if (commits.length <= COMMITS) return [`the history has no more than ${COMMITS} commits`];
    const changed = linesOf(git('status', '--porcelain', '--', ...paths)).map(
      (line) => `not committed: ${line.trim()}`,
    );
    const since = `${commits.at(-1)}..HEAD`;
    const found = [...changed, ...linesOf(git('log', '--format=%h %s', since, '--', ...paths))];
    if (locked === undefined) return found;
    const changedLines = linesOf(git('diff', '--name-only', 'HEAD', `-G${locked}`, '--', LOCKFILE));
    return [
      ...found,
      ...changedLines.map((path) => `not committed: lines of ${path}`),
      ...linesOf(git('log', '--format=%h %s', since, `-G${locked}`, '--', LOCKFILE)),
    ];
  } catch (error) {
    return [`there is no history (${error.message.split('\n')[0]})`];
  }
}

/** The parts of the turn of this commit; undefined where the history is unknown, so that each part runs. */
function partsOfTurn(parts, turns, cwd) {
  const isUnknown = (reasons) => reasons.some((reason) => UNKNOWN.test(reason));
  const reasons = new Map(Object.entries(parts).map(([name, part]) => [name, reasonsToRun(part, cwd)]));
  if ([...reasons.values()].some(isUnknown)) return undefined;
  const waiting = turns.filter((names) => names.some((name) => reasons.get(name).length > 0));
  if (waiting.length === 0) return [];
  const count = Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd, encoding: 'utf8' }));
  return waiting[count % waiting.length];
}

/**
 * Decides if the script of a part (a name of `PARTS`) leaves out its suites; with its arguments without the flag. Prints why it runs them,
 * or why it does not.
 */
export function leaveOut(name, args, given = {}) {
  const { parts = PARTS, turns = TURNS, cwd = root, print = (line) => process.stdout.write(`${line}\n`) } = given;
  const rest = args.filter((each) => each !== FLAG);
  if (rest.length === args.length) return { isLeftOut: false, rest };
  const { subject, paths, locked } = parts[name];
  const reasons = reasonsToRun(parts[name], cwd);
  const turn = partsOfTurn(parts, turns, cwd);
  const isLeftOut = reasons.length === 0 || turn?.includes(name) === false;
  const named = [...paths, ...(locked === undefined ? [] : [`lines of ${LOCKFILE} with ${locked}`])];
  if (reasons.length === 0)
    print(`left out: ${subject}, because none of the last ${COMMITS} commits changed ${named.join(', ')}`);
  else if (isLeftOut) print(`left out: ${subject}, because it is the turn of ${turn.join(', ')}`);
  else print(`runs ${subject}, because of:\n  ${reasons.slice(0, SHOWN).join('\n  ')}`);
  return { isLeftOut, rest };
}
