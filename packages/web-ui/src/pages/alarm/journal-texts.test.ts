import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventText, journalTexts } from './journal-texts.js';

const engine = join(import.meta.dirname, '../../../../alarm/src/engine');

it('has a text for each event that the engine records, and none else', () => {
  const source = readdirSync(engine)
    .map((file) => readFileSync(join(engine, file), 'utf8'))
    .join('\n');
  const words = new Set([...source.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, word]) => word));
  expect(Object.keys(journalTexts).filter((event) => !words.has(event))).toEqual([]);
  const recorded = [...source.matchAll(/\bevent: '([a-z_]+)'/g)].map(([, event = '']) => event);
  expect(recorded.length).toBeGreaterThan(15);
  expect(recorded.filter((event) => eventText(event) === undefined)).toEqual([]);
  expect(eventText('toString')).toBeUndefined();
});
