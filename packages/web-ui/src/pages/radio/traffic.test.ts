import { describe, expect, it } from 'vitest';
import { type AuditEntry, type LoggedEvent, qualityOf, reportsBy, rssiOf, secondsLeft, writesBy } from './traffic.js';

const isRadio = (address: string) => !address.startsWith('WIRED');
const write = (subject: string, device_address: string, action = 'data_point_write'): AuditEntry => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  action,
  subject,
  device_address,
});
const report = (device_address: unknown, type = 'datapoint.value_changed'): LoggedEvent => ({
  seq: 1,
  kind: 'change',
  topic: 't',
  type,
  ts: '2026-01-01T00:00:00Z',
  payload: { device_address },
});

describe('the traffic on the air', () => {
  it('counts our own writes by who and by device, without wires and what sends nothing', () => {
    const entries = [
      write('anna', 'A'),
      write('ha', 'A'),
      write('ha', 'B', 'custom_data_point_operation'),
      write('ha', 'WIRED1'),
      write('ha', 'A', 'device_metadata'),
    ];
    expect(writesBy(entries, 'subject', isRadio)).toEqual([
      { name: 'ha', count: 2 },
      { name: 'anna', count: 1 },
    ]);
    expect(writesBy(entries, 'device_address', isRadio)).toEqual([
      { name: 'A', count: 2 },
      { name: 'B', count: 1 },
    ]);
  });

  it('counts what devices report', () => {
    const events = [report('A'), report('B'), report('A'), report('WIRED1'), report('C', 'device.created'), report(7)];
    expect(reportsBy(events, isRadio)).toEqual([
      { name: 'A', count: 2 },
      { name: 'B', count: 1 },
    ]);
  });

  it('takes no value for a signal that cannot be one', () => {
    expect([-65, 0, 128, -128, 65536, Number.NaN, null].map(rssiOf)).toEqual([
      -65,
      ...Array<undefined>(6).fill(undefined),
    ]);
    expect([-60, -80, -95].map(qualityOf)).toEqual(['strong', 'fair', 'weak']);
  });

  it('says what is left of the hour', () => {
    expect([0, 50, 120].map(secondsLeft)).toEqual([36, 18, 0]);
  });
});
