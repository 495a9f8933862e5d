import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/run.mjs';

const check = join(root, 'scripts/node-version.cjs');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The check in a Node.js that takes itself for another version. */
function on(version) {
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(check)});`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  return { status, stderr };
}

describe('the version of Node.js', () => {
  it.each(['12.22.0', '18.20.8', '20.18.3'])('%s is refused with a remedy', (version) => {
    const { status, stderr } = on(version);
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^Node\\.js 20\\.19 or newer is needed; this is ${version} at /.*\\nInstall`));
  });

  it.each(['20.19.0', '22.0.0', '24.1.0'])('%s is taken without a word', (version) => {
    expect(on(version)).toEqual({ status: 0, stderr: '' });
  });

  it('is checked in the syntax of old versions, before every script', () => {
    expect(readFileSync(check, 'utf8')).not.toMatch(/^\s*(const|let)\b|=>|`|\?\./m);
    const started = Object.values(scripts).filter((line) => line.includes('scripts/'));
    for (const line of started) expect(line).toMatch(/^node -r \.\/scripts\/node-version\.cjs scripts\/[\w-]+\.mjs$/);
  });
});
