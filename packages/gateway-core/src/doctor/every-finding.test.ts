import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { doctorCases } from '../testing/doctor-cases.js';
import { diagnose } from './diagnose.js';

const findings = doctorCases().flatMap((facts) => diagnose(facts).findings);
const made = new Set(findings.map(({ id }) => id));
const documentation = join(import.meta.dirname, '../../../../docs');

/** Ids that stand in the rules; one that is made of two words is taken by its first. */
function idsOfRules(): readonly string[] {
  const folder = import.meta.dirname;
  const sources = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
  const lines = sources.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\bid: (.*)$/gm)]);
  return lines.flatMap(([, value = '']) => [
    ...[...value.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, id = '']) => id),
    ...[...value.matchAll(/`([a-z_]+)\.\$\{/g)].map(([, word = '']) => `${word}.*`),
  ]);
}

it('every finding that a rule can make is made from the facts for tests', () => {
  const words = new Set([...made].map((id) => `${id.split('.')[0]}.*`));
  const ids = [...new Set(idsOfRules())];
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => !made.has(id) && !words.has(id))).toEqual([]);
});

it.each(['troubleshooting.md', 'de/troubleshooting.md'])(
  'every finding that is wrong has its section in %s',
  (page) => {
    const text = readFileSync(join(documentation, page), 'utf8');
    const sections = new Set([...text.matchAll(/<a id="([a-z0-9-]+)"><\/a>/g)].map(([, anchor = '']) => anchor));
    const wrong = findings.filter(({ severity }) => severity !== 'ok');
    expect(wrong.length).toBeGreaterThan(100);
    const missing = wrong.filter(({ docs = '' }) => !sections.has(docs.replace('docs/troubleshooting.md#', '')));
    expect(missing.map(({ id, docs }) => ({ id, docs }))).toEqual([]);
  },
);
