import type { InstallationProblem } from '@ccu-gateway/contract/types';
import { describe, expect, it } from 'vitest';
import { shownProblem } from './problems.js';

const AT = '2026-11-22T10:00:00.000Z';

const problem = (change: Partial<InstallationProblem>): InstallationProblem => ({
  id: 'home/DEV/LOW_BAT',
  kind: 'low_battery',
  severity: 'warning',
  summary: 'in English',
  name: 'Lamp <b>',
  central: 'home',
  device_address: 'DEV',
  parameter: 'LOW_BAT',
  ...change,
});

const shown = (change: Partial<InstallationProblem>) => shownProblem(problem(change));

describe('a problem on a page', () => {
  it('has the texts of its kind, its device and its start', () => {
    expect(shown({ since: AT })).toEqual({
      id: 'home/DEV/LOW_BAT',
      tone: 'warn',
      title: 'lowBattery',
      help: 'battery-low',
      todo: 'lowBatteryTodo',
      inserted: { name: 'Lamp <b>' },
      about: { central: 'home', address: 'DEV', parameter: 'LOW_BAT' },
      since: Date.parse(AT),
    });
  });

  it('of a lost connection counts its devices, reconnects its interfaces and has its consequences', () => {
    const { device_address: _, ...follow } = problem({ id: 'b', kind: 'device_unreachable', severity: 'critical' });
    const down = shown({
      id: 'central:home',
      kind: 'ccu_down',
      severity: 'critical',
      affected_devices: 51,
      interface_ids: ['home-HmIP-RF', 'home-BidCos-RF'],
      follows: [follow],
      follows_total: 51,
    });
    expect(down).toMatchObject({
      title: 'centralDownFor',
      inserted: { n: 51 },
      action: { kind: 'reconnect', interfaceIds: ['home-HmIP-RF', 'home-BidCos-RF'] },
      followsTotal: 51,
    });
    expect(down.follows?.map(({ id, title }) => [id, title])).toEqual([['b', 'unreachable']]);
    expect(shown({ kind: 'interface_down', affected_devices: 0 }).title).toBe('interfaceDown');
    expect(shown({ kind: 'interface_down', affected_devices: 1 }).title).toBe('interfaceDownFor');
  });

  it('of a message has the label of the gateway, and can be acknowledged where the CCU lets it', () => {
    const message = { kind: 'service_message', parameter_label: 'Battery' } as const;
    expect(shown(message).inserted).toEqual({ name: 'Lamp <b>', what: 'Battery' });
    expect(shown(message).action).toBeUndefined();
    const action = { messageId: '7', central: 'home' };
    expect(shown({ ...message, message_id: '7' }).action).toEqual({ kind: 'acknowledge_service', ...action });
    expect(shown({ kind: 'alarm', message_id: '7' }).action).toEqual({ kind: 'acknowledge_alarm', ...action });
  });

  it('of smoke names the detectors that raised it, or else those of the team', () => {
    const smoke = { kind: 'smoke', members: ['Hall', 'Attic'] } as const;
    expect(shown({ kind: 'smoke' }).title).toBe('smoke');
    expect(shown({ ...smoke, members_raised: true })).toMatchObject({
      title: 'smokeRaisedBy',
      inserted: { members: 'Hall, Attic' },
    });
    expect(shown({ ...smoke, members_raised: false }).title).toBe('smokeOfTeam');
  });
});
