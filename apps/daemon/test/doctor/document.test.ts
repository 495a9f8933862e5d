import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../process.js';

const rules = join(repository, 'packages/gateway-core/src/doctor');
const files = [
  ...readdirSync(rules).map((name) => join(rules, name)),
  // Findings about other gateways.
  join(repository, 'apps/daemon/src/fleet/ports/doctor-ports.ts'),
];
const sources = files
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const page = readFileSync(join(repository, 'docs/doctor.md'), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z_]+\.[a-z_*]+)` \| (problem|warning) \|/gm)].map(([, id = '']) => id);

/** Ids that a rule gives to a finding: in a row with `id:`; one that is made of two words stands for all of its kind. */
function idsIn(text: string): ReadonlySet<string> {
  const lines = [...text.matchAll(/\bid: (.*)$/gm)].map(([, value = '']) => value);
  const plain = lines.flatMap((line) => [...line.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, id = '']) => id));
  const made = lines.flatMap((line) => [...line.matchAll(/`([a-z_]+)\.\$\{/g)].map(([, word = '']) => `${word}.*`));
  return new Set([...plain, ...made]);
}

/** Those of what is well stand in calls of `ok`, and need no advice. */
const isWell = (id: string) => new RegExp(`\\bok\\(\\{[^{}]*?id: '${id.replace('.', '\\.')}'`).test(sources);

describe('the page about the doctor', () => {
  it('names every finding that the rules can make, and no other', () => {
    const wanted = [...idsIn(sources)].filter((id) => !isWell(id));
    expect(wanted.length).toBeGreaterThan(70);
    expect([...rows].sort()).toEqual(wanted.sort());
  });
});

describe.each(['troubleshooting.md', 'de/troubleshooting.md'])('the page %s', (name) => {
  it('has a row for each finding of the page about the doctor', () => {
    const text = readFileSync(join(repository, 'docs', name), 'utf8');
    const found = [...text.matchAll(/^\| (?:<a id="[a-z0-9-]+"><\/a>)?`([a-z0-9_]+\.[a-z0-9_*]+)` \|/gm)];
    expect(
      found
        .map(([, id = '']) => id)
        .filter((id) => rows.includes(id))
        .sort(),
    ).toEqual([...rows].sort());
  });
});
