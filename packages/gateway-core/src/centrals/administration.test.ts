import { describe, expect, it } from 'vitest';
import type { CentralSettings } from '../ports/centrals.js';
import { type CentralRecords, createCentralAdministration, type KeptCentral } from './administration.js';
import { createCentralDirectory } from './directory.js';

interface Config {
  readonly name: string;
  readonly enabled: boolean;
  readonly host: string;
  readonly password?: string;
}
type Document = Omit<Config, 'name' | 'enabled'>;

const IN_FILE: Config = { name: 'home', enabled: true, host: '192.0.2.1', password: 'of the file' };
const signal = new AbortController().signal;
const settings = (change: Partial<CentralSettings> = {}): CentralSettings => ({
  name: 'second',
  enabled: true,
  host: '192.0.2.2',
  interfaces: [{ name: 'HmIP-RF' }],
  ...change,
});

/** `change` is atomic, as the port requires; `asked` runs before it decides. */
function memoryRecords(asked: () => void = () => {}) {
  let kept: readonly KeptCentral<Document>[] = [];
  const records: CentralRecords<Document> = {
    list: async () => kept,
    async change(decide) {
      asked();
      const before = kept;
      kept = decide(before).map((each) => {
        const old = before.find(({ name }) => name === each.name);
        return old === each ? old : { ...each, createdAt: old?.createdAt ?? 1, updatedAt: old ? 2 : 1 };
      });
      return kept;
    },
  };
  return records;
}

/** A change by another gateway meanwhile. */
const without = (records: CentralRecords<Document>, name: string) =>
  records.change((kept) => kept.filter((each) => each.name !== name));

function world(configured: readonly Config[] = [IN_FILE], records = memoryRecords(), before = async () => {}) {
  const done: string[] = [];
  const connected = new Set(configured.map(({ name }) => name));
  const centrals = createCentralAdministration<Config, Document>({
    configured,
    records,
    format: {
      documentOf: ({ host, password_plain: password = '***' }, before) => ({
        host,
        ...(password === '***' ? before?.password && { password: before.password } : { password }),
      }),
      documentOfConfig: ({ name: _name, enabled: _enabled, ...document }) => document,
      configOf: ({ name, enabled, config }) => ({ name, enabled, ...config }),
      passwordStays() {},
      isSame: (one, other) => one.host === other.host && one.password === other.password,
      opened: (kept) => kept.map(({ name, enabled, config }) => ({ name, enabled, ...config })),
      settingsOf: ({ name, enabled, host }, serial, kept) => ({
        ...settings({ name, enabled, host }),
        ...(serial && { serial }),
        ...(kept && { updatedAt: kept.updatedAt }),
      }),
    },
    directory: createCentralDirectory(configured),
    centrals: {
      add({ name }) {
        connected.add(name);
        done.push(`add ${name}`);
      },
      change: async ({ name }) => void done.push(`change ${name}`),
      async remove(name) {
        connected.delete(name);
        done.push(`remove ${name}`);
      },
      names: () => [...connected],
    },
    house: { centrals: () => [] },
    async keepWayIn({ without }, write) {
      done.push(`ways in without ${without}`);
      await before();
      await write(records);
    },
    forget: async (name) => void done.push(`forget ${name}`),
    async probe({ password }) {
      done.push(`probe with ${password}`);
      return { reachable: true };
    },
  });
  return { centrals, done, records };
}

