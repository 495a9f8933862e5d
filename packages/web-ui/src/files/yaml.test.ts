import { expect, it } from 'vitest';
import { yamlOf } from './yaml.js';

it('a configuration is written so that YAML reads the same values', () => {
  const config = {
    locale: 'de',
    callback: { port: 8120, host: '0.0.0.0', odd: 'yes: no\n"#' },
    centrals: [{ name: 'home', interfaces: ['HmIP-RF'] }],
    'a b': true,
    none: {},
    list: [],
  };
  expect(yamlOf(config).trimStart()).toBe(
    [
      'locale: "de"',
      'callback:',
      '  port: 8120',
      '  host: "0.0.0.0"',
      '  odd: "yes: no\\n\\"#"',
      'centrals:',
      '  - name: "home"',
      '    interfaces:',
      '      - "HmIP-RF"',
      '"a b": true',
      'none: {}',
      'list: []',
    ].join('\n'),
  );
});
