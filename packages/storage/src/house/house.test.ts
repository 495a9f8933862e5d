import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver.js';

const sqlite = await loadSqlite();

const scope = { central: 'home', interfaceName: 'HmIP-RF' } as const;
const device = (index: number) => ({ ADDRESS: `DEV${index}`, TYPE: 'HmIP-X', CHILDREN: [`DEV${index}:0`], VERSION: 1 });

describe('what is kept of the house', () => {
  it('gives device descriptions back in order, and replaces those of one interface only', async () => {
    const world = await startStorage();
    const { descriptions } = world.storage;
    const many = Array.from({ length: 450 }, (_, index) => device(index));
    expect(await descriptions.loadDevices(scope)).toBeUndefined();
    await descriptions.saveDevices(scope, many);
    await descriptions.saveDevices({ ...scope, interfaceName: 'CUxD' }, [device(1000)]);
    expect(await descriptions.loadDevices(scope)).toEqual(many);
    await descriptions.saveDevices(scope, []);
    expect(await descriptions.loadDevices(scope)).toEqual([]);
    expect(await descriptions.loadDevices({ ...scope, interfaceName: 'CUxD' })).toEqual([device(1000)]);
    await descriptions.forgetCentral('home');
    expect(await descriptions.loadDevices(scope)).toBeUndefined();
    world.close();
  });

  it('answers only the paramset descriptions it knows', async () => {
    const world = await startStorage();
    const level = { LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, MIN: 0, MAX: 1.01 } } as const;
    await world.storage.descriptions.saveParamsets(
      new Map<string, ParamsetDescription>([
        ['a', level],
        ['b', {}],
      ]),
    );
    expect(await world.storage.descriptions.loadParamsets(['a', 'c'])).toEqual(new Map([['a', level]]));
    world.close();
  });

  it('remembers the last values of a central', async () => {
    const world = await startStorage();
    const { values } = world.storage;
    const value = { interfaceName: 'HmIP-RF', channelAddress: 'D:1', parameter: 'LEVEL', value: 0.5, at: 5 } as const;
    await values.save('home', [value, { ...value, parameter: 'STATE', value: true }]);
    await values.save('home', [{ ...value, value: 'x', at: 6 }]);
    await values.save('other', [value]);
    expect(await values.load('home', 'HmIP-RF')).toEqual([
      { ...value, value: 'x', at: 6 },
      { ...value, parameter: 'STATE', value: true },
    ]);
    expect(await values.load('home', 'CUxD')).toEqual([]);
    await values.forgetCentral('home');
    expect(await values.load('home', 'HmIP-RF')).toEqual([]);
    expect(await values.load('other', 'HmIP-RF')).toHaveLength(1);
    world.close();
  });

  it('writes values one batch after the other, and merges them before there are many', async () => {
    const world = await startStorage();
    const { values } = world.storage;
    const at = (parameter: string, value: number) => ({
      interfaceName: 'HmIP-RF' as const,
      channelAddress: 'D1:1',
      parameter,
      value,
      at: value,
    });
    const db = sqlite.open(world.storage.file);
    const rows = () => db.prepare('SELECT count(*) FROM value_batches').pluck().get();
    for (let value = 1; value <= 63; value += 1) await values.save('home', [at(`P${value % 10}`, value)]);
    expect(rows()).toBe(63);
    await values.save('home', [at('P4', 64)]);
    expect(rows()).toBe(1);
    await values.save('home', [at('P4', 65)]);
    const loaded = await values.load('home', 'HmIP-RF');
    expect(loaded).toHaveLength(10);
    expect(loaded.find(({ parameter }) => parameter === 'P4')).toEqual(at('P4', 65));
    expect(loaded.find(({ parameter }) => parameter === 'P3')).toEqual(at('P3', 63));
    db.close();
    world.close();
  });

  it('loses no other batch of values with one that is damaged, says so, and leaves it out at the next merge', async () => {
    const world = await startStorage();
    const { values } = world.storage;
    const at = (parameter: string) => ({
      interfaceName: 'HmIP-RF' as const,
      channelAddress: 'D1:1',
      parameter,
      value: 1,
      at: 1,
    });
    for (const parameter of ['A', 'B', 'C']) await values.save('home', [at(parameter)]);
    const db = sqlite.open(world.storage.file);
    db.exec("UPDATE value_batches SET packed = x'78ff00' WHERE id = 2");
    const parameters = async () => (await values.load('home', 'HmIP-RF')).map(({ parameter }) => parameter);
    expect(await parameters()).toEqual(['A', 'C']);
    expect(world.events).toContain('storage.values.unreadable');
    for (let count = 4; count <= 64; count += 1) await values.save('home', [at('D')]);
    expect(db.prepare('SELECT count(*) FROM value_batches').pluck().get()).toBe(1);
    expect(await parameters()).toEqual(['A', 'C', 'D']);
    db.close();
    world.close();
  });

  it('forgets a central also while its values are being merged', async () => {
    const world = await startStorage();
    const { values } = world.storage;
    const value = { interfaceName: 'HmIP-RF' as const, channelAddress: 'D1:1', parameter: 'P', value: 1, at: 1 };
    for (let count = 1; count < 64; count += 1) await values.save('home', [value]);
    const merging = values.save('home', [value]);
    await values.forgetCentral('home');
    await merging;
    expect(await values.load('home', 'HmIP-RF')).toEqual([]);
    world.close();
  });

  it('forgets the values of a device with all its channels, and of no other', async () => {
    const world = await startStorage();
    const { values } = world.storage;
    const at = (channelAddress: string) =>
      ({ interfaceName: 'HmIP-RF', channelAddress, parameter: 'STATE', value: true, at: 5 }) as const;
    await values.save('home', ['D1', 'D1:0', 'D1:12', 'D10:1', 'D1X', 'D'].map(at));
    await values.forgetDevices('home', ['D1', 'NOPE']);
    const left = await values.load('home', 'HmIP-RF');
    expect(left.map(({ channelAddress }) => channelAddress).sort()).toEqual(['D', 'D10:1', 'D1X']);
    world.close();
  });

  it('remembers and forgets the small state of a link', async () => {
    const world = await startStorage();
    await world.storage.ccuState.save('home/session', 'abc');
    expect(await world.storage.ccuState.load('home/session')).toBe('abc');
    await world.storage.ccuState.save('home/session', undefined);
    expect(await world.storage.ccuState.load('home/session')).toBeUndefined();
    world.close();
  });

  it('names what it remembers below a prefix, of which no character stands for another', async () => {
    const world = await startStorage();
    const { ccuState } = world.storage;
    for (const key of ['a_b.2', 'a_b.1', 'a_b', 'axb.1', 'A_B.1', '%']) await ccuState.save(key, 'x');
    expect(await ccuState.keys('a_b.')).toEqual(['a_b.1', 'a_b.2']);
    expect(await ccuState.keys('%')).toEqual(['%']);
    world.close();
  });

  it('keeps sections, and knows none from those deleted', async () => {
    const world = await startStorage();
    const { sections } = world.storage;
    await sections.put('callback', { port: 1 });
    await sections.put('callback', { port: 2 });
    expect(await sections.all()).toEqual({ callback: { port: 2 } });
    expect(await sections.delete('callback')).toBe(true);
    expect(await sections.delete('callback')).toBe(false);
    expect(await sections.get('callback')).toBeUndefined();
    world.close();
  });

  it('lists centrals in the order of their creation, also within one moment and after the clock was set back', async () => {
    const world = await startStorage();
    const { centrals } = world.storage;
    for (const name of ['home', 'attic']) await centrals.create({ name, enabled: true, config: {} });
    world.tick(-5000);
    await centrals.create({ name: 'aaa', enabled: true, config: {} });
    expect((await centrals.list()).map(({ name }) => name)).toEqual(['home', 'attic', 'aaa']);
    world.close();
  });

  it('keeps centrals whose names ignore case', async () => {
    const world = await startStorage();
    const { centrals } = world.storage;
    expect(await centrals.create({ name: 'Home', enabled: true, config: { host: 'a' } })).toBe(true);
    expect(await centrals.create({ name: 'home', enabled: true, config: {} })).toBe(false);
    world.tick(1000);
    expect(await centrals.update('HOME', { enabled: false })).toBe(true);
    expect(await centrals.list()).toEqual([
      {
        name: 'Home',
        enabled: false,
        config: { host: 'a' },
        createdAt: 1_700_000_000_000,
        updatedAt: 1_700_000_001_000,
      },
    ]);
    expect(await centrals.update('x', {})).toBe(false);
    expect(await centrals.delete('home')).toBe(true);
    world.close();
  });

  it('bounds what one principal has remembered, in keys and in bytes', async () => {
    const world = await startStorage();
    const { preferences } = world.storage;
    const put = (owner: string, key: string, value: unknown) =>
      preferences.put(owner, key, value, { keys: 2, bytes: 20 });
    expect(await put('local:a', 'k1', 'ü')).toBe(true);
    expect(await put('local:a', 'k2', 1)).toBe(true);
    expect(await put('local:a', 'k3', 1)).toBe(false);
    expect(await put('local:a', 'k2', 'x'.repeat(10))).toBe(true);
    expect(await put('local:a', 'k2', 'x'.repeat(11))).toBe(false);
    expect(await preferences.get('local:a', 'k2')).toBe('x'.repeat(10));
    expect(await preferences.get('local:a', 'k3')).toBeUndefined();
    expect(await put('local:b', 'k3', 1)).toBe(true);
    await preferences.delete('local:a', 'k1');
    expect(await put('local:a', 'k3', 1)).toBe(true);
    world.close();
  });

  it('keeps preferences apart by principal', async () => {
    const world = await startStorage();
    const { preferences } = world.storage;
    const roomy = { keys: 9, bytes: 999 };
    await preferences.put('local:a', 'ui', { dark: true }, roomy);
    await preferences.put('local:b', 'ui', null, roomy);
    expect(await preferences.get('local:a', 'ui')).toEqual({ dark: true });
    expect(await preferences.get('local:b', 'ui')).toBeNull();
    expect(await preferences.get('local:c', 'ui')).toBeUndefined();
    await preferences.deleteAll('local:a');
    expect(await preferences.get('local:a', 'ui')).toBeUndefined();
    await preferences.delete('local:b', 'ui');
    expect(await preferences.get('local:b', 'ui')).toBeUndefined();
    world.close();
  });

  it('replaces the visible parameters of a central and keeps who added which', async () => {
    const world = await startStorage();
    const { unignore } = world.storage;
    await unignore.replace('home', ['A', 'B'], 'anna');
    world.tick(10);
    expect(await unignore.replace('home', ['B', 'C', 'C'], 'bert')).toEqual([
      { pattern: 'B', updatedAt: 1_700_000_000_000, updatedBy: 'anna' },
      { pattern: 'C', updatedAt: 1_700_000_000_010, updatedBy: 'bert' },
    ]);
    expect(await unignore.list('other')).toEqual([]);
    world.close();
  });

  it('writes sealed values anew with the path they were sealed for, all or none', async () => {
    const world = await startStorage();
    const { centrals, sections, reseal } = world.storage;
    await centrals.create({ name: 'home', enabled: true, config: { host: 'h', password: 'enc:v1:a:1' } });
    await sections.put('north.rest.auth.oidc', { client_secret: 'enc:v1:a:2', list: ['enc:v1:a:3', 'plain'] });
    const refuse = reseal((_, path) => {
      if (path.startsWith('centrals')) throw new Error('wrong key');
      return 'x';
    });
    await expect(refuse).rejects.toThrow('wrong key');
    expect(await reseal((sealed, path) => `enc:v1:b:${sealed.at(-1)}@${path}`)).toBe(3);
    expect((await centrals.list())[0]?.config).toEqual({ host: 'h', password: 'enc:v1:b:1@centrals.home.password' });
    expect(await sections.get('north.rest.auth.oidc')).toEqual({
      client_secret: 'enc:v1:b:2@north.rest.auth.oidc.client_secret',
      list: ['enc:v1:b:3@north.rest.auth.oidc.list.0', 'plain'],
    });
    world.close();
  });

  it('lists incidents newest first and clears them', async () => {
    const world = await startStorage();
    const { incidents } = world.storage;
    const incident = { central: 'home', component: 'link', severity: 'error', summary: 's', detail: null } as const;
    for (let at = 1; at <= 3; at += 1) await incidents.add({ ...incident, at, central: at === 2 ? null : 'home' });
    expect((await incidents.query({ limit: 10 })).map((entry) => entry.at)).toEqual([3, 2, 1]);
    expect((await incidents.query({ central: 'home', until: 3, limit: 10 })).map((entry) => entry.at)).toEqual([1]);
    await incidents.clear();
    expect(await incidents.query({ limit: 10 })).toEqual([]);
    world.close();
  });
});
