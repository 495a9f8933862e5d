import { describe, expect, it } from 'vitest';
import { root } from '../../lib/run.mjs';
import { boxesOf, linkStatesPage, readLinkStates } from './link-states.mjs';

const states = readLinkStates(root);
const nextOf = (name, wanted) =>
  states.find((state) => state.name === name).inputs.find(({ input }) => input === wanted).states;

describe('the states of a connection', () => {
  it('are read from the code with their inputs and the states that follow', () => {
    expect(nextOf('idle', 'start')).toEqual(['probing']);
    expect(nextOf('probing', 'failed')).toEqual(['pausing', 'finding']);
    expect(nextOf('registering', 'registered')).toContain('proving');
    expect(states.every(({ name, inputs }) => name === 'stopped' || inputs.length > 0)).toBe(true);
  });

  it('lead to states that exist, and the drawing has no arrow to another', () => {
    const names = states.map(({ name }) => name);
    for (const { inputs } of states)
      for (const { states: next } of inputs) expect(names).toEqual(expect.arrayContaining(next));
    const boxes = boxesOf(states);
    const drawn = boxes.map(({ name }) => name);
    expect(drawn).toEqual(names.filter((name) => name !== 'stopped'));
    for (const { uses } of boxes) expect(drawn).toEqual(expect.arrayContaining(uses));
    expect(linkStatesPage(states)).toContain('| `pausing` | `renew` | `probing` |');
  });
});
