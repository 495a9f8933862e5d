import { describe, expect, it, vi } from 'vitest';
import { createLocalTime, isTimeZone } from './local-time.js';

describe('times that a CCU writes without their zone', () => {
  it('are of the zone of the CCU, in summer and in winter', () => {
    const berlin = createLocalTime('Europe/Berlin');
    expect(berlin.read('2026-07-01 12:00:00')).toBe(Date.UTC(2026, 6, 1, 10));
    expect(berlin.read('2026-11-22T05:30:15')).toBe(Date.UTC(2026, 10, 22, 4, 30, 15));
    expect(createLocalTime('America/New_York').read('2026-11-22 05:30:15')).toBe(Date.UTC(2026, 10, 22, 10, 30, 15));
    expect(createLocalTime('Asia/Kolkata').read('2026-01-01 00:00:00')).toBe(Date.UTC(2025, 11, 31, 18, 30));
  });

  it('are right on both sides of a change of the clocks', () => {
    const berlin = createLocalTime('Europe/Berlin');
    expect(berlin.read('2026-03-29 01:59:59')).toBe(Date.UTC(2026, 2, 29, 0, 59, 59));
    expect(berlin.read('2026-03-29 03:00:00')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(berlin.read('2026-10-25 01:59:59')).toBe(Date.UTC(2026, 9, 24, 23, 59, 59));
    expect(berlin.read('2026-10-25 03:00:00')).toBe(Date.UTC(2026, 9, 25, 2));
  });

  it('never happened where the CCU shows the beginning of the epoch, in any zone, or no time', () => {
    expect(createLocalTime('Asia/Tokyo').read('1970-01-01 09:00:00')).toBe(0);
    expect(createLocalTime('America/New_York').read('1969-12-31 19:00:00')).toBe(0);
    for (const none of ['', 'yesterday', '2026-11-22', '22.11.2026 05:00:00']) {
      expect(createLocalTime('Europe/Berlin').read(none)).toBe(0);
    }
  });

  it('are of the zone of this machine where none is named, which needs no data of other zones', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const named = createLocalTime(timeZone);
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    const own = createLocalTime();
    expect(own.read('2026-07-01 12:00:00')).toBe(new Date(2026, 6, 1, 12).getTime());
    for (let hour = 0; hour < 366 * 24; hour += 1) {
      const text = new Date(Date.UTC(2028, 0, 1, hour)).toISOString().slice(0, 19);
      expect(own.read(text)).toBe(named.read(text));
    }
    expect(format).not.toHaveBeenCalled();
    format.mockRestore();
  });

  it('are refused for a zone that is none', () => {
    expect(isTimeZone('Europe/Berlin')).toBe(true);
    expect(isTimeZone('Mars/Olympus')).toBe(false);
    expect(() => createLocalTime('Mars/Olympus')).toThrow(RangeError);
  });
});
