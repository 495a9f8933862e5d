import { expect, it } from 'vitest';
import { memberChoices } from './group.js';

const compare = (a: string, b: string) => a.localeCompare(b);

it('offers the present members first, and devices of other groups last, without naming a device twice', () => {
  const group = { members: [{ address: 'M2', device_name: 'Wall' }, { address: 'M1' }] };
  const suitable = {
    assignable: [
      { address: 'F2', device_name: 'Valve', device_model: 'HM-CC-RT-DN', rooms: ['Bath', 'Hall'] },
      { address: 'F1', device_name: 'Contact' },
    ],
    leftover: [{ address: 'M1' }, { address: 'T1', device_name: 'Stove' }],
  };
  const choices = memberChoices(group, suitable, compare);
  expect(choices.map(({ address, isMember, isTaken }) => [address, isMember, isTaken])).toEqual([
    ['M1', true, false],
    ['M2', true, false],
    ['F1', false, false],
    ['F2', false, false],
    ['T1', false, true],
  ]);
  expect(choices[3]?.detail).toBe('HM-CC-RT-DN · Bath · Hall');
});

it('offers every suitable device for a new group', () => {
  const suitable = { assignable: [{ address: 'A' }], leftover: [{ address: 'B' }] };
  expect(memberChoices(undefined, suitable, compare).map(({ isMember }) => isMember)).toEqual([false, false]);
});
