import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver/driver.js';

const sqlite = await loadSqlite();

const scope = { central: 'home', interfaceName: 'HmIP-RF' } as const;
const device = (index: number) => ({ ADDRESS: `DEV${index}`, TYPE: 'HmIP-X', CHILDREN: [`DEV${index}:0`], VERSION: 1 });

describe('the store of an installation', () => {
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

  it('lets everything else run while it reads all incidents', async () => {
    const world = await startStorage();
    const db = sqlite.open(world.storage.file);
    const insert = db.prepare(
      `INSERT INTO incidents (at, component, severity, summary) VALUES (?, 'link', 'info', 'x')`,
    );
    db.transaction(() => {
      for (let at = 1; at <= 5_000; at += 1) insert.run(at);
    })();
    db.close();
    let turns = 0;
    let isWaiting = true;
    const countTurn = () => {
      turns += 1;
      if (isWaiting) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    const found = await world.storage.incidents.query({ limit: 10_000 });
    isWaiting = false;
    expect(found.map(({ at }) => at)).toEqual(Array.from({ length: 5_000 }, (_, index) => 5_000 - index));
    expect(turns).toBeGreaterThanOrEqual(9);
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

  it('answers equal paramset descriptions as one object, also over several reads', async () => {
    const world = await startStorage();
    const level = (max: number): ParamsetDescription => ({ LEVEL: { TYPE: 'FLOAT', OPERATIONS: 7, MAX: max } });
    const { descriptions } = world.storage;
    await descriptions.saveParamsets(
      new Map([
        ['channel 3', level(1)],
        ['channel 4', level(1)],
        ['channel 5', level(2)],
      ]),
    );
    const first = await descriptions.loadParamsets(['channel 3', 'channel 5']);
    const second = await descriptions.loadParamsets(['channel 4']);
    expect(second.get('channel 4')).toBe(first.get('channel 3'));
    expect(first.get('channel 5')).toEqual(level(2));
    await descriptions.saveParamsets(new Map([['channel 4', level(3)]]));
    expect((await descriptions.loadParamsets(['channel 4'])).get('channel 4')).toEqual(level(3));
    expect(first.get('channel 3')).toEqual(level(1));
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

  it('loses no other batch of values with a damaged one, logs it, and leaves it out at the next merge', async () => {
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

  it('lists remembered names below a prefix, in which no character is a wildcard', async () => {
    const world = await startStorage();
    const { ccuState } = world.storage;
    for (const key of ['a_b.2', 'a_b.1', 'a_b', 'axb.1', 'A_B.1', '%']) await ccuState.save(key, 'x');
    expect(await ccuState.keys('a_b.')).toEqual(['a_b.1', 'a_b.2']);
    expect(await ccuState.keys('%')).toEqual(['%']);
    world.close();
  });
});

it('seals the devices for push messages anew with all other secrets', async () => {
  const world = await startStorage();
  const { ccuState, reseal } = world.storage;
  await ccuState.save('$push', 'enc:v1:a:devices');
  await ccuState.save('link', 'enc:v1:a:not-sealed-by-this-path');
  const seen: string[] = [];
  const count = await reseal((sealed, path) => {
    seen.push(path);
    return sealed.replace(':a:', ':b:');
  });
  expect([count, seen]).toEqual([1, ['$push']]);
  expect(await ccuState.load('$push')).toBe('enc:v1:b:devices');
  expect(await ccuState.load('link')).toBe('enc:v1:a:not-sealed-by-this-path');
  world.close();
});
