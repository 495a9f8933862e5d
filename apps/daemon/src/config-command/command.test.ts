import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configCommand } from './command.js';

describe('config, without a gateway', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function run(text: string, ...argv: string[]) {
    writeFileSync(join(dir, 'config.yaml'), text);
    let out = '';
    const stream = { write: (part: string) => (out += part) };
    const exit = configCommand(argv, { env: { HOME: dir }, cwd: () => dir, stdout: stream, stderr: stream });
    return { exit, out };
  }

  it('names every fault of a file with its line, and exits with 7', () => {
    const { exit, out } = run('locale: de\nloging: {}\nlogging:\n  level: loud\n', 'check', '--json');
    expect(exit).toBe(7);
    const texts = JSON.parse(out).data.problems.map(({ text }: { readonly text: string }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.join('\n')).toMatch(/config\.yaml:\d: loging: unknown key[\s\S]*|config\.yaml:4: logging\.level/);
  });

  it('finds no fault in a valid configuration', () => {
    expect(run('locale: de\n', 'check')).toEqual({
      exit: 0,
      out: `${join(dir, 'config.yaml')}: nothing is wrong\n`,
    });
  });

  it('shows every setting with where it came from, and no secret', () => {
    const text = 'locale: de\nnorth: {rest: {auth: {users: {anna: "canary-password"}}}}\n';
    const { exit, out } = run(text, 'show', '--json');
    expect(exit).toBe(0);
    expect(out).not.toContain('canary');
    const { settings } = JSON.parse(out).data;
    expect(settings).toContainEqual(expect.objectContaining({ path: 'locale', value: 'de', source: 'bootstrap' }));
    expect(settings).toContainEqual(expect.objectContaining({ path: 'data_dir', source: 'default' }));
  });

  it.each([[[]], [['set']], [['check', '--nonsense']]])('refuses %j with exit 2', (argv) => {
    expect(run('', ...argv).exit).toBe(2);
  });
});
