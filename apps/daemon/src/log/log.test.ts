import { describe, expect, it } from 'vitest';
import { createLogLevels } from './levels.js';
import { createLog } from './log.js';
import { createLogRecords } from './records.js';

function startLog(format: 'json' | 'text' = 'json') {
  const lines: string[] = [];
  let now = Date.parse('2026-01-02T03:04:05Z');
  const levels = createLogLevels('info', {}, () => now);
  const records = createLogRecords(3);
  const log = createLog({ levels, records, format, out: { write: (line) => void lines.push(line) }, now: () => now });
  return { log, lines, levels, records, advance: (ms: number) => (now += ms) };
}

describe('log', () => {
  it('writes one JSON object a line with time, level, logger and message', () => {
    const { log, lines } = startLog();
    log.child('ccu').info('registered', { interface: 'HmIP-RF' });
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'info',
      time: '2026-01-02T03:04:05.000Z',
      logger: 'gateway.ccu',
      interface: 'HmIP-RF',
      msg: 'registered',
    });
  });

  it('never writes members that are named like secrets, at any depth', () => {
    const { log, lines, records } = startLog();
    log.warn('login', {
      password: 'hunter2',
      nested: { sid: 'abcdef', Authorization: 'Bearer x' },
      url: 'http://u:hunter2@h/?sid=abcdef',
    });
    expect(lines.join('')).not.toMatch(/hunter2|abcdef|Bearer x/);
    expect(JSON.stringify(records.list({ limit: 10 }))).not.toMatch(/hunter2|abcdef|Bearer x/);
  });

  it('writes the code and message of an error and no stack', () => {
    const { log, lines } = startLog('text');
    log.error('failed', { error: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });
    expect(lines[0]).toContain('"code":"ECONNREFUSED"');
    expect(lines[0]).not.toContain('log.test.ts');
  });

  it('keeps only the newest lines in memory', () => {
    const { log, records } = startLog();
    for (const n of [1, 2, 3, 4, 5, 6, 7]) log.info(`line ${n}`);
    expect(records.list({ limit: 10 }).map((record) => record.message)).toEqual(['line 5', 'line 6', 'line 7']);
    expect(records.lastSeq).toBe(7);
  });

  it('lets an override of a path hold for everything below it until it expires', () => {
    const { log, lines, levels, advance } = startLog();
    levels.override('gateway.ccu', 'debug', Date.parse('2026-01-02T03:05:05Z'));
    log.child('ccu').child('rega').debug('script');
    log.child('storage').debug('not this one');
    advance(60_000);
    log.child('ccu').child('rega').debug('too late');
    expect(lines).toHaveLength(1);
  });

  it('takes other levels from the configuration and keeps temporary ones', () => {
    const { levels } = startLog();
    levels.configure('warn', { 'gateway.ccu': 'debug', 'gateway.http': 'error' });
    levels.override('gateway.http', 'debug');
    expect(['gateway', 'gateway.ccu.home', 'gateway.http'].map(levels.levelOf)).toEqual(['warn', 'debug', 'debug']);
    levels.configure('info', { 'gateway.http': 'error' });
    expect(['gateway', 'gateway.ccu.home', 'gateway.http'].map(levels.levelOf)).toEqual(['info', 'info', 'debug']);
    levels.configure('error', {});
    expect(levels.overrides().map(({ path }) => path)).toEqual(['gateway.http']);
  });
});
