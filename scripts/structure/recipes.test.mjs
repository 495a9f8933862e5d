import { expect, it } from 'vitest';
import { complaintsOf, membersIn, pathsIn } from './recipes.mjs';

const SOURCE = 'packages/a/src/list.ts';
const TABLE = 'packages/b/src/table.ts';
const TEXTS = 'packages/c/src/texts.ts';
const probe = { recipe: 'Add a thing', source: SOURCE };

it('reads the members of a union, of an array and of an object', () => {
  expect(membersIn("'basic' | 'bearer'")).toEqual(['basic', 'bearer']);
  expect(membersIn("'climate', 'text_display'")).toEqual(['climate', 'text_display']);
  expect(membersIn("\n  Lock: EVERY,\n  Button: ['alexa', 'apple'],\n")).toEqual(['Lock', 'Button']);
});

it('reads the paths of one recipe', () => {
  const text = `\n### Add a thing\n\n1. \`${SOURCE}\`: its name.\n2. \`${TABLE}\`: its row.\n\n### Add another\n\n\`${TEXTS}\`\n`;
  expect(pathsIn('Add a thing', text)).toEqual([SOURCE, TABLE]);
  expect(() => pathsIn('Add nothing', text)).toThrow('has no recipe "Add nothing"');
});

it('accepts a recipe that names each place, each of which fails without the new member', () => {
  expect(complaintsOf(probe, { named: [SOURCE, TABLE], places: [SOURCE, TABLE], failing: [TABLE] })).toEqual([]);
});

it('reports a place that the recipe does not name', () => {
  const found = complaintsOf(probe, { named: [SOURCE], places: [SOURCE, TABLE], failing: [TABLE] });
  expect(found).toEqual([expect.stringContaining(`"Add a thing" does not name ${TABLE}`)]);
});

it('reports a place that compiles without the new member, unless another file fails in its stead', () => {
  const seen = { named: [SOURCE, TABLE, TEXTS], places: [SOURCE, TABLE, TEXTS], failing: [TABLE] };
  expect(complaintsOf(probe, seen)).toEqual([expect.stringContaining(`${TEXTS} compiles with a member more`)]);
  expect(complaintsOf({ ...probe, checked: { [TEXTS]: 'scripts/texts.test.mjs' } }, seen)).toEqual([]);
  expect(complaintsOf({ ...probe, checked: { [TEXTS]: TABLE } }, seen)).toEqual([]);
  expect(complaintsOf({ ...probe, checked: { [TEXTS]: 'packages/d/src/shape.ts' } }, seen)).toEqual([
    expect.stringContaining('packages/d/src/shape.ts compiles with a member more'),
  ]);
});

it('leaves out a file that names the members for another list', () => {
  const seen = { named: [SOURCE], places: [SOURCE, TABLE], failing: [] };
  expect(complaintsOf({ ...probe, others: { [TABLE]: 'another list' } }, seen)).toEqual([]);
});
