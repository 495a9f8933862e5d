import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../database/connection.js';
import { createDatabase } from '../database/create.js';
import { MATTER_MIGRATIONS } from '../database/migrations.js';
import { openMatterFile, resetMatterFile } from './matter-file.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-matter-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Reversed text stands for sealed text. */
const box = {
  seal: (text: string, name: string) => `${name}!${[...text].reverse().join('')}`,
  open(sealed: string, name: string) {
    const [place, text = ''] = sealed.split('!');
    if (place !== name) throw new Error('sealed for another place');
    return [...text].reverse().join('');
  },
};
const open = () => openMatterFile({ dataDir, box });

it('gives a thing one number for ever, and none twice, also after a reset', async () => {
  const first = await open();
  expect([first.numberOf('a'), first.numberOf('b'), first.numberOf('a')]).toEqual([2, 3, 2]);
  first.reset();
  first.close();
  const second = await open();
  expect([second.numberOf('c'), second.numberOf('b')]).toEqual([4, 3]);
  second.close();
});

it('keeps values that the library wrote, and clears a context with all keys below it and nothing beside it', async () => {
  const first = await open();
  const row = (context: string, value: string) => ({ context, key: 'k', value });
  first.save([row('root', '1'), row('root.parts', '2'), row('rooted', '3')]);
  first.close();
  const second = await open();
  second.clear('root');
  expect(second.load()).toEqual([row('rooted', '3')]);
  second.clear('');
  expect(second.load()).toEqual([]);
  second.close();
});

it('keeps choices over a reset, and codes only until one, sealed and readable for the owner alone', async () => {
  const file = await open();
  file.choose('a', { enabled: true, name: 'Lamp' });
  file.choose('b', { enabled: false, kind: 'light' });
  file.keepSecret('passcode', '20202021');
  expect(file.secret('passcode')).toBe('20202021');
  expect(statSync(file.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file.file).includes('20202021')).toBe(false);
  file.reset();
  expect(file.secret('passcode')).toBeUndefined();
  expect([...file.choices()]).toEqual([
    ['a', { enabled: true, name: 'Lamp' }],
    ['b', { enabled: false, kind: 'light' }],
  ]);
  file.close();
});

it('keeps choices made before kinds existed', async () => {
  const path = join(dataDir, 'matter.db');
  await createDatabase(path, MATTER_MIGRATIONS.slice(0, 1));
  const old = await connect(path, { durability: 'full', busyTimeoutMs: 0 });
  old.exec("INSERT INTO choices VALUES ('a', 1, 'Lamp')");
  old.close();
  const file = await open();
  expect([...file.choices()]).toEqual([['a', { enabled: true, name: 'Lamp' }]]);
  file.close();
});

it('refuses a damaged file with the remedy, and leaves it as it is', async () => {
  (await open()).close();
  const file = join(dataDir, 'matter.db');
  writeFileSync(file, 'this is no database, but it may be all that there is of the keys of the homes');
  const before = readFileSync(file);
  await expect(open()).rejects.toMatchObject({ damaged: true, remedy: expect.stringContaining('matter reset') });
  expect(readFileSync(file)).toEqual(before);
});

it('forgets a code that was sealed with another key, and nothing else', async () => {
  const first = await open();
  first.keepSecret('passcode', '20202021');
  first.keepFact('unique', '1a');
  first.close();
  const refuses = () => {
    throw new Error('another key');
  };
  const second = await openMatterFile({ dataDir, box: { ...box, open: refuses } });
  expect([second.secret('passcode'), second.fact('unique')]).toEqual([undefined, '1a']);
  second.close();
});

it('is reset on request: whole files keep numbers, damaged ones are renamed and never deleted', async () => {
  expect(await resetMatterFile({ dataDir, now: 0 })).toBeUndefined();
  const first = await open();
  first.numberOf('a');
  first.save([{ context: 'fabrics', key: 'fabrics', value: '[1]' }]);
  first.close();
  expect(await resetMatterFile({ dataDir, now: 0 })).toEqual({});
  const second = await open();
  expect([second.load(), second.numberOf('b')]).toEqual([[], 3]);
  second.close();
  writeFileSync(join(dataDir, 'matter.db'), 'this is no database');
  const { setAside } = (await resetMatterFile({ dataDir, now: 0 })) as { setAside: string };
  expect(readFileSync(setAside, 'utf8')).toBe('this is no database');
  expect(existsSync(join(dataDir, 'matter.db'))).toBe(false);
});
