import { describe, expect, it } from 'vitest';
import { type LogFilter, type LogLine, loggersOf, matchesLog, rowsOf, withLines } from './log-lines.js';

const line = (seq: number, change: Partial<LogLine> = {}): LogLine => ({
  seq,
  time: '2026-01-01T00:00:00.000Z',
  level: 'info',
  msg: 'said',
  ...change,
});
const ALL: LogFilter = { text: '', level: 'debug', logger: '' };

describe('the lines of the log', () => {
  it('are filtered by level and above, logger and below, and words anywhere', () => {
    const warning = line(1, { level: 'warn', logger: 'ccu.home', msg: 'Was <b>', attrs: { request_id: 'abc' } });
    const matches = (change: Partial<LogFilter>) => matchesLog(warning, { ...ALL, ...change });
    expect([{}, { level: 'warn' } as const, { logger: 'ccu' }, { text: 'was ABC' }].map(matches)).toEqual(
      Array(4).fill(true),
    );
    expect([{ level: 'error' } as const, { logger: 'cc' }, { text: 'gone' }].map(matches)).toEqual(
      Array(3).fill(false),
    );
    expect(matchesLog(line(1, { level: 'fatal' }), { ...ALL, level: 'error' })).toBe(true);
  });

  it('collapse where they repeat one after the other, and only there', () => {
    const lines = [line(1), line(2), line(3, { msg: 'other' }), line(4)];
    expect(rowsOf(lines, true).map(({ line: { seq }, times }) => [seq, times])).toEqual([
      [4, 1],
      [3, 1],
      [2, 2],
    ]);
    expect(rowsOf(lines, false).map(({ line: { seq } }) => seq)).toEqual([4, 3, 2, 1]);
  });

  it('name their loggers and the parents of these', () => {
    expect(loggersOf([line(1, { logger: 'ccu.home.rpc' }), line(2), line(3, { logger: 'auth' })])).toEqual([
      'auth',
      'ccu',
      'ccu.home',
      'ccu.home.rpc',
    ]);
  });

  it('are kept each once, the newest up to the capacity', () => {
    const known = [line(1), line(2)];
    expect(withLines(known, [line(2)], 10)).toBe(known);
    expect(withLines(known, [line(2), line(3), line(4)], 3).map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });
});
