import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Log } from '../log/log.js';
import { openWebUi } from './web-ui.js';

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'web-ui-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const told: string[] = [];
// Only `info` is called.
const log = { info: (message: string) => void told.push(message) } as unknown as Log;

function built() {
  const path = folder();
  mkdirSync(join(path, 'assets'));
  writeFileSync(join(path, 'index.html'), '<!doctype html>');
  writeFileSync(join(path, 'secret.txt'), 'not listed');
  writeFileSync(join(path, 'assets/a.js'), 'plain');
  writeFileSync(join(path, 'assets/a.js.br'), 'small');
  const file = {
    path: 'assets/a.js',
    contentType: 'text/javascript',
    immutable: true,
    digest: 'abc',
    encodings: ['br'],
  };
  writeFileSync(join(path, 'files.json'), JSON.stringify([file]));
  return path;
}

it('serves the files of its list with their compressed copies, and no other file of the folder', async () => {
  const assets = openWebUi(built(), log);
  const asset = assets?.file('assets/a.js');
  expect(asset).toMatchObject({ contentType: 'text/javascript', immutable: true, etag: '"abc"', encodings: ['br'] });
  expect(String(await asset?.body('identity'))).toBe('plain');
  expect(String(await asset?.body('br'))).toBe('small');
  for (const path of ['secret.txt', 'index.html', 'files.json', '../files.json', 'assets/../secret.txt', '__proto__'])
    expect(assets?.file(path)).toBeUndefined();
});

it('names the script of the meter of passwords where the build has one', () => {
  const path = built();
  expect(openWebUi(path, log)?.strengthMeter).toBeUndefined();
  const files = [{ path: 'assets/kit-strength-b.js' }, { path: 'assets/strength-B_-1.js' }];
  writeFileSync(join(path, 'files.json'), JSON.stringify(files));
  expect(openWebUi(path, log)?.strengthMeter).toBe('assets/strength-B_-1.js');
});

it('reads each file once, and again only when it could not be read', async () => {
  const path = built();
  const asset = openWebUi(path, log)?.file('assets/a.js');
  await asset?.body('identity');
  writeFileSync(join(path, 'assets/a.js'), 'changed');
  expect(String(await asset?.body('identity'))).toBe('plain');
  rmSync(join(path, 'assets/a.js.br'));
  await expect(asset?.body('br')).rejects.toThrow('ENOENT');
  writeFileSync(join(path, 'assets/a.js.br'), 'back');
  expect(String(await asset?.body('br'))).toBe('back');
});

it('reports a missing build of the app', () => {
  expect(openWebUi(folder(), log)).toBeUndefined();
  expect(told.at(-1)).toContain('not built');
});
