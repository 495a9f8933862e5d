import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { leaveOut, PARTS, reasonsToRun } from './touched.mjs';

const PART = { subject: 'tests of the part', paths: ['part', ':(glob)**/package.json'] };
const OTHER = { subject: 'tests of another part', paths: ['second'] };

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-touched-'));
  git('init', '--quiet', '--initial-branch=main');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args) {
  const who = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...args], { cwd: folder, stdio: 'ignore' });
}

function write(path) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${Math.random()}`);
}

function commit(path, subject) {
  write(path);
  git('add', '.');
  git('commit', '--quiet', '--no-verify', '-m', subject);
}

/** All in one process, because there are many. */
function commitOthers(count) {
  const head = hasCommits() ? 'from refs/heads/main^0\n' : '';
  const commits = Array.from({ length: count }, (_, number) => {
    const file = `M 644 inline other.txt\ndata <<EOF\n${number}\nEOF\n`;
    return `commit refs/heads/main\ncommitter Test <test@localhost> ${number} +0000\ndata <<EOF\nchange something else\nEOF\n${number === 0 ? head : ''}${file}`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('\n') });
  git('reset', '--quiet', '--hard');
}

function hasCommits() {
  try {
    git('rev-parse', '--verify', 'HEAD');
    return true;
  } catch {
    return false;
  }
}

function asked(...args) {
  const lines = [];
  return {
    ...leaveOut('part', args, {
      parts: { part: PART, other: OTHER },
      turns: [['part'], ['other']],
      cwd: folder,
      print: (line) => lines.push(line),
    }),
    lines,
  };
}

describe('a suite with --if-touched', () => {
  it('is left out, with the reason, where none of the last 100 commits changed its part', () => {
    commit('part/a.txt', 'change the part');
    commitOthers(100);
    expect(asked('--if-touched', 'filter')).toEqual({
      isLeftOut: true,
      rest: ['filter'],
      lines: ['left out: tests of the part, because none of the last 100 commits changed part, :(glob)**/package.json'],
    });
  });

  it('runs, and names the commit, where one of the last 100 changed its part', () => {
    commitOthers(2);
    commit('deep/below/package.json', 'raise a dependency');
    commitOthers(99);
    const { isLeftOut, lines } = asked('--if-touched');
    expect(isLeftOut).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^runs tests of the part, because of:\n {2}[0-9a-f]+ raise a dependency$/),
    ]);
  });

  it('runs for a changed and for a new file that are not committed', () => {
    commit('part/a.txt', 'change the part');
    commitOthers(100);
    write('part/a.txt');
    write('part/new.txt');
    expect(reasonsToRun(PART, folder)).toEqual(['not committed: M part/a.txt', 'not committed: ?? part/new.txt']);
  });

  it('runs for its own lines of the lockfile, and not for those of others', () => {
    const lock = (...lines) => writeFileSync(join(folder, 'pnpm-lock.yaml'), lines.join('\n'));
    const part = { ...PART, locked: '@scope/|driver@' };
    lock('driver@1.0.0', 'other@1.0.0');
    git('add', '.');
    git('commit', '--quiet', '--no-verify', '-m', 'lock both');
    commitOthers(100);
    lock('driver@1.0.0', 'other@2.0.0');
    expect(reasonsToRun(part, folder)).toEqual([]);
    lock('driver@2.0.0', 'other@2.0.0');
    expect(reasonsToRun(part, folder)).toEqual(['not committed: lines of pnpm-lock.yaml']);
    git('commit', '--quiet', '--no-verify', '--all', '-m', 'raise the driver');
    expect(reasonsToRun(part, folder)).toEqual([expect.stringMatching(/^[0-9a-f]+ raise the driver$/)]);
  });

  it('takes turns with other parts that have a reason, and names the part of this turn', () => {
    commitOthers(101);
    commit('part/a.txt', 'change the part');
    commit('second/a.txt', 'change the other part');
    const first = asked('--if-touched');
    commitOthers(1);
    const second = asked('--if-touched');
    expect([first, second].map(({ isLeftOut }) => isLeftOut).sort()).toEqual([false, true]);
    expect([...first.lines, ...second.lines].sort()).toEqual([
      'left out: tests of the part, because it is the turn of other',
      expect.stringMatching(/^runs tests of the part, because of:/),
    ]);
  });

  it('runs where the history is short, shallow or missing', () => {
    commitOthers(100);
    expect(reasonsToRun(PART, folder)).toEqual(['the history has no more than 100 commits']);
    commitOthers(1);
    expect(reasonsToRun(PART, folder)).toEqual([]);
    const shallow = join(folder, 'shallow');
    git('clone', '--quiet', '--depth', '5', `file://${folder}`, shallow);
    expect(reasonsToRun(PART, shallow)).toEqual(['the history is shallow']);
    rmSync(join(folder, '.git'), { recursive: true });
    expect(reasonsToRun(PART, folder)).toEqual([expect.stringMatching(/^there is no history \(/)]);
  });
});

it('a suite without --if-touched runs whatever the commits changed', () => {
  expect(asked('filter')).toEqual({ isLeftOut: false, rest: ['filter'], lines: [] });
});

it.each(Object.entries(PARTS))('the part "%s" names paths that exist', (_name, { paths }) => {
  const plain = paths.filter((path) => !path.startsWith(':('));
  expect(plain.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
