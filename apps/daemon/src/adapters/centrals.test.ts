import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import type { CentralSettings } from '@ccu-gateway/gateway-core/use-cases';
import { type CentralStore, StorageError, type StoredCentral } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import type { CentralConfig } from '../config/index.js';
import { central as centralSchema } from '../config/schema/centrals.js';
import { createStoredCentrals, openedCentrals } from './centrals.js';
import { alwaysMore } from './way-in-fixture.js';

const box = createSecretBox(new Uint8Array(32).fill(7), (size) => new Uint8Array(size).fill(3));
const AT = 1_700_000_000_000;

function memoryStore(): Pick<CentralStore, 'list' | 'change'> {
  let rows: readonly StoredCentral[] = [];
  return {
    list: async () => rows,
    async change(decide) {
      const next = decide(rows);
      rows = next.map((each) => ({ ...JSON.parse(JSON.stringify(each)), createdAt: AT, updatedAt: AT }));
      return rows;
    },
  };
}

const inFile = centralSchema.parse({
  name: 'home',
  host: '192.168.1.10',
  interfaces: ['HmIP-RF'],
  username: 'gateway',
  password: 'from the file',
});

function world(configured: readonly CentralConfig[] = [inFile], store = memoryStore()) {
  const done: unknown[][] = [];
  const told: string[] = [];
  const notes: string[] = [];
  const written: unknown[] = [];
  const environment = (name: string) => ({ CCU_PASSWORD: 'from the environment', SERVICE_SECRET_KEY: 'the key' })[name];
  const file = { centrals: configured };
  const connected = new Set(configured.map(({ name }) => name));
  const directory = createCentralDirectory(configured);
  const centrals = createStoredCentrals({
    configured,
    directory,
    file: {
      path: '/etc/config.yaml',
      read: () => file.centrals,
      write(rows) {
        written.push(rows);
        const stored = rows.map((each) => ({ ...each, createdAt: AT, updatedAt: AT }));
        file.centrals = openedCentrals(stored, { box, environment });
      },
    },
    ignored: (note) => void notes.push(note),
    store,
    changed: () => void told.push('changed'),
    inDoubt: () => void told.push('in doubt'),
    box,
    environment,
    centrals: {
      add: (config) => {
        connected.add(config.name);
        done.push(['add', config]);
      },
      change: async (config) => void done.push(['change', config]),
      remove: async (name) => {
        connected.delete(name);
        done.push(['remove', name]);
      },
      names: () => [...connected],
    },
    wayIn: alwaysMore({ centrals: store as CentralStore }),
    house: { centrals: () => [] },
    forget: async (name) => void done.push(['forget', name]),
    probe: async (config) => {
      done.push(['probe', config]);
      return { reachable: true };
    },
  });
  return { centrals, store, done, told, notes, written, file };
}

const second: CentralSettings = {
  name: 'second',
  host: '192.168.1.11',
  enabled: true,
  interfaces: [{ name: 'BidCos-RF' }],
  username: 'gateway',
  password_plain: 'top secret',
};
const signal = new AbortController().signal;

/** A CCU as an older version has kept it. */
function row({ name, enabled, ...config }: CentralSettings): StoredCentral {
  return { name, enabled, config, createdAt: AT, updatedAt: AT };
}

