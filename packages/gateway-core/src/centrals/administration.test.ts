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

function memoryRecords(): CentralRecords<Document> & { readonly kept: Map<string, KeptCentral<Document>> } {
  const kept = new Map<string, KeptCentral<Document>>();
  return {
    kept,
    list: async () => [...kept.values()],
    async create(central) {
      if (kept.has(central.name)) return false;
      kept.set(central.name, { ...central, createdAt: 1, updatedAt: 1 });
      return true;
    },
    update: async (central) => void kept.set(central.name, { ...central, createdAt: 1, updatedAt: 2 }),
    remove: async (name) => void kept.delete(name),
  };
}

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
      get: (name) => (connected.has(name) ? {} : undefined),
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

  it('are added also where what was kept cannot be read afterwards', async () => {
    const records = memoryRecords();
    const create = async (central: Parameters<typeof records.create>[0]) => {
      const isNew = await records.create(central);
      if (central.name === 'second') {
        records.list = async () => {
          throw new Error('away');
        };
      }
      return isNew;
    };
    const { centrals, done } = world([IN_FILE], { ...records, create, list: () => records.list() });
    expect(await centrals.create(settings())).toEqual(settings());
    expect([...records.kept.keys(), ...done]).toEqual(['home', 'second', 'add second']);
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
    const { centrals, done } = world([IN_FILE], records, () => records.remove('second'));
    await centrals.create(settings());
    await expect(centrals.remove('home')).rejects.toMatchObject({ details: { reason: 'configured_in_file' } });
    expect((await records.list()).map(({ name }) => name)).toEqual(['home']);
    expect(done).toEqual(['add second', 'ways in without home']);
  });

  it('may be removed by two gateways at once', async () => {
    const records = memoryRecords();
    const { centrals } = world([IN_FILE], records, () => records.remove('second'));
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
