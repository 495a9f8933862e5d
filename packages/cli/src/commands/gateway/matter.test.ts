import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir, openMatterFile } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli, dataDir } from '../../../test/fixture.js';

let dir: string;
let remove: () => void;
beforeEach(async () => {
  ({ dir, remove } = await dataDir());
});
afterEach(() => remove());

const box = { seal: (text: string) => text, open: (text: string) => text };
const HOME = { context: 'root.fabrics', key: 'fabrics', value: '[1]' };

/** A bridge that belongs to a home, with one thing. */
async function keepBridge(): Promise<void> {
  const file = await openMatterFile({ dataDir: dir, box });
  file.save([HOME]);
  file.keepSecret('passcode', '20202021');
  file.numberOf('home/0001:3');
  file.choose('home/0001:3', { enabled: true, name: 'Lamp' });
  file.close();
}

async function kept() {
  const file = await openMatterFile({ dataDir: dir, box });
  const found = [file.load(), file.secret('passcode'), file.knownNumber('home/0001:3'), [...file.choices()]];
  file.close();
  return found;
}

const CHOICES = [['home/0001:3', { enabled: true, name: 'Lamp' }]];
const UNTOUCHED = [[HOME], '20202021', 2, CHOICES];
const reset = (options: Parameters<typeof cli>[1] = {}, ...more: string[]) =>
  cli(['matter', 'reset', '--data-dir', dir, ...more], options);

describe('matter reset', () => {
  it('removes homes and codes, and nothing else of Matter or of the gateway', async () => {
    await keepBridge();
    await cli(['user', 'add', 'root', '--role', 'admin', '--password-stdin', '--data-dir', dir], {
      stdin: 'correct horse\n',
    });
    const ran = await reset({}, '--yes', '--json');
    expect([ran.code, ran.json().data]).toEqual([0, { reset: true }]);
    expect(await kept()).toEqual([[], undefined, 2, CHOICES]);
    expect((await cli(['user', 'list', '--data-dir', dir])).out).toContain('root');
  });

  it('is refused while the gateway runs, with a remedy, and changes nothing', async () => {
    await keepBridge();
    const lock = await lockDataDir(dir);
    const ran = await reset({}, '--yes', '--json');
    lock.release();
    expect(ran.json()).toMatchObject({ ok: false, error: { code: 'storage_in_use', fix: 'stop the gateway first' } });
    expect(await kept()).toEqual(UNTOUCHED);
  });

  it('sets a damaged file aside and prints its path', async () => {
    writeFileSync(join(dir, 'matter.db'), 'this is no database');
    const ran = await reset({}, '--yes', '--json');
    const { set_aside: setAside } = ran.json().data;
    expect(readFileSync(String(setAside), 'utf8')).toBe('this is no database');
  });

  it('reports that nothing was reset without a bridge', async () => {
    expect((await reset({}, '--yes', '--json')).json().data).toEqual({ reset: false });
  });
});
