import { expect, it } from 'vitest';
import { createChangeFilter, createFilter } from './event-filter.js';
import type { EventMessage } from './event-message.js';

const message = (changes: Partial<EventMessage> = {}): EventMessage => ({
  ...{ topic: 'home/A:1/STATE', payload: true, kind: 'value', central: 'home', device: 'A', deviceName: 'Lamp' },
  ...{
    model: 'HmIP-PSM',
    channel: 1,
    channelName: 'Lamp:1',
    parameter: 'STATE',
    rooms: ['Hall'],
    functions: ['Light'],
  },
  ...{ previous: undefined, available: true, seq: 1, ts: '', replayed: false },
  ...changes,
});

it.each([
  [{}, true],
  [{ device: 'A', channel: '1', parameter: 'STATE', room: 'Hall', function: 'Light', central: 'home' }, true],
  [{ device: 'B' }, false],
  [{ channel: '2' }, false],
  [{ parameter: 'LEVEL' }, false],
  [{ room: 'Kitchen' }, false],
  [{ function: 'Heating' }, false],
  [{ central: 'away' }, false],
  [{ events: 'control' }, false],
])('the form %j fits: %s', (form, fits) => {
  expect(createFilter(form)(message())).toBe(fits);
});

it('a value is news where it differs from the value before, and a key press always is', () => {
  const isChange = createChangeFilter();
  expect(isChange(message({ payload: 1, previous: 1 }))).toBe(false);
  expect(isChange(message({ payload: 2, previous: 1 }))).toBe(true);
  expect(isChange(message({ payload: 2 }))).toBe(false);
  expect(isChange(message({ payload: 2, topic: 'home/A:2/STATE' }))).toBe(true);
  const press = message({ kind: 'trigger', topic: 'home/A:1/PRESS_SHORT' });
  expect([isChange(press), isChange(press)]).toEqual([true, true]);
});
