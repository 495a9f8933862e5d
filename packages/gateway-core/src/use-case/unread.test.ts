import { describe, expect, it } from 'vitest';
import { type ListReading, refuseUnread } from './unread.js';

/** CCUs by name, and the state of their lists. */
function house(centrals: Readonly<Record<string, 'read' | 'unread' | 'absent'>>): ListReading {
  const that = (state: string, central?: string) =>
    Object.entries(centrals)
      .filter(([name, each]) => each === state && (central === undefined || central === name))
      .map(([name]) => name);
  return {
    house: { centralNames: () => Object.keys(centrals) },
    hub: {
      hubUnread: (_, scope) => that('unread', scope?.central),
      hubAbsent: (_, scope) => that('absent', scope?.central),
    },
  } as ListReading;
}

describe('a list of the hub', () => {
  it('is refused as impossible where none of the CCUs can have it', () => {
    const ports = house({ lite: 'absent', other: 'read' });
    expect(() => refuseUnread(house({ lite: 'absent' }), 'programs', {})).toThrowError(
      expect.objectContaining({ code: 'unsupported', details: expect.objectContaining({ reason: 'no_logic_layer' }) }),
    );
    expect(() => refuseUnread(ports, 'sysvars', { central: 'lite' })).toThrowError('so no system variables');
  });

  it('is whole without a CCU that cannot have it', () => {
    expect(() => refuseUnread(house({ lite: 'absent', other: 'read' }), 'programs', {}, { whole: true })).not.toThrow();
  });

  it('is refused as not read yet where the one that can have it was not read', () => {
    const ports = house({ lite: 'absent', other: 'unread' });
    expect(() => refuseUnread(ports, 'programs', {})).toThrowError(
      expect.objectContaining({ code: 'service_unready' }),
    );
  });
});
