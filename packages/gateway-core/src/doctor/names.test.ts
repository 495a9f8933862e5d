import type { InterfaceExamination, NamesExamination } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import type { CentralFacts, DoctorFacts } from '../ports/doctor.js';
import { namesRule } from './names.js';

const READ: NamesExamination = { outcome: 'ok', devices: ['A', 'B'], inbox: ['C'], rooms: 3 };

/** Findings of the rule for a CCU that lists HmIP-RF and not `Other`, and for the devices of the gateway. */
function judged(
  names: NamesExamination,
  { scripts = 'ok', devices }: { scripts?: string; devices?: readonly (readonly [string, string])[] } = {},
) {
  const interfaces = ['HmIP-RF', 'Other'].map((name) => ({ name, listed: name === 'HmIP-RF' }) as InterfaceExamination);
  const connection = { devices: devices?.map(([address, name]) => ({ address, interface: name })) };
  // The rule reads no more than this.
  const central = {
    name: 'home',
    examination: { session: 'open', scripts, names, interfaces },
    ...(devices === undefined ? {} : { connection }),
  } as unknown as CentralFacts;
  return namesRule({ centrals: [central] } as unknown as DoctorFacts);
}

describe('the finding about names', () => {
  it('counts the read names if no gateway runs', () => {
    expect(judged(READ)).toMatchObject([{ id: 'names.read', severity: 'ok', facts: { devices: 2, rooms: 3 } }]);
  });

  it('is no trouble for devices that wait in the inbox, and for interfaces that the CCU does not list', () => {
    const devices = [
      ['A', 'HmIP-RF'],
      ['C', 'HmIP-RF'],
      ['X', 'Other'],
    ] as const;
    expect(judged(READ, { devices })).toMatchObject([{ id: 'names.read' }]);
  });

  it('names the devices that the logic layer does not know', () => {
    expect(judged(READ, { devices: [['D', 'HmIP-RF']] })).toMatchObject([
      { id: 'names.missing', severity: 'warning', facts: { devices: 1, first: 'D' } },
    ]);
  });

  it('accuses no device if the inbox is unknown', () => {
    const { inbox: _, ...untold } = READ;
    expect(judged(untold, { devices: [['D', 'HmIP-RF']] })).toMatchObject([{ id: 'names.read' }]);
  });

  it.each([
    ['ok', 'Restart the CCU'],
    ['level_too_low', 'administrator rights'],
  ])('names a remedy if there are no names and scripts are %s', (scripts, helps) => {
    const found = judged({ outcome: 'fault', devices: [], rooms: 0 }, { scripts });
    expect(found).toMatchObject([{ id: 'names.unread', fix: { text: expect.stringContaining(helps) } }]);
  });

  it('leaves it to the finding about scripts where these end early', () => {
    expect(judged({ outcome: 'script_failed', devices: [], rooms: 0 }, { scripts: 'script_failed' })).toEqual([]);
  });
});
