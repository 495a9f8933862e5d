import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeHistoryStore } from '@ccu-gateway/gateway-core/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damages } from '../../test/damages.js';
import { manualClock, recordingLog } from '../../test/fixture.js';
import { loadSqlite } from '../database/driver/driver.js';
import { type HistoryFile, openHistoryFile } from './open-history.js';

const sqlite = await loadSqlite();
const START = Date.UTC(2026, 4, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function startHistory() {
  const root = mkdtempSync(join(tmpdir(), 'history-'));
  const dataDir = join(root, 'data');
  const { clock } = manualClock(START);
  const { events, log } = recordingLog();
  const opened: HistoryFile[] = [];
  const open = async () => {
    const file = await openHistoryFile({ dataDir, clock, log });
    opened.push(file);
    return file;
  };
  const first = await open();
  return {
    dataDir,
    first,
    events,
    open,
    close() {
      for (const file of opened) file.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

describeHistoryStore({ describe, it, expect }, 'the history in SQLite, like every history', async () => {
  const world = await startHistory();
  return { store: world.first.history, dispose: world.close };
});

describe('the file of the history', () => {
  let world: Awaited<ReturnType<typeof startHistory>>;
  beforeEach(async () => {
    world = await startHistory();
  });
  afterEach(() => world.close());

  const values = async (file: HistoryFile, series = 'a', from = 0, to = START + 1000 * DAY) => {
    const found: number[] = [];
    for await (const slice of file.history.read({ series: [series], from, to })) {
      found.push(...slice.map(({ value }) => value));
    }
    return found;
  };

  it('has the appended samples after a crash and another start, with the names of its series', async () => {
    await world.first.history.append([
      { series: 'a', at: START, value: 1 },
      { series: 'b', at: START, value: 2 },
    ]);
    // Nothing is closed: a dead process leaves committed data behind.
    const second = await world.open();
    await second.history.append([{ series: 'a', at: START + 1, value: 3 }]);
    expect(await values(second)).toEqual([1, 3]);
    expect(await values(second, 'b')).toEqual([2]);
  });

  it.each(damages)('is set aside as it is, and another one begun, when $name', async ({ spoil }) => {
    const samples = Array.from({ length: 3_000 }, (_, index) => ({ series: 'a', at: START + index, value: index / 3 }));
    await world.first.history.append(samples);
    world.first.close();
    const file = join(world.dataDir, 'history.db');
    spoil(file);
    const spoiled = existsSync(file) ? readFileSync(file) : undefined;
    const second = await world.open();
    expect(world.events.filter((event) => event === 'storage.history.set_aside')).toHaveLength(1);
    expect(await values(second)).toEqual([]);
    await second.history.append([{ series: 'a', at: START, value: 1 }]);
    expect(await values(second)).toEqual([1]);
    expect(second.setAside).toMatch(/history\.db\.damaged-\d{17}$/);
    if (spoiled !== undefined) expect(readFileSync(second.setAside ?? '')).toEqual(spoiled);
  });

  it('can be read by its owner only', () => {
    expect(statSync(world.first.file).mode & 0o777).toBe(0o600);
  });

  it('writes five pages for three hundred values of two hundred series, and not a page for each series', async () => {
    const { history, file } = world.first;
    const lot = (from: number) =>
      Array.from({ length: 300 }, (_, index) => ({
        series: `point/home/0001D3C99C${index % 200}/1/ACTUAL_TEMPERATURE`,
        at: from + index * 1000,
        value: 15 + (index % 97) / 10,
      }));
    await history.append(lot(START));
    const before = statSync(`${file}-wal`).size;
    await history.append(lot(START + 300_000));
    const written = statSync(`${file}-wal`).size - before;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(5 * (1024 + 24));
  });

  it('passes over a block that is damaged and reads those before and after it', async () => {
    for (let index = 0; index < 3; index += 1) {
      await world.first.history.append([{ series: 'a', at: START + index * HOUR, value: index }]);
    }
    const db = sqlite.open(world.first.file);
    db.prepare('UPDATE history_blocks SET data = ? WHERE from_at = ?').run(Buffer.from([200]), START + HOUR);
    db.close();
    expect(await values(world.first)).toEqual([0, 2]);
    expect(world.events).toContain('storage.history.block_damaged');
  });

  it('keeps nothing of a lot that the disk refuses, not even the numbers of new series', async () => {
    const db = sqlite.open(world.first.file);
    db.exec(`CREATE TRIGGER stuck BEFORE INSERT ON history_blocks BEGIN SELECT RAISE(ABORT, 'stuck'); END`);
    const lot = [{ series: 'a', at: START, value: 1 }];
    await expect(world.first.history.append(lot)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(db.prepare('SELECT count(*) FROM history_series').pluck().get()).toBe(0);
    db.exec('DROP TRIGGER stuck');
    db.close();
    await world.first.history.append(lot);
    expect(await values(await world.open())).toEqual([1]);
  });

  it('numbers thousands of new series in several turns of the event loop, and those of a new day', async () => {
    const lot = (at: number) =>
      Array.from({ length: 2_000 }, (_, index) => ({ series: `series ${index}`, at: at + index, value: index }));
    const turnsOf = async (at: number) => {
      let turns = 0;
      let running = true;
      const count = () => {
        turns += 1;
        if (running) setImmediate(count);
      };
      setImmediate(count);
      await world.first.history.append(lot(at));
      running = false;
      return turns;
    };
    // 2 000 are three transactions and the rest; known ones are one with their values.
    expect(await turnsOf(START)).toBe(3);
    expect(await turnsOf(START + HOUR)).toBe(0);
    expect(await turnsOf(START + DAY)).toBe(3);
    expect(await values(world.first, 'series 1999')).toEqual([1999, 1999, 1999]);
    expect(await values(await world.open(), 'series 0')).toEqual([0, 0, 0]);
  });

  it('refuses at once while another process writes, and takes the same lot afterwards', async () => {
    const other = sqlite.open(world.first.file);
    other.exec('BEGIN IMMEDIATE');
    const lot = [{ series: 'a', at: START, value: 1 }];
    await expect(world.first.history.append(lot)).rejects.toMatchObject({ code: 'storage_busy' });
    other.exec('COMMIT');
    other.close();
    await world.first.history.append(lot);
    expect(await values(world.first)).toEqual([1]);
  });

  it('forgets the name of a series when its last block is gone, and not before', async () => {
    const { history, file } = world.first;
    await history.append([
      { series: 'gone', at: START, value: 1 },
      { series: 'stays', at: START, value: 1 },
    ]);
    await history.append([{ series: 'stays', at: START + 10 * DAY, value: 2 }]);
    const db = sqlite.open(file);
    const names = () => db.prepare('SELECT name FROM history_series ORDER BY name').pluck().all();
    expect(names()).toEqual(['gone', 'stays']);
    const bounds = { maxAgeMs: 5 * DAY, maxBytes: Number.MAX_SAFE_INTEGER };
    while (await history.prune(bounds, START + 11 * DAY));
    expect(names()).toEqual(['stays']);
    db.close();
    await history.append([{ series: 'gone', at: START + 11 * DAY, value: 3 }]);
    expect(await values(world.first, 'gone')).toEqual([3]);
    expect(await values(world.first, 'stays')).toEqual([2]);
  });

  it('returns the appended samples in every range, in lots of any size and any time', async () => {
    const sample = fc.record({
      series: fc.constantFrom('a', 'b', 'c'),
      at: fc.integer({ min: START, max: START + 3 * DAY }),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    });
    const lots = fc.array(fc.array(sample, { maxLength: 60 }), { maxLength: 8 });
    const moment = fc.integer({ min: START - DAY, max: START + 4 * DAY });
    await fc.assert(
      fc.asyncProperty(lots, moment, moment, async (written, from, to) => {
        const fresh = await startHistory();
        for (const lot of written) await fresh.first.history.append(lot);
        const expected = written.flat().filter(({ series, at }) => series === 'b' && at >= from && at < to);
        const found = await values(fresh.first, 'b', from, to);
        fresh.close();
        expect(found.sort()).toEqual(expected.map(({ value }) => value).sort());
      }),
      { numRuns: 50 },
    );
  });
});
