import { expect, it } from 'vitest';
import { INCIDENT_SUMMARIES, incidentMeaning, incidentSummary } from './incident-words.js';

it('every summary that is written down says its code and what was inserted', () => {
  for (const [code, template] of Object.entries(INCIDENT_SUMMARIES)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const facts = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
    // The keys of the table are its codes.
    const summary = incidentSummary(code as keyof typeof INCIDENT_SUMMARIES, facts);
    expect(incidentMeaning(summary)).toEqual({ code, facts });
  }
});

it('names of things are told apart from the words around them, whatever they hold', () => {
  const name = 'Lamp: the {name} $& (new)\nwas not';
  expect(incidentMeaning(incidentSummary('matter_not_shown', { name }))).toEqual({
    code: 'matter_not_shown',
    facts: { name },
  });
});

it('words that are none of these say nothing to programs', () => {
  expect(incidentMeaning('UDP port 5540 is taken by another program')).toBeUndefined();
});
