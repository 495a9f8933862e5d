import { describe, expect, it } from 'vitest';
import type { ConfigSource } from '../families/gateway/config.js';
import { GatewayError, OUTCOME_UNKNOWN } from '../use-case/errors.js';
import { createHotSettings } from './hot-settings.js';
import type { ConfigLayout } from './layout.js';
import { createRuntimeConfig } from './runtime-config.js';
import type { SectionRecords } from './section-records.js';

type Config = Readonly<Record<string, unknown>>;
const NOW = 1_700_000_000_000;
const LAYOUT: ConfigLayout = {
  settings: ['locale', 'web.port', 'web.title', 'web.login.key', 'web.login.url', 'web.users'],
  sections: ['locale', 'web', 'web.login'],
  fileOnly: ['web.users'],
};
const UNKNOWN_KEY = 'of a newer version';
const STARTED: Config = {
  locale: 'en',
  web: { port: 80, title: 'gateway', login: { key: '', url: 'a' }, users: { anna: 'x' } },
};

const isMap = (value: unknown): value is Config => typeof value === 'object' && value !== null;
function merged(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over;
  const keys = Object.entries(over).map(([key, value]) => [key, merged(base[key], value)]);
  return { ...base, ...Object.fromEntries(keys) };
}

function world(sources: Readonly<Record<string, ConfigSource>> = {}) {
  const kept = new Map<string, unknown>();
  const state = {
    ...{ isFull: false, refuses: false, isLastWayIn: false, losesAnswers: false, givesNoAnswer: false },
    meanwhile: () => {},
  };
  const applied: unknown[] = [];
  const records: SectionRecords = {
    all: async () => Object.fromEntries(kept),
    async replace(section, before, after) {
      state.meanwhile();
      state.meanwhile = () => {};
      if (state.isFull) throw new GatewayError('service_unready', 'no room');
      if (JSON.stringify(kept.get(section)) !== JSON.stringify(before)) return false;
      if (after === undefined) kept.delete(section);
      else kept.set(section, after);
      if (state.losesAnswers) throw new GatewayError('service_unready', 'no answer');
      return true;
    },
  };
  const hot = createHotSettings<Config>(LAYOUT);
  hot.add({
    paths: ['web'],
    apply({ web }) {
      applied.push((web as Config).title);
      if (state.refuses && (web as Config).title !== 'gateway') throw new Error('cannot');
    },
  });
  const place = (section: string, value: unknown) =>
    section.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const config = createRuntimeConfig<{ readonly config: Config; readonly sources: ReadonlyMap<string, ConfigSource> }>({
    started: { config: STARTED, sources: new Map(Object.entries(sources)) },
    records,
    format: {
      layout: LAYOUT,
      fields: () => [],
      accept(saved, stored) {
        const config = Object.entries(stored).reduce<unknown>(
          (base, [section, value]) => merged(base, place(section, value)),
          STARTED,
        ) as Config;
        const { title, login } = config.web as Config;
        const { key } = login as Config;
        if (key === UNKNOWN_KEY) throw new GatewayError('validation', 'an unknown key');
        if ((key === 'needs a title') !== (title === 'with a key')) throw new GatewayError('validation', 'half of it');
        return { ...saved, config };
      },
      mask: (value) => value,
      restoreMasked: (incoming) => incoming,
      secretsStay() {},
      clearText: (value) => value,
      sealed: (value) => value,
    },
    now: () => NOW,
    hot,
    async keepWayIn(_change, write) {
      if (state.givesNoAnswer) throw new GatewayError('upstream_unavailable', 'no answer', { reason: OUTCOME_UNKNOWN });
      if (state.isLastWayIn) throw new GatewayError('conflict', 'the last way to sign in');
      await write(records);
    },
  });
  return { config, kept, state, applied };
}

