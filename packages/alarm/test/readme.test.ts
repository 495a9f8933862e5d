import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as alarm from '../src/index.js';

it('the program of the README triggers', () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const program = /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  const body = program.replace(/^import (\{.*\}) from '.*';$/m, 'const $1 = alarm;').replace(/^export /m, '');
  const zone: alarm.ZoneStatus = new Function('alarm', `${body}; return zone;`)(alarm);
  expect(zone).toMatchObject({ id: 'ground', state: 'triggered', incident: { sensor: 'door', isSounding: true } });
});
