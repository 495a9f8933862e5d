import { describe, expect, it } from 'vitest';
import { createLogLevels } from '../log/levels.js';
import { createLog } from '../log/log.js';
import { createLogRecords } from '../log/records.js';
import { goesToJournal } from './journal.js';

const stat = () => ({ dev: 8n, ino: 4711n });

describe('the journal of systemd', () => {
  it('is known by the device and the inode of the stream, so that a redirected one is a file', () => {
    expect(goesToJournal({ JOURNAL_STREAM: '8:4711' }, stat)).toBe(true);
    expect(goesToJournal({ JOURNAL_STREAM: '8:4712' }, stat)).toBe(false);
    expect(goesToJournal({}, stat)).toBe(false);
    const closed = () => {
      throw new Error('EBADF');
    };
    expect(goesToJournal({ JOURNAL_STREAM: '8:4711' }, closed)).toBe(false);
  });

  it.each(['text', 'json'] as const)(
    'gets the priority of each line of %s, and texts without a time of their own',
    (format) => {
      const lines: string[] = [];
      const log = createLog({
        levels: createLogLevels('debug', {}, () => 0),
        records: createLogRecords(10),
        format,
        journal: true,
        out: { write: (line) => void lines.push(line) },
        now: () => 0,
      });
      log.debug('a');
      log.info('b', { x: 1 });
      log.warn('c');
      log.error('d');
      expect(lines.map((line) => line.slice(0, 3))).toEqual(['<7>', '<6>', '<4>', '<3>']);
      if (format === 'text') expect(lines[1]).toBe('<6>info  gateway: b x=1\n');
      else expect(JSON.parse(lines[1]?.slice(3) ?? '')).toMatchObject({ level: 'info', msg: 'b', x: 1 });
    },
  );
});
