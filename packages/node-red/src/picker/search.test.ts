import { expect, it } from 'vitest';
import { search } from './search.js';

const lamp = { value: 'A1', label: 'Lamp · Hall', also: ['Light'] };
const plug = { value: 'B2', label: 'Plug for the lamp', fields: { central: 'home' } };

it('every word must be in an entry, and labels that begin with the query come first', () => {
  expect(search([plug, lamp], 'lamp').items.map(({ value }) => value)).toEqual(['A1', 'B2']);
  expect(search([plug, lamp], ' HALL light ').items).toEqual([{ value: 'A1', label: 'Lamp · Hall' }]);
  expect(search([plug, lamp], 'b2 plug')).toEqual({ items: [plug], total: 1 });
  expect(search([plug, lamp], 'hall plug').total).toBe(0);
  expect(search([plug, lamp], ['no text']).total).toBe(2);
});

it('an answer has at most 50 entries and the number of all', () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ value: `${index}`, label: `Lamp ${index}` }));
  const { items, total } = search(many, 'lamp');
  expect([items.length, total]).toEqual([50, 120]);
});
