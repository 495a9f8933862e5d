import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { SPARING_FLAGS, spareMemory } from './spare-memory.js';

it('sets no flag of V8 that this Node does not have', () => {
  // V8 only prints that it does not know a flag, where it is told one later; a start with it is refused.
  const said: string[] = [];
  spareMemory((flag) => said.push(flag));
  expect(said).toEqual([...SPARING_FLAGS]);
  expect(execFileSync(process.execPath, [...said, '--print', '6 * 7'], { encoding: 'utf8' })).toBe('42\n');
});

it('runs functions that were compiled before, and new ones', () => {
  const program = `
    const flags = ${JSON.stringify(SPARING_FLAGS)};
    const { setFlagsFromString } = require('node:v8');
    const sum = (n) => { let all = []; for (let i = 0; i < n; i += 1) all.push({ i }); return all.reduce((s, { i }) => s + i, 0); };
    const before = sum(300_000);
    for (const flag of flags) setFlagsFromString(flag);
    const after = sum(300_000);
    const fresh = new Function('n', 'let s = 0; for (let i = 0; i < n; i += 1) s += i; return s');
    console.log(JSON.stringify([before === after, fresh(300_000) === after]));
  `;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('[true,true]\n');
});
