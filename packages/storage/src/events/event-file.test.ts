import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogRecord } from '@ccu-gateway/event-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damages } from '../../test/damages.js';
import { recordingLog, startStorage, type World } from '../../test/fixture.js';
import { openEventStore } from './open-events.js';

const records = (from: number, to: number): LogRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index,
    topic: 'device.A',
    text: `{"x":"${'x'.repeat(300)}"}`,
  }));

describe('the file of the event log', () => {
  let world: World;
  let file: string;
  beforeEach(async () => {
    world = await startStorage();
    file = join(world.dataDir, 'events.db');
  });
  afterEach(() => world.close());

  const asides = () => readdirSync(world.dataDir).filter((name) => /^events\.db\.damaged-\d{17}(-\d+)?$/.test(name));

  /** A life with events 101 to 400, closed cleanly. */
  async function liveOnce(reservedSeq = 5000): Promise<void> {
    const { events } = world.storage;
    await events.open({ tail: 0 });
    await events.begin({ epoch: 'first', seq: 100, reservedSeq });
    for (let from = 101; from <= 400; from += 50) await events.append({ records: records(from, from + 49) });
    await events.close({ clean: true, seq: 400 });
    world.storage.close();
  }

  it.each(damages)('is set aside as it is, and another one begun above every number, when $name', async ({ spoil }) => {
    await liveOnce();
    spoil(file);
    const spoiled = existsSync(file) ? readFileSync(file) : undefined;
    const { events } = await world.reopen();
    expect(world.events.filter((event) => event === 'storage.events.set_aside')).toHaveLength(1);
    const state = await events.open({ tail: 10 });
    expect(state).toEqual({ epoch: 'first', lastSeq: 400, reservedSeq: 5000, clean: false, tail: [] });
    await events.begin({ epoch: 'second', seq: 5000, reservedSeq: 9000, gap: { after: 400, before: 5001 } });
    await events.append({ records: records(5001, 5003) });
    expect((await events.page({ since: 0, limit: 10 })).records).toHaveLength(3);
    const [aside] = asides();
    if (spoiled !== undefined) expect(readFileSync(join(world.dataDir, aside ?? ''))).toEqual(spoiled);
  });

  it('grows by less than four kilobytes when ten events that differ are written', async () => {
    const { events } = world.storage;
    await events.open({ tail: 0 });
    await events.begin({ epoch: 'first', seq: 0, reservedSeq: 5000 });
    const differing = (seq: number): LogRecord => ({
      seq,
      topic: 'device.A',
      text: JSON.stringify({ seq, payload: createHash('sha512').update(`${seq}`).digest('hex') }),
    });
    const journal = () => statSync(`${file}-wal`).size;
    const writes = 30;
    await events.append({ records: [differing(1)] });
    const before = journal();
    for (let write = 0; write < writes; write += 1) {
      await events.append({ records: Array.from({ length: 10 }, (_, index) => differing(2 + write * 10 + index)) });
    }
    expect((journal() - before) / writes).toBeLessThan(4000);
  });

  it('reports the path of the damaged one, and keeps the two newest of them', async () => {
    await liveOnce();
    for (let round = 0; round < 4; round += 1) {
      writeFileSync(file, `round ${round} `.repeat(1000));
      const store = await openEventStore({
        dataDir: world.dataDir,
        clock: { now: () => round, after: () => () => {} },
      });
      expect(readFileSync(store.setAside ?? '', 'utf8')).toContain(`round ${round}`);
      store.close();
    }
    expect(asides().map((name) => readFileSync(join(world.dataDir, name), 'utf8').slice(0, 7))).toEqual([
      'round 2',
      'round 3',
    ]);
  });

  it('is left where it is when it is only out of reach', async () => {
    await liveOnce();
    renameSync(file, `${file}.kept`);
    mkdirSync(file);
    await expect(openEventStore({ dataDir: world.dataDir })).rejects.toMatchObject({
      code: 'storage_unavailable',
      damaged: false,
    });
    expect(asides()).toEqual([]);
  });

  it('does not count as closed cleanly when an older copy of it was put back', async () => {
    await liveOnce();
    cpSync(file, `${file}.copy`);
    const second = await world.reopen();
    const { events } = second;
    await events.open({ tail: 0 });
    await events.begin({ epoch: 'first', seq: 400, reservedSeq: 5400 });
    await events.append({ records: records(401, 450) });
    await events.close({ clean: true, seq: 450 });
    second.close();
    renameSync(`${file}.copy`, file);
    const state = await (await world.reopen()).events.open({ tail: 10 });
    expect(state).toMatchObject({ clean: false, lastSeq: 450, reservedSeq: 5400 });
  });

  it('counts as closed cleanly when the database was out of reach in its last life', async () => {
    await liveOnce();
    const alone = await openEventStore({ dataDir: world.dataDir });
    await alone.log.open({ tail: 0 });
    await alone.log.begin({ epoch: 'alone', seq: 400, reservedSeq: 7000 });
    await alone.log.close({ clean: true, seq: 410 });
    alone.close();
    const state = await (await world.reopen()).events.open({ tail: 0 });
    expect(state).toMatchObject({ clean: true, lastSeq: 410, reservedSeq: 7000, epoch: 'alone' });
  });

  it('does not count as closed cleanly when the process died before the database knew of it', async () => {
    await liveOnce();
    const { numbers } = await world.reopen();
    numbers.begin({ epoch: 'first', seq: 400, reservedSeq: 6000 });
    const state = await (await world.reopen()).events.open({ tail: 0 });
    expect(state).toMatchObject({ clean: false, reservedSeq: 6000 });
  });

  it('goes on when the database cannot note the numbers, for it keeps them itself', async () => {
    const { numbers } = world.storage;
    world.storage.close();
    const { log, events } = recordingLog();
    const note = { ...numbers, last: () => undefined };
    const store = await openEventStore({ dataDir: world.dataDir, log, numbers: note });
    await store.log.begin({ epoch: 'e', seq: 1, reservedSeq: 10 });
    await store.log.reserve(20);
    expect(await store.log.open({ tail: 0 })).toMatchObject({ epoch: 'e', reservedSeq: 20 });
    expect(events).toEqual(['storage.numbers.unwritten', 'storage.numbers.unwritten']);
    store.close();
  });
});
