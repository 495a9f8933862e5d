import { describe, expect, it } from 'vitest';
import { changedParts, pauseOf, settingsOf } from './settings.js';

// Only the install modes are asked for.
const house = (active: boolean) => ({ installModes: () => [{ active }] }) as never;

describe('settings of the reading of a logic layer', () => {
  it('change the parts with another interval, and read those that have a turn', () => {
    const before = settingsOf({});
    const after = settingsOf({ intervals: { inbox: 0, programs: 1_000 } });
    expect(changedParts(before, after)).toEqual([
      { part: 'programs', isRead: true },
      { part: 'inbox', isRead: false },
    ]);
    expect(changedParts(after, after)).toEqual([]);
  });

  it('have variables and programs read anew with another selection', () => {
    const before = settingsOf({ intervals: { sysvars: 0 } });
    const selection = { internalVariables: false, variableMarkers: [], programMarkers: [] };
    const after = settingsOf({ intervals: { sysvars: 0 }, selection });
    expect(changedParts(before, after)).toEqual([
      { part: 'sysvars', isRead: true },
      { part: 'programs', isRead: true },
    ]);
  });

  it('watch the seconds while devices are paired', () => {
    const settings = settingsOf({ intervals: { installModes: 60_000 } });
    expect(pauseOf('installModes', house(true), 'c', settings)).toBe(5_000);
    expect(pauseOf('installModes', house(false), 'c', settings)).toBe(60_000);
    expect(pauseOf('inbox', house(true), 'c', settings)).toBe(60_000);
    expect(pauseOf('installModes', house(true), 'c', settingsOf({ intervals: { installModes: 0 } }))).toBe(5_000);
  });
});
