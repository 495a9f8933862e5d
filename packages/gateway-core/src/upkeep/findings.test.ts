import type { HubStatus, LeftOut } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { ccuFindings } from './findings.js';

const interfaces = [
  { id: 'home-HmIP-RF', connected: true },
  { id: 'home-CUxD', connected: false, note: 'Nobody answers.' },
];
// Only id, state and note are read.
const house = { interfaces: () => interfaces as never, unknownThings: () => [] };
const nothing = { interfaces: () => [], unknownThings: () => [] };
const ccu = (
  name: string,
  status: Partial<HubStatus> = {},
  refused: readonly string[] = [],
  leftOut: readonly LeftOut[] = [],
) => ({
  name,
  refusedDescriptions: () => refused,
  leftOut: () => leftOut,
  hubStatus: (): HubStatus => ({ session: 'open', scripts: 'granted', scriptPort: 'unused', ...status }),
});
const found = (status: Partial<HubStatus>) => ccuFindings(nothing, [ccu('home', status)]);

describe('the health of CCUs', () => {
  it('is that of their interfaces', () => {
    expect(ccuFindings(house, [ccu('home')])).toEqual([
      { name: 'home-HmIP-RF', status: 'healthy' },
      { name: 'home-CUxD', status: 'degraded', note: 'Nobody answers.' },
    ]);
  });

  it('distinguishes an empty list from one that was never read', () => {
    const failures = new Map([
      ['programs', 'unread'],
      ['inbox', 'unread'],
      ['sysvars', 'stale'],
    ] as const);
    expect(ccuFindings(nothing, [ccu('home')], () => failures)).toEqual([
      {
        name: 'home.hub',
        status: 'degraded',
        note: 'Never read, and refused until they are: programs, the inbox. Could not be read again, and shown as before: system variables.',
      },
    ]);
    expect(ccuFindings(nothing, [ccu('home')], () => new Map())).toEqual([]);
  });

  it('counts the descriptions that a CCU refuses, and names the first of them', () => {
    const refused = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((address) => `${address} MASTER`);
    expect(ccuFindings(nothing, [ccu('home', {}, refused), ccu('cabin', {}, ['A:1 VALUES'])])).toEqual([
      {
        name: 'home.descriptions',
        status: 'degraded',
        note: expect.stringMatching(/refuses 7 descriptions .*: A MASTER, B MASTER, .*E MASTER and 2 more\./),
      },
      {
        name: 'cabin.descriptions',
        status: 'degraded',
        note: expect.stringMatching(/refuses 1 description of .*: A:1 VALUES\./),
      },
    ]);
  });

  it('counts and names left-out items, and is worse only when a device is missing', () => {
    const from = { interfaceName: 'BidCos-RF', at: 1 } as const;
    const method = { ...from, kind: 'method', name: 'neverHeard', count: 2 } as const;
    const description = { ...from, kind: 'description', name: 'A?B', count: 1 } as const;
    const unknown = [
      { ...from, central: 'home', kind: 'device', name: 'NEVER1', count: 3 },
      { ...from, central: 'home', kind: 'device', name: 'NEVER2', count: 4 },
    ] as const;
    const told = { ...nothing, unknownThings: () => unknown };
    expect(ccuFindings(told, [ccu('home', {}, [], [method])])).toEqual([
      {
        name: 'home.left_out',
        status: 'healthy',
        note: 'The CCU sent data that the gateway does not know, and it was left out: 7 events of unknown devices (NEVER2, NEVER1); 2 calls of unknown methods (neverHeard).',
        reason: 'left_out',
      },
    ]);
    expect(ccuFindings(nothing, [ccu('home', {}, [], [description])])).toMatchObject([{ status: 'degraded' }]);
    for (const name of ['', 'nothing', 'number']) {
      const junk = { ...description, name };
      expect(ccuFindings(nothing, [ccu('home', {}, [], [junk])])).toMatchObject([{ status: 'healthy' }]);
    }
  });

  it('names a CCU that refuses scripts, and the missing data', () => {
    const findings = ccuFindings(house, [ccu('home', { scripts: 'refused' }), ccu('cabin', { scripts: 'unknown' })]);
    expect(findings.slice(2)).toEqual([
      {
        name: 'home.scripts',
        status: 'degraded',
        note: expect.stringMatching(/administrator rights/),
        reason: 'scripts_refused',
      },
    ]);
  });

  it.each([
    ['too_many_sessions', /session table of the CCU is full/],
    ['login_refused', /refuses user name or password/],
    ['failing', /also not in a new one/],
    ['unreachable', /does not answer/],
  ] as const)('distinguishes a session that is %s from the others', (session, note) => {
    expect(found({ session })).toEqual([
      { name: 'home.session', status: 'degraded', note: expect.stringMatching(note), reason: session },
    ]);
  });

  it.each([
    ['in_use', 'healthy', /go over the script port/],
    ['foreign', 'degraded', /Another CCU answers/],
    ['unproven', 'degraded', /does not prove/],
  ] as const)('shows a script port that is %s', (scriptPort, status, note) => {
    expect(found({ scriptPort })).toEqual([
      { name: 'home.script_port', status, note: expect.stringMatching(note), reason: `script_port_${scriptPort}` },
    ]);
  });
});
