import { Logger, LogLevel } from '@matter/main';
import { afterEach, expect, it } from 'vitest';
import { logTo } from './log.js';

const before = Logger.destinations.default;
afterEach(() => {
  if (before !== undefined) Logger.destinations.default = before;
});

it('writes the lines of the library without their colours, their time and the codes of the bridge [K29]', () => {
  const lines: unknown[] = [];
  const keep = (level: string) => (said: string, fields?: object) => void lines.push([level, said, fields]);
  logTo({ debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') });
  const library = Logger.get('Pairing');
  expect(Logger.destinations.default?.level).toBe(LogLevel.INFO);
  library.info('opened with passcode: 20202021 and MT:Y.K90KCZ16BMAJ02H10');
  library.error('refused');
  expect(lines).toEqual([
    ['debug', 'matter library', { facility: 'Pairing', text: 'opened with *** and ***' }],
    ['warn', 'matter library', { facility: 'Pairing', text: 'refused' }],
  ]);
});
