import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { editYaml } from './yaml-edit.js';

const FILE = `# our house
locale: de   # German

logging:
  level:   info # not too much
  # more below
  overrides: {}
centrals:
# the attic
- name: 'home'
  host: 10.0.0.1
  password: "geheim #1"
north: {rest: {listen: ":8119"}}
`;

describe('editing a YAML file', () => {
  it.each([
    ['a value', ['logging', 'level'], 'debug', [['  level:   info # not', '  level: debug # not']]],
    ['quotes', ['centrals', 0, 'name'], 'attic', [["'home'", "'attic'"]]],
    ['what looks like another kind', ['locale'], 'true', [['locale: de ', 'locale: "true" ']]],
    ['a new key behind its neighbours', ['logging', 'format'], 'text', [['{}\n', '{}\n  format: text\n']]],
    ['a new key of a list entry', ['centrals', 0, 'tls'], true, [['#1"\n', '#1"\n  tls: true\n']]],
    ['a new block', ['mqtt', 'enabled'], true, [['8119"}}\n', '8119"}}\nmqtt:\n  enabled: true\n']]],
    ['a map', ['logging', 'overrides'], { ccu: 'warn' }, [['overrides: {}', 'overrides:\n    ccu: warn']]],
  ])('changes %s and no other byte', (_, keys, value, replacements) => {
    const wanted = replacements.reduce((text, [from = '', to = '']) => text.replace(from, to), FILE);
    expect(editYaml(FILE, keys, value)).toBe(wanted);
  });

  it('keeps comments and order where the library has to rewrite the file', () => {
    const text = editYaml(FILE, ['north', 'rest', 'public_url'], 'https://a.example') ?? '';
    for (const comment of ['# our house', '# German', '# not too much', '# more below', '# the attic']) {
      expect(text).toContain(comment);
    }
    expect(Object.keys(parse(text))).toEqual(Object.keys(parse(FILE)));
    expect(parse(text).north).toEqual({ rest: { listen: ':8119', public_url: 'https://a.example' } });
  });

  it.each([
    ['a line', ['logging', 'level'], FILE.replace('  level:   info # not too much\n', '')],
    ['a whole block', ['centrals'], FILE.replace(/centrals:[\s\S]*?(?=north)/, '')],
    ['the first key behind a dash', ['centrals', 0, 'name'], undefined],
  ])('takes away %s', (_, keys, wanted) => {
    const text = editYaml(FILE, keys, undefined);
    if (wanted !== undefined) expect(text).toBe(wanted);
    else expect(parse(text ?? '').centrals).toEqual([{ host: '10.0.0.1', password: 'geheim #1' }]);
  });

  it('leaves no empty block behind', () => {
    expect(editYaml('locale: de\nmqtt:\n  tls:\n    ca: x\n', ['mqtt', 'tls', 'ca'], undefined)).toBe('locale: de\n');
  });

  it.each([
    ['', 'locale: de\n'],
    ['# only words\n', '# only words\nlocale: de\n'],
    ['logging:\r\n  level: info\r\n', 'logging:\r\n  level: info\r\nlocale: de\r\n'],
    ['locale:\n', 'locale: de\n'],
    ['locale: # which\n', 'locale: de # which\n'],
    ['locale: en', 'locale: de'],
    ['logging: {}', 'logging: {}\nlocale: de'],
    ['---\nlogging: {}\n...\n', '---\nlogging: {}\nlocale: de\n...\n'],
    ['locale: |\n  en\nlogging: {}\n', 'locale: de\nlogging: {}\n'],
  ])('supports %j', (text, wanted) => expect(editYaml(text, ['locale'], 'de')).toBe(wanted));

  it('refuses the target of an alias, because it may have several uses', () => {
    expect(editYaml('a: &x {b: 1}\nc: *x\n', ['c', 'b'], 2)).toBeUndefined();
    expect(editYaml('a: &x 1\nc: *x\n', ['a'], 2)).toBeUndefined();
    expect(editYaml('a: &x 1\nc: *x\n', ['c'], 2)).toBe('a: &x 1\nc: 2\n');
  });
});
