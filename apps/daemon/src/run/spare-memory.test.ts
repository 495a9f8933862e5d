import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { holdOptimizer, releaseOptimizer, SPARING_FLAGS, spareMemory } from './spare-memory.js';

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

it('holds the optimizing compiler back, and lets it work on functions old and new afterwards', () => {
  const [hold, release]: [string[], string[]] = [[], []];
  holdOptimizer((flag) => hold.push(flag));
  releaseOptimizer((flag) => release.push(flag));
  const program = `
    const [hold, release] = ${JSON.stringify([hold, release])};
    const { setFlagsFromString } = require('node:v8');
    setFlagsFromString('--allow-natives-syntax');
    const isOptimized = new Function('f', 'return (%GetOptimizationStatus(f) & 16) !== 0');
    const make = () => new Function('n', 'let s = 0; for (let i = 0; i < n; i += 1) s += i % 7; return s');
    const heated = (f) => { for (let round = 0; round < 3_000; round += 1) f(1_000); return isOptimized(f); };
    // A thread of V8 optimizes, when the machine lets it.
    const getsOptimized = (f) => { for (let turn = 0; turn < 1_000; turn += 1) if (heated(f)) return true; return false; };
    hold.forEach((flag) => setFlagsFromString(flag));
    const before = make();
    const shown = [heated(before)];
    release.forEach((flag) => setFlagsFromString(flag));
    shown.push(getsOptimized(before), getsOptimized(make()));
    console.log(JSON.stringify(shown));
  `;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('[false,true,true]\n');
});