describe('the CCUs of a gateway', () => {
  it('are those of the file until the first change takes them over, passwords sealed', async () => {
    const { centrals, store, done } = world();
    expect(await centrals.centrals()).toMatchObject([{ name: 'home', password_plain: '***' }]);
    expect(await store.list()).toEqual([]);
    expect(await centrals.create(second)).toMatchObject({ name: 'second', password_plain: '***', createdAt: AT });
    expect((await store.list()).map(({ name }) => name)).toEqual(['home', 'second']);
    const text = JSON.stringify(await store.list());
    for (const secret of ['top secret', 'from the file']) expect(text).not.toContain(secret);
    const [house, other] = await centrals.inForce();
    expect([house?.password?.reveal(), other?.password?.reveal()]).toEqual(['from the file', 'top secret']);
    expect(done).toMatchObject([['add', { name: 'second' }]]);
  });

  it('keep which interface comes first, and what is asked of new devices and of firmware', async () => {
    const { centrals, store } = world();
    const three = {
      primary_interface: 'BidCos-RF',
      behavior: { delay_new_device_creation: true, enable_device_firmware_check: false },
    };
    expect(await centrals.create({ ...second, ...three })).toMatchObject(three);
    expect((await centrals.centrals())[1]).toMatchObject(three);
    expect((await store.list())[1]?.config).toMatchObject(three);
    const other = {
      primary_interface: 'HmIP-RF',
      behavior: { delay_new_device_creation: false, enable_device_firmware_check: true },
    };
    const interfaces = [{ name: 'HmIP-RF' }];
    await centrals.replace({ ...second, interfaces, ...other });
    expect((await centrals.centrals())[1]).toMatchObject(other);
    expect((await centrals.inForce())[1]).toMatchObject(other);
  });

  it('keep a password that comes back as a mask or not at all, and lose one that comes back empty', async () => {
    const { centrals } = world();
    const password = async () => (await centrals.inForce()).find(({ name }) => name === 'home')?.password?.reveal();
    const house: CentralSettings = { ...second, name: 'home', host: inFile.host, password_plain: '***' };
    await centrals.replace({ ...house, username: 'another' });
    expect(await password()).toBe('from the file');
    const { password_plain: _, ...without } = house;
    await centrals.replace(without);
    expect(await password()).toBe('from the file');
    await centrals.replace({ ...house, password_plain: '' });
    expect(await password()).toBeUndefined();
    expect((await centrals.centrals())[0]).not.toHaveProperty('password_plain');
  });

  it('may have their password in the environment, but not any secret of it', async () => {
    const { centrals, store, done } = world();
    const { password_plain: _, ...rest } = second;
    await store.change(() =>
      [row({ ...rest, password_env: 'CCU_PASSWORD' }), row({ ...rest, name: 'home' })].reverse(),
    );
    expect((await centrals.inForce())[1]?.password?.reveal()).toBe('from the environment');
    expect((await centrals.centrals())[1]).toMatchObject({ password_env: 'CCU_PASSWORD' });
    expect(JSON.stringify(await store.list())).not.toContain('from the environment');
    await expect(centrals.probe({ ...rest, password_env: 'SERVICE_SECRET_KEY' }, signal)).rejects.toMatchObject({
      code: 'validation',
    });
    expect(done.some(([what]) => what === 'probe')).toBe(false);
  });

  it('name a variable of the environment only where the configuration uses it for that CCU, and at no other host', async () => {
    const { centrals, store, done } = world();
    const { password_plain: _, ...rest } = second;
    const named = { ...rest, password_env: 'CCU_PASSWORD' };
    const refused = { code: 'validation', details: { errors: [{ field: 'password_env' }] } };
    for (const each of [
      centrals.create(named),
      centrals.probe(named, signal),
      centrals.probe({ ...named, name: 'home' }, signal),
    ]) {
      await expect(each).rejects.toMatchObject(refused);
    }
    await store.change(() => [row(named)]);
    await centrals.replace({ ...named, username: 'other' });
    for (const elsewhere of [
      { ...named, host: 'evil.example' },
      { ...named, json_rpc_port: 9999 },
      { ...named, password_env: 'OTHER_PASSWORD' },
    ]) {
      await expect(centrals.replace(elsewhere)).rejects.toMatchObject(refused);
      await expect(centrals.probe(elsewhere, signal)).rejects.toMatchObject(refused);
    }
    expect(done.map(([what]) => what)).toEqual(['add']);
  });

  it('never send a kept password to another host, port or scheme, nor past a check of the certificate', async () => {
    const { centrals, store, done } = world([]);
    const fingerprint = 'ab'.repeat(32);
    const tls = { ...second, tls: true, tls_fingerprint: fingerprint };
    await centrals.create(tls);
    done.length = 0;
    const rows = JSON.stringify(await store.list());
    const changes: Partial<CentralSettings>[] = [
      { host: 'evil.example' },
      { host: '192.168.1.110' },
      { tls: false },
      { tls_insecure_skip_verify: true },
      { tls_fingerprint: 'cd'.repeat(32) },
      { json_rpc_port: 9999 },
      { rega_port: 9999 },
      { port: 9999 },
      { ports: { 'BidCos-RF': 9999 } },
      { interfaces: [{ name: 'BidCos-RF', port: 9999 }] },
      { interfaces: [{ name: 'BidCos-RF' }, { name: 'Other', port: 9999, host: 'evil.example' }] },
    ];
    const { password_plain: _, ...left } = tls;
    for (const change of changes) {
      for (const asked of [
        { ...left, ...change },
        { ...tls, ...change, password_plain: '***' },
      ]) {
        const refused = { code: 'validation', details: { errors: [{ field: 'password_plain' }] } };
        await expect(centrals.replace(asked), JSON.stringify(change)).rejects.toMatchObject(refused);
        await expect(centrals.probe(asked, signal), JSON.stringify(change)).rejects.toMatchObject(refused);
      }
    }
    expect([JSON.stringify(await store.list()) === rows, done]).toEqual([true, []]);
    // The same destination in other words, the defaults of a CCU, and an empty password are no other destination.
    const same = {
      tls_fingerprint: fingerprint.toUpperCase(),
      interfaces: [{ name: 'BidCos-RF' }, { name: 'HmIP-RF' }],
      json_rpc_port: 443,
    };
    await centrals.replace({ ...left, ...same } as CentralSettings);
    await centrals.replace({ ...left, host: 'other.example', password_plain: '' });
    await centrals.probe({ ...tls, host: 'other.example', password_plain: 'entered anew' }, signal);
    expect(done.map(([what]) => what)).toEqual(['change', 'change', 'probe']);
  });

  it('of the file are ignored after a change, which is reported, until they are taken or written', async () => {
    const { centrals, notes, done, written, told } = world();
    expect(await centrals.centralsFile()).toMatchObject({ file: '/etc/config.yaml', isIgnored: false });
    await centrals.create(second);
    expect(await centrals.centralsFile()).toMatchObject({ isIgnored: true, onlyHere: ['second'], onlyInFile: [] });
    await centrals.replace({ ...second, name: 'home', host: inFile.host, username: 'another', password_plain: '***' });
    expect(await centrals.centralsFile()).toMatchObject({ isIgnored: true, onlyHere: ['second'], changed: ['home'] });
    expect(notes).toEqual([expect.stringContaining('only in the database: second')]);
    done.length = 0;
    await centrals.takeFile();
    expect((await centrals.inForce()).map(({ name, username }) => [name, username])).toEqual([['home', 'gateway']]);
    expect(done.map(([what, it]) => [what, (it as CentralConfig).name ?? it])).toEqual([
      ['remove', 'second'],
      ['forget', 'second'],
      ['change', 'home'],
    ]);
    await centrals.create(second);
    await centrals.writeFile();
    expect(written).toMatchObject([
      [{ name: 'home' }, { name: 'second', config: { password: expect.stringMatching(/^enc:v1:/) } }],
    ]);
    expect(await centrals.centralsFile()).toMatchObject({ isIgnored: false, onlyHere: [] });
    expect(told).toHaveLength(5);
  });

  it('of the file are shown and taken as the file is now, not as it was at the start', async () => {
    const { centrals, file, done } = world();
    await centrals.create(second);
    const moved = { ...inFile, host: '192.168.1.99' };
    file.centrals = [moved, { ...inFile, name: 'attic' }];
    expect(await centrals.centralsFile()).toMatchObject({
      onlyInFile: ['attic'],
      onlyHere: ['second'],
      changed: ['home'],
    });
    done.length = 0;
    await centrals.takeFile();
    expect((await centrals.inForce()).map(({ name, host }) => [name, host])).toEqual([
      ['home', '192.168.1.99'],
      ['attic', inFile.host],
    ]);
    expect(done.map(([what]) => what)).toEqual(['remove', 'forget', 'change', 'add']);
    expect(await centrals.centralsFile()).toMatchObject({ isIgnored: false });
  });

  it('of a file without any cannot be taken', async () => {
    const { centrals } = world([]);
    await centrals.create(second);
    await expect(centrals.takeFile()).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'file_without_ccus' },
    });
    expect(await centrals.centrals()).toHaveLength(1);
  });

  it('are connected anew when changed, and let go when switched off', async () => {
    const { centrals, done } = world();
    await centrals.replace({ ...second, name: 'home' });
    await centrals.replace({ ...second, name: 'home', enabled: false });
    await centrals.replace({ ...second, name: 'home' });
    expect(done.map(([what]) => what)).toEqual(['change', 'remove', 'add']);
  });

  it('are tried with the stored password where none is given', async () => {
    const { centrals, done } = world();
    await centrals.create({ ...second, password_plain: 'secret' });
    await centrals.probe({ ...second, password_plain: '***' }, new AbortController().signal);
    const [, tried] = done.findLast(([what]) => what === 'probe') as [string, CentralConfig];
    expect(tried.password?.reveal()).toBe('secret');
  });

  it('of the file do not come back by deleting the last one', async () => {
    const { centrals, done } = world();
    await expect(centrals.remove('home')).rejects.toMatchObject({ details: { reason: 'configured_in_file' } });
    expect(done).toEqual([]);
    const empty = world([]);
    await empty.centrals.create(second);
    await empty.centrals.remove('second');
    expect(await empty.centrals.centrals()).toEqual([]);
  });

  it.each([
    [{ ...second, host: 'not a host' }],
    [{ ...second, interfaces: [{ name: 'Radio' }] }],
    [{ ...second, primary_interface: 'CUxD' }],
  ])('are refused with settings that are not acceptable, and nothing is stored', async (settings) => {
    const { centrals, store, done } = world();
    await expect(centrals.create(settings as CentralSettings)).rejects.toMatchObject({ code: 'validation' });
    expect(await store.list()).toEqual([]);
    expect(done).toEqual([]);
  });

  it('are announced to others after a change or a possible one, and checked here where that is not known', async () => {
    const store = memoryStore();
    const { centrals, told, done } = world([inFile], store);
    await centrals.create(second);
    expect(told.splice(0)).toEqual(['changed']);
    done.length = 0;
    const failing = (outcomeUnknown: boolean) => async () => {
      throw new StorageError('storage_unavailable', 'away', { outcomeUnknown });
    };
    const changes = [
      () => centrals.create({ ...second, name: 'third' }),
      () => centrals.replace(second),
      () => centrals.remove('second'),
    ];
    Object.assign(store, { change: failing(true) });
    for (const change of changes) {
      await expect(change()).rejects.toMatchObject({ details: { reason: 'outcome_unknown' } });
      expect(told.splice(0).sort()).toEqual(['changed', 'in doubt']);
    }
    Object.assign(store, { change: failing(false) });
    for (const change of changes) await expect(change()).rejects.toMatchObject({ code: 'service_unready' });
    expect([told, done]).toEqual([[], []]);
  });

  it('a name counts once, whatever its case', async () => {
    const { centrals } = world();
    await expect(centrals.create({ ...second, name: 'HOME' })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('can be read without storage, not changed', async () => {
    const withoutStore = createStoredCentrals({
      configured: [inFile],
      directory: createCentralDirectory([]),
      store: undefined,
      box,
      environment: () => undefined,
      centrals: { add() {}, change: async () => {}, remove: async () => {}, names: () => [] },
      wayIn: alwaysMore({}),
      house: { centrals: () => [] },
      forget: async () => {},
      probe: async () => ({ reachable: true }),
    });
    expect(await withoutStore.centrals()).toHaveLength(1);
    await expect(withoutStore.create(second)).rejects.toMatchObject({ code: 'service_unready' });
    await expect(withoutStore.remove('home')).rejects.toMatchObject({ code: 'service_unready' });
  });
});
