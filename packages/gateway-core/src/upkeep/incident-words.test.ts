import { expect, it } from 'vitest';
import { INCIDENT_SUMMARIES, incidentMeaning, incidentSummary } from './incident-words.js';

it('every recorded summary yields its code and its inserted values', () => {
  for (const [code, template] of Object.entries(INCIDENT_SUMMARIES)) {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const facts = Object.fromEntries(names.map((name) => [name, `the ${name}`]));
    // The keys of the table are its codes.
    const summary = incidentSummary(code as keyof typeof INCIDENT_SUMMARIES, facts);
    expect(incidentMeaning(summary)).toEqual({ code, facts });
  }
});

it('names are separated from the words around them, for any content', () => {
  const name = 'Lamp: the {name} $& (new)\nwas not';
  expect(incidentMeaning(incidentSummary('matter_not_shown', { name }))).toEqual({
    code: 'matter_not_shown',
    facts: { name },
  });
});

it('words that are none of these say nothing to programs', () => {
  expect(incidentMeaning('UDP port 5540 is taken by another program')).toBeUndefined();
});
