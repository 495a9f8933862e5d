import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogNotice, SharedLog } from '@ccu-gateway/event-stream';
import { describeSharedLog } from '@ccu-gateway/event-stream/testing';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type JetStreamLogOptions, openJetStreamLog } from '../src/jetstream/index.js';
import { headersOf, messageId } from '../src/jetstream/record.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const title = natsServer
  ? 'the log on NATS JetStream'
  : 'the log on NATS JetStream (skipped: nats-server is not installed)';

const patience = { timeout: 20_000, interval: 20 };

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  let streams = 0;
  const folder = mkdtempSync(join(tmpdir(), 'nats-store-'));
  beforeAll(async () => {
    server = await startNatsServer('-sd', join(folder, 'store'));
  });
  afterAll(async () => {
    await server.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const nextName = () => {
    streams += 1;
    return `log-${streams}`;
  };
  const open = (options: Partial<JetStreamLogOptions> = {}) =>
    openJetStreamLog({
      connection: { servers: server.url, reconnectTimeWait: 20, reconnectJitter: 0 },
      ...{ name: 'events', owner: 'house', retryMs: 20, ...options },
    });
  const manage = async <Result>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<Result>) => {
    const connection = await connect({ servers: server.url });
    try {
      return await work(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  };

  describeSharedLog({ describe, it, expect }, 'as a shared log', () => {
    const name = nextName();
    const logs: SharedLog[] = [];
    return {
      async open(limits) {
        const log = await open({ name, ...(limits && { shape: limits }) });
        logs.push(log);
        return log;
      },
      recreate: () => manage(async (manager) => void (await manager.streams.delete(name))),
      async copy() {
        const all = (state: string) =>
          vi.waitFor(() => expect(new Set(logs.map(({ health }) => health.state))).toEqual(new Set([state])), patience);
        const during = async (work: () => void) => {
          await server.kill();
          await all('outage');
          work();
          await server.start();
          await all('connected');
        };
        const [store, kept] = [join(folder, 'store'), join(folder, name)];
        await during(() => cpSync(store, kept, { recursive: true }));
        return () =>
          during(() => {
            rmSync(store, { recursive: true });
            cpSync(kept, store, { recursive: true });
          });
      },
      async dispose() {
        await Promise.all(logs.map((log) => log.close()));
      },
    };
  });

  const draft = (id: number) => ({ id: String(id), topic: 'device.A1', text: `{"n":${id}}`, key: 'a' });
  const using = async (log: SharedLog, work: (log: SharedLog) => Promise<void>) => {
    try {
      await work(log);
    } finally {
      await log.close();
    }
  };

  it('gives out numbers above those of the log that it replaces', async () => {
    const name = nextName();
    // Above the time, as a clock that was set back since has left it.
    const above = Date.now() * 1_000 + 1_000_000_000;
    await using(await open({ name, above }), async (log) => {
      expect(await log.state()).toMatchObject({ oldestSeq: above + 1, lastSeq: above });
      expect(await (await log.openWriter('home')).append([draft(1)])).toEqual({
        outcome: 'appended',
        seqs: [above + 1],
      });
      const page = await log.page({ since: above, limit: 5 });
      expect(page.records.map(({ seq }) => seq)).toEqual([above + 1]);
    });
    // Opened again it is as it was.
    await using(await open({ name, above: above + 1 }), async (log) => {
      expect((await log.state()).lastSeq).toBe(above + 1);
    });
  });

  it('gives out numbers above those of a stream of the same name that was removed', async () => {
    const name = nextName();
    const lasts: number[] = [];
    for (let times = 0; times < 2; times += 1) {
      await using(await open({ name }), async (log) => {
        expect((await log.state()).lastSeq).toBeGreaterThan(lasts.at(-1) ?? 0);
        await using(await open({ name }), async (other) => {
          const { seqs } = await (await other.openWriter('home')).append([1, 2, 3].map(draft));
          // A process that opens it a moment later takes nothing away.
          await using(await open({ name }), async ({ page }) => {
            expect((await page({ since: 0, limit: 9 })).records.map(({ seq }) => seq)).toEqual(seqs);
          });
        });
        lasts.push((await log.state()).lastSeq);
      });
      await manage((manager) => manager.streams.delete(name));
    }
    // Microseconds, so that it is above any earlier number.
    expect(Math.abs((lasts[0] ?? 0) / 1_000 - Date.now())).toBeLessThan(86_400_000);
  });

  it('gives a stream its first number that was made and has none yet', async () => {
    const name = nextName();
    await using(await open({ name }), async () => {});
    const { config } = await manage((manager) => manager.streams.info(name));
    await manage(async ({ streams }) => {
      await streams.delete(name);
      await streams.add(config);
      expect((await streams.info(name)).state.last_seq).toBe(0);
    });
    await using(await open({ name }), async (log) => {
      const { lastSeq } = await log.state();
      expect(lastSeq).toBeGreaterThan(1_000_000);
      expect((await (await log.openWriter('home')).append([draft(1)])).seqs).toEqual([lastSeq + 1]);
    });
  });

  it('refuses a stream whose numbers have gone back, and names the remedy', async () => {
    const name = nextName();
    let lastSeq = 0;
    await using(await open({ name }), async (log) => {
      await (await log.openWriter('home')).append([draft(1)]);
      ({ lastSeq } = await log.state());
    });
    await expect(open({ name, above: lastSeq + 1 })).rejects.toMatchObject({
      code: 'shared_log_refused',
      reason: `the stream "${name}" ends at ${lastSeq}, but numbers up to ${lastSeq + 1} were given out`,
      remedy: expect.stringContaining('restore the newer stream'),
    });
  });

  it('refuses a stream that somebody else has made, and leaves it as it is', async () => {
    const name = nextName();
    const before = await manage((manager) => manager.streams.add({ name, subjects: [`${name}.*`] }));
    await expect(open({ name })).rejects.toMatchObject({ reason: `the stream "${name}" is not an event log` });
    expect((await manage((manager) => manager.streams.info(name))).config).toEqual(before.config);
  });

  it('refuses the log of another owner, and one whose configuration was changed', async () => {
    const name = nextName();
    await using(await open({ name }), async () => {});
    await expect(open({ name, owner: 'other' })).rejects.toMatchObject({
      reason: `the stream "${name}" belongs to "house", not to "other"`,
    });
    await manage((manager) => manager.streams.update(name, { subjects: [`${name}.*`, `${name}-more`] }));
    await expect(open({ name })).rejects.toMatchObject({
      reason: `the configuration of the stream "${name}" was changed`,
    });
  });

  it('reports an emptied stream to a follower, and shows when it is gone', async () => {
    const name = nextName();
    await using(await open({ name }), async (log) => {
      const writer = await log.openWriter('home');
      const { lastSeq: start } = await log.state();
      await writer.append([draft(1), draft(2)]);
      await manage((manager) => manager.streams.purge(name));
      const notices = [];
      for await (const notice of log.follow({ since: start })) {
        notices.push(notice);
        if (notice.kind === 'live') break;
      }
      expect(notices).toEqual([
        { kind: 'trimmed', after: start, before: start + 3 },
        { kind: 'live', seq: start + 2 },
      ]);
      await manage((manager) => manager.streams.delete(name));
      await expect(log.state()).rejects.toMatchObject({ code: 'shared_log_refused' });
      expect(log.health).toMatchObject({ state: 'refused', reason: `the stream "${name}" is gone` });
      expect((await writer.append([draft(3)])).outcome).not.toBe('appended');
      expect(await manage((manager) => manager.streams.names().next())).not.toContain(name);
    });
  });

  it('reports a missing end of the stream to followers and pages, and goes on above it', async () => {
    const name = nextName();
    await using(await open({ name }), async (log) => {
      const { lastSeq: start } = await log.state();
      await (await log.openWriter('home')).append([1, 2, 3].map(draft));
      await (await log.openWriter('other')).append([1, 2].map(draft));
      await manage((manager) => manager.streams.purge(name, { filter: `${name}.other` }));
      const trimmed = { after: start + 3, before: start + 6 };
      expect(await log.page({ since: start + 3, limit: 5 })).toEqual({
        ...{ records: [], nextSince: start + 5, more: false, trimmed },
      });
      const notices: LogNotice[] = [];
      for await (const notice of log.follow({ since: start + 1 })) {
        notices.push(notice);
        if (notice.kind === 'live') await (await log.openWriter('other')).append([draft(3)]);
        if (notices.length === 5) break;
      }
      expect(notices).toMatchObject([
        { kind: 'record', record: { seq: start + 2 } },
        { kind: 'record', record: { seq: start + 3 } },
        { kind: 'trimmed', ...trimmed },
        { kind: 'live', seq: start + 5 },
        { kind: 'record', record: { seq: start + 6, source: 'other' } },
      ]);
    });
  });

  it('reports a source whose records were all dropped as empty, and refuses a record that is too large', async () => {
    await using(await open({ name: nextName(), shape: { maxRecords: 5 } }), async (log) => {
      const [quiet, busy] = [await log.openWriter('quiet'), await log.openWriter('busy')];
      await quiet.append([draft(1)]);
      await busy.append([1, 2, 3, 4, 5, 6].map(draft));
      expect(await quiet.append([draft(2)])).toEqual({ outcome: 'conflict', seqs: [], vanished: true });
      expect(await (await log.openWriter('quiet')).append([draft(2)])).toMatchObject({ outcome: 'appended' });
      const large = { ...draft(7), text: `"${'x'.repeat(2 * 1024 * 1024)}"` };
      expect(await busy.append([large])).toMatchObject({ outcome: 'refused', seqs: [] });
      expect(await busy.append([draft(8)])).toMatchObject({ outcome: 'appended' });
    });
  });

  it('refuses what is larger than an operator lets the stream take, and goes on', async () => {
    const name = nextName();
    await using(await open({ name }), async (log) => {
      await manage((manager) => manager.streams.update(name, { max_msg_size: 2_000 }));
      const writer = await log.openWriter('home');
      const large = { ...draft(1), text: `"${'x'.repeat(5_000)}"` };
      expect(await writer.append([large])).toMatchObject({ outcome: 'refused', seqs: [] });
      expect(await writer.append([draft(2)])).toMatchObject({ outcome: 'appended' });
      expect(log.health).toEqual({ state: 'connected' });
    });
  });

  it('knows its own event again after servers have forgotten its id, and never the event of another writer', async () => {
    const name = nextName();
    const publish = async (id: number, lastSubjectSequence: number) => {
      const connection = await connect({ servers: server.url });
      const options = {
        msgID: messageId('home', draft(id)),
        headers: headersOf(draft(id)),
        expect: { lastSubjectSequence },
      };
      await jetstream(connection).publish(`${name}.home`, draft(id).text, options);
      await connection.close();
    };
    await using(await open({ name }), async (log) => {
      await manage((manager) => manager.streams.update(name, { duplicate_window: nanos(100) }));
      const writer = await log.openWriter('home');
      const { seqs } = await writer.append([draft(1)]);
      const first = seqs[0] ?? 0;
      // Stored, and the answer was lost.
      await publish(2, first);
      // Until they have forgotten the messages sent after it.
      const connection = await connect({ servers: server.url });
      const probe = () => jetstream(connection).publish(`${name}.probe`, '', { msgID: 'probe' });
      await probe();
      await vi.waitFor(async () => expect((await probe()).duplicate).toBe(false), patience);
      await connection.close();
      const { lastSeq } = await log.state();
      expect(await writer.append([draft(2), draft(3)])).toEqual({
        outcome: 'appended',
        seqs: [first + 1, lastSeq + 1],
      });
      await publish(4, lastSeq + 1);
      expect(await writer.append([draft(5)])).toEqual({ outcome: 'conflict', seqs: [] });
    });
  });

  it('reads pages whatever time an answer may take', async () => {
    await using(await open({ name: nextName(), timeoutMs: 250 }), async (log) => {
      const { seqs } = await (await log.openWriter('home')).append([1, 2, 3].map(draft));
      expect((await log.page({ since: seqs[0] ?? 0, limit: 5 })).records.map(({ id }) => id)).toEqual(['2', '3']);
    });
  });

  it.each([
    ['size', { maxBytes: 4_000 }],
    ['age', { maxAgeMs: 300 }],
  ])('drops records beyond its %s, and reports them to pages and followers', async (_what, shape) => {
    await using(await open({ name: nextName(), shape }), async (log) => {
      const { lastSeq: start } = await log.state();
      let last = 0;
      await expect
        .poll(async () => {
          last += 1;
          // Opened anew each time: nothing may be left of its earlier records.
          await (await log.openWriter('home')).append([draft(last)]);
          return (await log.state()).oldestSeq - start;
        })
        .toBeGreaterThan(3);
      const since = start + 1;
      const { trimmed } = await log.page({ since, limit: 1_000 });
      expect(trimmed).toMatchObject({ after: since });
      expect(trimmed?.before).toBeGreaterThan(start + 3);
      for await (const notice of log.follow({ since })) {
        expect(notice).toEqual({ kind: 'trimmed', after: since, before: expect.any(Number) });
        break;
      }
      expect((await log.state()).lastSeq).toBe(start + last);
    });
  });
});