describe('a section of the configuration', () => {
  it('holds its own settings: neither a section inside it nor settings of the file only', async () => {
    const { config } = world();
    expect(await config.section('web')).toEqual({ port: 80, title: 'gateway' });
    expect(await config.section('web.login')).toEqual({ key: '', url: 'a' });
    expect(await config.section('locale')).toEqual({ locale: 'en' });
    await expect(config.section('users')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['web', { users: { eve: 'y' } }, 'web.users', 'is set in the configuration file only'],
    ['web', { login: { url: 'b' } }, 'web.login.url', 'belongs to section web.login'],
    ['web', { port: 81 }, 'web.port', 'is pinned by the environment and cannot be changed here'],
    ['locale', {}, 'locale', 'is required'],
  ])('refuses %s %j', async (section, value, field, reason) => {
    const { config, kept, applied } = world({ 'web.port': 'env' });
    await expect(config.saveSection(section, value)).rejects.toMatchObject({
      details: { errors: [{ field, reason }] },
    });
    expect([kept.size, applied, config.changes()]).toEqual([0, [], []]);
  });

  it('accepts a setting pinned by the environment when it is the same value', async () => {
    const { config } = world({ 'web.port': 'env' });
    await config.saveSection('web', { port: 80, title: 'home' });
    expect(config.changes()).toEqual([{ path: 'web.title', applied: true }]);
  });

  it('lists the settings that count at once and those that wait for a restart', async () => {
    const { config, applied } = world();
    expect(await config.saveSection('web', { title: 'home' })).toMatchObject({ applied: true, restartRequired: false });
    expect(await config.saveSection('locale', { locale: 'de' })).toMatchObject({
      applied: true,
      restartRequired: true,
    });
    expect(applied).toEqual(['home']);
    await config.resetField('web.title');
    expect([applied, config.changes()]).toEqual([['home', 'gateway'], [{ path: 'locale', applied: false }]]);
  });

  it('that another gateway has stored is in force here, and reported to no listener', async () => {
    const { config, kept, applied } = world();
    const told: string[] = [];
    config.observe((section) => told.push(section));
    kept.set('web', { title: 'theirs' });
    await config.reload('web');
    expect([config.current(), applied, told]).toMatchObject([{ web: { title: 'theirs' } }, ['theirs'], []]);
    await config.reload('web');
    await config.reload('unknown');
    expect(applied).toEqual(['theirs']);
    kept.set('web', { title: 'newer' });
    await config.reload();
    await config.reload();
    expect([config.current(), applied, told]).toMatchObject([{ web: { title: 'newer' } }, ['theirs', 'newer'], []]);
  });

  it('that cannot be in force here holds back no other one, is named, and is tried again with each reading', async () => {
    const { config, kept, state } = world();
    kept.set('web', { title: 'worse' }).set('web.login', { key: UNKNOWN_KEY }).set('locale', 'de');
    state.refuses = true;
    await config.reload('web');
    expect(config.current()).toMatchObject({ locale: 'de', web: { title: 'gateway', login: { key: '' } } });
    expect(config.notInForce()).toMatchObject([
      { section: 'web', error: { message: 'cannot' } },
      { section: 'web.login', error: { message: 'an unknown key' } },
    ]);
    // A change that is made here does not meet it, and does not write over it.
    expect(await config.saveSection('locale', { locale: 'fr' })).toMatchObject({ applied: true });
    expect(await config.saveSection('web', { title: 'bad' })).toMatchObject({ applied: false, applyError: 'cannot' });
    expect([kept.get('web'), kept.get('locale')]).toEqual([{ title: 'worse' }, 'fr']);
    state.refuses = false;
    kept.delete('web.login');
    await config.reload();
    expect([config.current(), config.notInForce()]).toMatchObject([{ locale: 'fr', web: { title: 'worse' } }, []]);
  });

  it('is in force together with another one that it needs', async () => {
    const { config, kept, applied } = world();
    kept.set('web', { title: 'with a key' }).set('web.login', { key: 'needs a title' });
    await config.reload();
    expect(config.current()).toMatchObject({ web: { title: 'with a key', login: { key: 'needs a title' } } });
    expect([config.notInForce(), applied.at(-1)]).toEqual([[], 'with a key']);
  });

  it('is read again after an unanswered check of the last authentication source, and is no wrong setting meanwhile', async () => {
    const { config, kept, state } = world();
    kept.set('web', { title: 'theirs' });
    state.givesNoAnswer = true;
    await expect(config.reload('web')).rejects.toMatchObject({ details: { reason: 'outcome_unknown' } });
    expect([config.notInForce(), config.changes()]).toEqual([[], []]);
    state.givesNoAnswer = false;
    await config.reload();
    expect(config.current()).toMatchObject({ web: { title: 'theirs' } });
  });

  it('that was stored without an answer is in force and reported as soon as it is read, unlike one that was not stored', async () => {
    const { config, kept, applied, state } = world();
    const told: string[] = [];
    let doubts = 0;
    config.observe((section) => told.push(section));
    config.onDoubt(() => {
      doubts += 1;
    });
    state.losesAnswers = true;
    await expect(config.saveSection('web', { title: 'a' })).rejects.toMatchObject({ code: 'service_unready' });
    expect([config.changes(), told, doubts]).toEqual([[], [], 1]);
    await config.reload();
    await config.reload();
    expect([config.current(), applied, told]).toMatchObject([{ web: { title: 'a' } }, ['a', 'gateway', 'a'], ['web']]);
    await expect(config.resetSection('web')).rejects.toMatchObject({ code: 'service_unready' });
    state.losesAnswers = false;
    await config.saveSection('locale', { locale: 'de' });
    expect([config.current(), told]).toMatchObject([{ web: { title: 'gateway' } }, ['web', 'locale', 'web']]);
    state.isFull = true;
    await expect(config.saveSection('web', { title: 'b' })).rejects.toMatchObject({ code: 'service_unready' });
    await config.reload();
    kept.set('web', { title: 'theirs' });
    await config.reload();
    expect([told.length, doubts]).toEqual([3, 3]);
  });

  it('begins anew with the stored value when another gateway was quicker', async () => {
    const { config, kept, applied, state } = world();
    kept.set('web', { title: 'theirs', port: 81 });
    state.meanwhile = () => kept.set('web', { title: 'newer', port: 82 });
    await config.resetField('web.title');
    expect(kept.get('web')).toEqual({ port: 82 });
    expect([config.current(), applied.at(-1)]).toMatchObject([{ web: { port: 82, title: 'gateway' } }, 'gateway']);
  });

  it('that is made of the stored section loses no other change, made here at the same time or by another gateway', async () => {
    const { config, kept, state } = world();
    const add = (more: object) => config.changeSection('web', (section) => ({ ...section, ...more }));
    await Promise.all([add({ port: 81 }), add({ title: 'home' })]);
    expect(kept.get('web')).toEqual({ port: 81, title: 'home' });
    state.meanwhile = () => kept.set('web', { title: 'theirs', port: 81 });
    await add({ port: 82 });
    expect(kept.get('web')).toEqual({ title: 'theirs', port: 82 });
    state.refuses = true;
    await expect(add({ title: 'bad' })).rejects.toMatchObject({ code: 'service_unready' });
    await expect(config.changeSection('nothing', (section) => section)).rejects.toMatchObject({ code: 'not_found' });
    expect(kept.get('web')).toEqual({ title: 'theirs', port: 82 });
  });

  it('that cannot be taken over, or kept, is nowhere afterwards', async () => {
    const { config, kept, state, applied } = world();
    state.refuses = true;
    expect(await config.saveSection('web', { title: 'a' })).toMatchObject({ applied: false, applyError: 'cannot' });
    state.refuses = false;
    state.isFull = true;
    await expect(config.saveSection('web', { title: 'b' })).rejects.toMatchObject({ code: 'service_unready' });
    state.isLastWayIn = true;
    await expect(config.saveSection('web', { title: 'c' })).rejects.toMatchObject({ code: 'conflict' });
    expect(applied).toEqual(['a', 'gateway', 'b', 'gateway']);
    expect([kept.size, config.changes()]).toEqual([0, []]);
  });
});
