import { expect, it } from 'vitest';
import { createParts } from '../../parts/parts.js';
import { systemTime } from '../../time/time.js';
import { createBridgeSet } from './bridge-set.js';

interface Settings {
  readonly name: string;
  readonly url: string;
}

const silent = () => undefined;
const SILENT = { info: silent, warn: silent, error: silent };

function createWorld() {
  const did: string[] = [];
  const parts = createParts({ time: systemTime, log: SILENT, inDoubt: () => undefined });
  const set = createBridgeSet({
    parts,
    partOf: (name) => `test/${name}`,
    async open({ name, url }: Settings) {
      did.push(`open ${name} ${url}`);
      if (url === 'bad') throw new Error(`${name} cannot be opened`);
      return { close: async () => void did.push(`close ${name} ${url}`) };
    },
  });
  const want = (...wanted: readonly Settings[]) => set.reconfigure(async () => wanted);
  return { set, did, want };
}

it('opens, reopens and closes what changed, and leaves the rest undisturbed', async () => {
  const { set, did, want } = createWorld();
  await want({ name: 'a', url: '1' }, { name: 'b', url: '1' });
  await want({ name: 'a', url: '1' }, { name: 'b', url: '2' });
  await want({ name: 'a', url: '1' });
  expect(did).toEqual(['open a 1', 'open b 1', 'close b 1', 'open b 2', 'close b 2']);
  expect(set.all().map(([name]) => name)).toEqual(['a']);
  await set.close();
  expect(did.at(-1)).toBe('close a 1');
});

it('settles before what is asked for next begins, and not at all where the settings cannot be read', async () => {
  const { set, did } = createWorld();
  const wanted = (name: string) =>
    set.reconfigure(
      async () => [{ name, url: '1' }],
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        did.push(`settled ${name}`);
      },
    );
  await Promise.all([wanted('a'), wanted('b')]);
  expect(did).toEqual(['open a 1', 'settled a', 'close a 1', 'open b 1', 'settled b']);
  const unread = set.reconfigure(
    () => Promise.reject(new Error('no file')),
    async () => void did.push('settled'),
  );
  await expect(unread).rejects.toThrow('no file');
  expect(did).not.toContain('settled');
  await set.close();
});

it('stays as it was where the settings cannot be read, and goes on with the next ones', async () => {
  const { set, did, want } = createWorld();
  await want({ name: 'a', url: '1' });
  await expect(set.reconfigure(() => Promise.reject(new Error('no file')))).rejects.toThrow('no file');
  expect(did).toEqual(['open a 1']);
  await want({ name: 'a', url: '2' });
  expect(did).toEqual(['open a 1', 'close a 1', 'open a 2']);
  await set.close();
});

it('opens the others where one cannot be opened, and rejects with its reason', async () => {
  const { set, want } = createWorld();
  await expect(want({ name: 'a', url: 'bad' }, { name: 'b', url: '1' })).rejects.toThrow('a cannot be opened');
  expect(set.all().map(([name]) => name)).toEqual(['b']);
  await set.close();
});
