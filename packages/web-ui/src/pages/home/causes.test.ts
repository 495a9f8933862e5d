import type { InterfaceState } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import type { Device } from '../../store/points.js';
import { byCause } from './causes.js';
import type { Problem } from './problem.js';

const EARLY = Date.parse('2026-11-22T10:00:00.000Z');

const link = (name: string, connected: boolean, central = 'home') =>
  ({ id: `${central}-${name}`, name, central_id: central, connected }) as InterfaceState;

const down = (name: string, since: number, central = 'home'): Problem => ({
  id: `interface:${central}-${name}`,
  tone: 'bad',
  title: 'interfaceDown',
  inserted: { name },
  since,
  action: { kind: 'reconnect', interfaceIds: [`${central}-${name}`] },
});

const device = (address: string, name: string, central = 'home') =>
  ({
    key: `${central}/${address}`,
    summary: { address, central, interface_id: `${central}-${name}` },
  }) as Device;

const ofDevice = (address: string, title: Problem['title'], central = 'home'): Problem => ({
  id: `${central}/${address}/${title}`,
  tone: 'bad',
  title,
  inserted: { name: address },
  about: { central, address, parameter: 'UNREACH' },
});

const ids = (problems: readonly Problem[] = []) => problems.map(({ id }) => id);

describe('problems by cause', () => {
  it('are one for a CCU without any connection; its interfaces and unreachable devices follow', () => {
    const interfaces = [link('HmIP-RF', false), link('BidCos-RF', false)];
    const devices = [device('A', 'HmIP-RF'), device('B', 'BidCos-RF'), device('C', 'BidCos-RF')];
    const problems = [
      down('HmIP-RF', EARLY + 5),
      down('BidCos-RF', EARLY),
      ofDevice('A', 'unreachable'),
      ofDevice('B', 'unreachable'),
    ];
    const [only, ...others] = byCause(problems, { devices, interfaces });
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      id: 'central:home',
      title: 'centralDownFor',
      inserted: { name: 'home', n: 3 },
      since: EARLY,
      action: { kind: 'reconnect', interfaceIds: ['home-HmIP-RF', 'home-BidCos-RF'] },
    });
    expect(ids(only?.follows)).toEqual(ids(problems));
  });

  it('are one for an interface while the CCU answers on another, and leave other devices and CCUs alone', () => {
    const interfaces = [link('HmIP-RF', false), link('BidCos-RF', true), link('HmIP-RF', true, 'garage')];
    const devices = [device('A', 'HmIP-RF'), device('B', 'BidCos-RF'), device('A', 'HmIP-RF', 'garage')];
    const problems = [
      down('HmIP-RF', EARLY),
      ofDevice('A', 'unreachable'),
      ofDevice('B', 'unreachable'),
      ofDevice('A', 'unreachable', 'garage'),
    ];
    const found = byCause(problems, { devices, interfaces });
    expect(ids(found)).toEqual(['interface:home-HmIP-RF', 'home/B/unreachable', 'garage/A/unreachable']);
    expect(found[0]).toMatchObject({ title: 'interfaceDownFor', inserted: { name: 'HmIP-RF', n: 1 } });
    expect(ids(found[0]?.follows)).toEqual(['home/A/unreachable']);
  });

  it('keep what a lost connection does not cause: an alarm first, a weak battery after it', () => {
    const interfaces = [link('HmIP-RF', false)];
    const alarm: Problem = { id: 'smoke:home/A', tone: 'bad', title: 'smoke', inserted: {} };
    const found = byCause([down('HmIP-RF', EARLY), alarm, ofDevice('A', 'lowBattery')], {
      devices: [device('A', 'HmIP-RF')],
      interfaces,
    });
    expect(ids(found)).toEqual(['smoke:home/A', 'central:home', 'home/A/lowBattery']);
  });

  it('count no devices where there are none', () => {
    const [only] = byCause([down('CUxD', EARLY)], { devices: [], interfaces: [link('CUxD', false)] });
    expect(only?.title).toBe('centralDown');
  });

  it('are all of them while every interface is connected', () => {
    const problems = [ofDevice('A', 'unreachable')];
    expect(byCause(problems, { devices: [], interfaces: [link('HmIP-RF', true)] })).toBe(problems);
  });
});
