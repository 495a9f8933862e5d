import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BROWSER_TESTS, browserGate, CORE } from './browser-gate.mjs';
import { root } from './run.mjs';

const OTHERS = Array.from({ length: 20 }, (_, index) => `other-${index}.browser.ts`);
const FILES = ['home.browser.ts', ...OTHERS, 'screens.browser.ts'];

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ccu-gateway-gate-'));
  git('init', '--quiet', '--initial-branch=main');
  mkdirSync(join(folder, BROWSER_TESTS), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args) {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' });
}

const write = (name) => writeFileSync(join(folder, BROWSER_TESTS, name), `${Math.random()}`);

function commit(name) {
  if (name !== undefined) write(name);
  git('add', '.');
  git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'change a test');
}

it('runs all files where the history is short or missing', () => {
  expect(browserGate(FILES, folder)).toEqual(FILES);
  commit();
  expect(browserGate(FILES, folder)).toEqual(FILES);
});

it('runs each file once within five commits, and the core with each of them', () => {
  for (let index = 0; index < 11; index += 1) commit();
  const chosen = [];
  for (let index = 0; index < 5; index += 1) {
    chosen.push(browserGate(FILES, folder));
    commit();
  }
  for (const each of chosen) expect(each).toEqual(expect.arrayContaining(['home.browser.ts', 'screens.browser.ts']));
  expect(chosen.flatMap((each) => each.filter((file) => OTHERS.includes(file))).sort()).toEqual([...OTHERS].sort());
});

it('runs the files that one of the last ten commits changed, and those that are not committed yet', () => {
  for (let index = 0; index < 11; index += 1) commit();
  commit('other-3.browser.ts');
  write('other-4.browser.ts');
  for (let index = 0; index < 9; index += 1) {
    expect(browserGate(FILES, folder)).toEqual(expect.arrayContaining(['other-3.browser.ts', 'other-4.browser.ts']));
    git('commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'change something else');
  }
});

it('has only files that exist in its core', () => {
  const files = readdirSync(join(root, BROWSER_TESTS));
  expect(files).toEqual(expect.arrayContaining(CORE.map((name) => `${name}.browser.ts`)));
});
