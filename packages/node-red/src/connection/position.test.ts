import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPosition, positionFile, removePosition } from './position.js';

let userDir: string;
beforeEach(() => {
  userDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-position-'));
});
afterEach(() => rmSync(userDir, { recursive: true, force: true }));

it('a position outlives the process and is removed with its connection', async () => {
  const path = positionFile(userDir, 'a');
  const reports: unknown[] = [];
  const first = openPosition(path, (failure) => reports.push(failure));
  expect(await first.load()).toBeUndefined();
  await first.save(5, 'epoch');
  await first.save(6, 'epoch');
  await first.close?.();
  const second = openPosition(path, (failure) => reports.push(failure));
  expect(await second.load()).toEqual({ seq: 6, epoch: 'epoch' });
  expect(reports.filter((failure) => failure !== undefined)).toEqual([]);
  await removePosition(path);
  expect(await openPosition(path, () => {}).load()).toBeUndefined();
});

it('an id of a flow leads to no other folder', () => {
  expect(positionFile(userDir, '../../outside')).toBe(join(userDir, 'ccu-gateway', '..%2F..%2Foutside.position'));
});

it('a file that cannot be written is reported, and the position of the process stays exact', async () => {
  const path = positionFile(userDir, 'a');
  mkdirSync(`${path}.new`, { recursive: true });
  const reports: unknown[] = [];
  const position = openPosition(path, (failure) => reports.push(failure));
  await position.save(7, 'epoch');
  expect(reports).toEqual(['EISDIR']);
  expect(await position.load()).toEqual({ seq: 7, epoch: 'epoch' });
});

it('a file that cannot be read counts as the oldest position, so that a loss is reported', async () => {
  const path = positionFile(userDir, 'a');
  writeFileSync(join(userDir, 'ccu-gateway'), 'a file in place of the folder');
  const reports: unknown[] = [];
  expect(await openPosition(path, (failure) => reports.push(failure)).load()).toBe(0);
  expect(reports).toEqual(['EEXIST']);
  expect(readFileSync(join(userDir, 'ccu-gateway'), 'utf8')).toContain('a file');
});
