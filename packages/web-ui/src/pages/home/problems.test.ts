import { describe, expect, it } from 'vitest';
import type { Device, Point } from '../../store/points.js';
import { type ProblemSources, problemsOf } from './problems.js';

const AT = '2026-11-22T10:00:00.000Z';

/** A device with the flags of its maintenance channel. */
function house(flags: Readonly<Record<string, unknown>>, available = true) {
  const points = new Map<string, Point>();
  for (const [parameter, value] of Object.entries(flags)) {
    const key = `home/DEV/0/${parameter}`;
    const summary = { parameter, value, parameter_label: `label of ${parameter}`, modified_at: AT };
    // Devices and points with the members that are looked at here.
    points.set(key, { key, device: 'home/DEV', channel: 0, summary } as unknown as Point);
  }
  const device = {
    key: 'home/DEV',
    summary: { central: 'home', address: 'DEV', name: 'Lamp <b>', available },
    channels: [{ summary: { number: 0 }, points: [...points.keys()] }],
  } as unknown as Device;
  return { points, devices: [device] };
}

function problems(sources: Readonly<Record<string, unknown>> & Partial<ReturnType<typeof house>> = {}) {
  const { points, ...others } = sources;
  const store = { peekDevice: () => undefined, peekPoint: (key: string) => points?.get(key) };
  const nothing = { devices: [], interfaces: [], service: [], alarms: [], health: undefined };
  return problemsOf({ ...nothing, ...others, store } as unknown as ProblemSources);
}

const message = (change: Readonly<Record<string, unknown>> = {}) => ({
  id: '7',
  central: 'home',
  name: 'HmIP-RF.DEV:0.LOW_BAT',
  address: 'DEV:0',
  device_name: 'Lamp <b>',
  timestamp: AT,
  quittable: true,
  ...change,
});

const part = (name: string, status: string) => ({ name, status, note: 'why', recorded_at: AT });

describe('problems', () => {
  it('are none in an installation without faults', () => {
    const interfaces = [{ id: 'home-HmIP-RF', name: 'HmIP-RF', connected: true, duty_cycle: 79 }];
    const health = { components: [part('storage', 'healthy'), part('mqtt', 'unknown')] };
    expect(problems({ ...house({ LOW_BAT: false, UNREACH: false }), interfaces, health })).toEqual([]);
  });

  it('are listed once each, from a value or a service message, with their start', () => {
    const [only, ...others] = problems({ ...house({ LOW_BAT: true }), service: [message()] });
    expect(others).toEqual([]);
    expect(only).toMatchObject({ id: 'home/DEV/LOW_BAT', title: 'lowBattery', since: Date.parse(AT) });
    const bidcos = problems({ ...house({ LOWBAT: true }), service: [message({ name: 'BidCos-RF.DEV:0.LOWBAT' })] });
    expect(bidcos.map(({ id }) => id)).toEqual(['home/DEV/LOW_BAT']);
  });

  it('are listed for each CCU where two have a device, a message or an alarm of the same address or number', () => {
    const [here, there] = [message(), message({ central: 'garage' })];
    const found = problems({ service: [here, there], alarms: [here, there] });
    expect(found.map(({ id, about }) => [id, about?.central])).toEqual([
      ['alarm:home/7', undefined],
      ['alarm:garage/7', undefined],
      ['home/DEV/LOW_BAT', 'home'],
      ['garage/DEV/LOW_BAT', 'garage'],
    ]);
  });

  it('begin with smoke, by the meaning of a detector and not by its name', () => {
    const smoke = { ui_hint: { semantic: 'smoke' }, operations: { write: false } };
    const told = (change: Readonly<Record<string, unknown>>) => {
      const one = house({ STATE: true });
      for (const [key, point] of one.points) {
        one.points.set(key, { ...point, summary: { ...point.summary, ...smoke, ...change } } as Point);
      }
      return problems({ ...one, service: [message()] }).map(({ id, title, tone }) => [id, title, tone]);
    };
    const alarm = ['smoke:home/DEV', 'smoke', 'bad'];
    expect(told({})[0]).toEqual(alarm);
    const options = ['IDLE_OFF', 'PRIMARY_ALARM', 'INTRUSION_ALARM', 'SECONDARY_ALARM'];
    const status = (value: number) => told({ parameter: 'SMOKE_DETECTOR_ALARM_STATUS', value, value_list: options })[0];
    expect([status(0)?.[1], status(2)?.[1]]).toEqual(['serviceMessage', 'serviceMessage']);
    expect([status(1), status(3)]).toEqual([alarm, alarm]);
    expect(told({ ui_hint: { semantic: 'state' } })[0]?.[1]).toBe('serviceMessage');
    expect(told({ value: false })[0]?.[1]).toBe('serviceMessage');
  });

  it('name the missing members of a group, once with the message of the CCU, and mark a guess', () => {
    const group = (change: Readonly<Record<string, unknown>>) => {
      const { points, devices } = house({ UNREACH: true });
      const members = [
        { address: 'A', name: 'Bath', available: false },
        { address: 'B', name: 'Hall', available: true },
      ];
      const [device] = devices as [Device];
      const grouped = { ...device, summary: { ...device.summary, members, ...change } };
      const service = [message({ name: 'VirtualDevices.DEV:0.UNREACH' })];
      return problems({ points, devices: [grouped], service }).map(({ title, inserted }) => [title, inserted.members]);
    };
    expect(group({})).toEqual([['memberMissing', 'Bath']]);
    expect(group({ members_guessed: true })).toEqual([['memberPerhapsMissing', 'Bath']]);
    expect(group({ available: false })).toEqual([['unreachable', undefined]]);
  });

  it('can be acknowledged where the CCU lets it', () => {
    const sticky = message({ name: 'HmIP-RF.DEV:0.STICKY_UNREACH' });
    const [first] = problems({ service: [sticky] });
    expect(first?.action).toEqual({ kind: 'acknowledge_service', messageId: '7', central: 'home' });
    expect(problems({ service: [{ ...sticky, quittable: false }] })[0]?.action).toBeUndefined();
    expect(problems({ alarms: [message({ id: '9', description: 'smoke' })] })[0]).toMatchObject({
      id: 'alarm:home/9',
      tone: 'bad',
      note: 'smoke',
      action: { kind: 'acknowledge_alarm', messageId: '9', central: 'home' },
    });
  });

  it('begin with the worst, and include the last reports of an unreachable device', () => {
    const interfaces = [
      { id: 'home-HmIP-RF', name: 'HmIP-RF', connected: false, note: 'refused' },
      { id: 'home-BidCos-RF', name: 'BidCos-RF', connected: true, duty_cycle: 93.4 },
    ];
    const health = { components: [part('ccu.home-HmIP-RF', 'unhealthy'), part('storage', 'degraded')] };
    const found = problems({ ...house({ UNREACH: true, CONFIG_PENDING: true }, false), interfaces, health });
    expect(found.map(({ id, tone }) => [id, tone])).toEqual([
      ['interface:home-HmIP-RF', 'bad'],
      ['home/DEV/UNREACH', 'bad'],
      ['duty:home-BidCos-RF', 'warn'],
      ['part:storage', 'warn'],
      ['home/DEV/CONFIG_PENDING', 'warn'],
    ]);
    expect(found[0]).toMatchObject({
      since: Date.parse(AT),
      note: 'refused',
      action: { kind: 'reconnect', interfaceIds: ['home-HmIP-RF'] },
    });
    expect(found[2]?.inserted).toEqual({ name: 'BidCos-RF', n: 93 });
  });
});
