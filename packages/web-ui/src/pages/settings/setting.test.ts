import { describe, expect, it } from 'vitest';
import { changesOf, type Field, parsedOf, sectionWith, settingsOf, textOf } from './setting.js';

const field = (path: string, type: string, more: Partial<Field> = {}): Field => ({
  path,
  type,
  class: 'basic',
  restart_required: false,
  section: path.split('.')[0]!,
  ...more,
});

const FIELDS = [
  field('locale', 'string', { values: ['en', 'de'], default: 'en' }),
  field('callback.port', 'integer', { minimum: 0, maximum: 65_535, default: 8120, variable: 'SERVICE_CALLBACK_PORT' }),
  field('callback.public_host', 'string'),
  field('north.auth.client_secret', 'string', { class: 'secret', section: 'north.auth' }),
  field('data_dir', 'string', { section: undefined, default: './var' }),
];
const EFFECTIVE = {
  config: {
    locale: 'en',
    callback: { port: 8120, public_host: '10.0.0.2' },
    north: { auth: { client_secret: '***' } },
    data_dir: './var',
  },
  sources: { 'callback.port': 'env', 'callback.public_host': 'db' } as const,
};
const settings = settingsOf(FIELDS, EFFECTIVE);
const setting = (path: string) => settings.find((each) => each.path === path)!;

describe('the settings', () => {
  it('that a variable pins, or only the file sets, cannot be changed', () => {
    expect(setting('callback.port')).toMatchObject({ fixed: 'variable', source: 'env', value: 8120 });
    expect(setting('data_dir')).toMatchObject({ fixed: 'file', source: 'default' });
    const draft = new Map([
      ['callback.port', '1'],
      ['data_dir', '/tmp'],
    ]);
    expect(changesOf(settings, draft)).toEqual({ changes: [], invalid: [] });
  });

  it('never show a secret, and an empty one keeps its stored value', () => {
    const secret = setting('north.auth.client_secret');
    expect(textOf(secret)).toBe('');
    expect(changesOf(settings, new Map([[secret.path, '']])).changes).toEqual([]);
    expect(changesOf(settings, new Map([[secret.path, 'new']])).changes).toMatchObject([{ value: 'new' }]);
  });

  it('count as changed only where the value differs', () => {
    const same = new Map([['callback.public_host', ' 10.0.0.2 ']]);
    expect(changesOf(settings, same).changes).toEqual([]);
    const cleared = new Map([['callback.public_host', '']]);
    expect(changesOf(settings, cleared).changes).toMatchObject([{ value: undefined }]);
  });

  it.each([
    ['', false],
    ['1.5', false],
    ['-1', false],
    ['65536', false],
    ['twelve', false],
    ['12', true],
  ])('take %j as a port: %s', (text, ok) => {
    expect(parsedOf({ kind: 'number', field: FIELDS[1]! }, text).ok).toBe(ok);
  });

  it('say which text is no JSON', () => {
    expect(parsedOf({ kind: 'json', field: field('x', 'object') }, '{').ok).toBe(false);
  });
});

describe('the section that is stored', () => {
  it('keeps its other settings, and loses those that are no longer set', () => {
    const body = sectionWith('callback', { port: 8120, public_host: 'a', deep: { a: 1, b: 2 } }, [
      { setting: setting('callback.public_host'), value: undefined },
      { setting: { ...setting('callback.port'), path: 'callback.deep.a' }, value: 3 },
    ]);
    expect(body).toEqual({ port: 8120, deep: { a: 3, b: 2 } });
  });

  it('of one setting is an object with that member', () => {
    expect(sectionWith('locale', { locale: 'en' }, [{ setting: setting('locale'), value: 'de' }])).toEqual({
      locale: 'de',
    });
  });
});