describe('the CCUs of a gateway', () => {
  it('are those of the file until the first change, which takes them over', async () => {
    const { centrals, done, records } = world();
    expect(await centrals.inForce()).toEqual([IN_FILE]);
    expect(await records.list()).toEqual([]);
    await centrals.create(settings());
    expect((await records.list()).map(({ name }) => name)).toEqual(['home', 'second']);
    expect(await centrals.inForce()).toEqual([IN_FILE, { name: 'second', enabled: true, host: '192.0.2.2' }]);
    expect(done).toEqual(['add second']);
  });

  it('of the file are kept with the first change in one step, whichever it is, and not at all where it is refused', async () => {
    const inFile = [IN_FILE, { ...IN_FILE, name: 'attic' }];
    const names = async (change: (centrals: ReturnType<typeof world>['centrals']) => Promise<unknown>) => {
      let steps = 0;
      const { centrals, records } = world(
        inFile,
        memoryRecords(() => {
          steps += 1;
        }),
      );
      await change(centrals).catch(() => {});
      return [steps, ...(await records.list()).map(({ name }) => name)];
    };
    expect(await names((centrals) => centrals.create(settings()))).toEqual([1, 'home', 'attic', 'second']);
    expect(await names((centrals) => centrals.replace(settings({ name: 'attic' })))).toEqual([1, 'home', 'attic']);
    expect(await names((centrals) => centrals.remove('attic'))).toEqual([1, 'home']);
    expect(await names((centrals) => centrals.create(settings({ name: 'HOME' })))).toEqual([1]);
    expect(await names((centrals) => centrals.replace(settings({ name: 'unknown' })))).toEqual([1]);
  });

  it('have a name of their own', async () => {
    const { centrals, done } = world();
    await expect(centrals.create(settings({ name: 'home' }))).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'name_taken' },
    });
    expect(done).toEqual([]);
  });

  it('are changed in place, let go when switched off, and connected when switched on', async () => {
    const { centrals, done } = world();
    for (const enabled of [true, false, true]) await centrals.replace(settings({ name: 'home', enabled }));
    expect(done).toEqual(['change home', 'remove home', 'add home']);
    expect((await centrals.inForce())[0]).toEqual({ ...IN_FILE, host: '192.0.2.2' });
  });

  it('keep the password that is kept when they are written, also where another gateway has just set it', async () => {
    const other = memoryRecords();
    let meanwhile = () => {};
    const records: typeof other = {
      list: other.list,
      async change(decide) {
        const act = meanwhile;
        meanwhile = () => {};
        act();
        return await other.change(decide);
      },
    };
    const { centrals } = world([IN_FILE], records);
    await centrals.replace(settings({ name: 'home', password_plain: 'old' }));
    meanwhile = () => {
      void other.change((kept) => kept.map((each) => ({ ...each, config: { ...each.config, password: 'new' } })));
    };
    await centrals.replace(settings({ name: 'home', host: '192.0.2.9', password_plain: '***' }));
    expect(await centrals.inForce()).toEqual([{ ...IN_FILE, host: '192.0.2.9', password: 'new' }]);
  });

  it('that another gateway has removed meanwhile are not found, and not connected', async () => {
    const other = memoryRecords();
    const { centrals, done } = world([IN_FILE], other);
    await centrals.create(settings());
    await without(other, 'second');
    done.length = 0;
    await expect(centrals.replace(settings())).rejects.toMatchObject({ code: 'not_found' });
    expect([done, (await other.list()).map(({ name }) => name)]).toEqual([[], ['home']]);
  });

  it('go with everything that is kept of them, after the ways to sign in were asked', async () => {
    const { centrals, done } = world([]);
    await centrals.create(settings());
    await centrals.remove('second');
    expect(done).toEqual(['add second', 'ways in without second', 'remove second', 'forget second']);
  });

  it('of the file do not come back by removing the last one', async () => {
    const { centrals, done } = world();
    await expect(centrals.remove('home')).rejects.toMatchObject({ details: { reason: 'configured_in_file' } });
    expect(done).toEqual([]);
  });

  it('of the file do not come back either where another gateway has removed the others meanwhile', async () => {
    const records = memoryRecords();
    const { centrals, done } = world([IN_FILE], records, async () => void (await without(records, 'second')));
    await centrals.create(settings());
    await expect(centrals.remove('home')).rejects.toMatchObject({ details: { reason: 'configured_in_file' } });
    expect((await records.list()).map(({ name }) => name)).toEqual(['home']);
    expect(done).toEqual(['add second', 'ways in without home']);
  });

  it('may be removed by two gateways at once', async () => {
    const records = memoryRecords();
    const { centrals } = world([IN_FILE], records, async () => void (await without(records, 'second')));
    await centrals.create(settings());
    await centrals.remove('second');
    expect((await records.list()).map(({ name }) => name)).toEqual(['home']);
  });

  it('are tried with the password that is kept, also when only the file has it', async () => {
    const { centrals, done, records } = world();
    await centrals.probe(settings({ name: 'home' }), signal);
    expect([done, await records.list()]).toEqual([['probe with of the file'], []]);
  });

  it('never get a secret of the process that is no password', async () => {
    const { centrals, done } = world();
    const stolen = settings({ password_env: 'SERVICE_SECRET_KEY' });
    const tries = [centrals.create(stolen), centrals.replace(stolen), centrals.probe(stolen, signal)];
    for (const each of tries) await expect(each).rejects.toMatchObject({ code: 'validation' });
    expect(done).toEqual([]);
  });
});
