import type { SharedDraft, SharedLog, SharedWriter } from '@ccu-gateway/event-stream';
import { describe, expect, it } from 'vitest';
import { openJetStreamLog } from '../src/jetstream/index.js';
import { natsServer, startNatsServer } from './nats-server.js';

/** Resolves when the log is as asked. */
function healthOf(log: SharedLog, state: SharedLog['health']['state']): Promise<void> {
  return new Promise((resolve) => {
    const forget = log.onHealth((health) => look(health));
    const look = (health: SharedLog['health']) => {
      if (health.state !== state) return;
      forget();
      resolve();
    };
    look(log.health);
  });
}

const crashes = natsServer
  ? 'the log on NATS JetStream when the server crashes'
  : 'the log on NATS JetStream when the server crashes (skipped: nats-server is not installed)';

describe.skipIf(!natsServer)(crashes, () => {
  const opened = (url: string, timeoutMs: number) =>
    openJetStreamLog({
      connection: { servers: url, reconnectTimeWait: 20, reconnectJitter: 0 },
      name: 'events',
      owner: 'house',
      retryMs: 20,
      timeoutMs,
    });

  it.each([1, 2, 3])('has every event once and in order, and so has a follower (seed %i)', async (seed) => {
    const server = await startNatsServer();
    // Messages that a crash leaves without an answer are soon sent again.
    const [log, other] = [await opened(server.url, 1_000), await opened(server.url, 1_000)];
    const random = seeded(seed);
    const ids: string[] = [];
    const { lastSeq: start } = await log.state();
    try {
      const following = (async () => {
        const seen: string[] = [];
        for await (const notice of other.follow({ since: start })) {
          if (notice.kind === 'record') seen.push(notice.record.id);
          else if (notice.kind !== 'live') seen.push(notice.kind);
          if (seen.length === 300) break;
        }
        return seen;
      })();
      const writer = await log.openWriter('home');
      let crashing: Promise<void> = Promise.resolve();
      for (let first = 0; first < 300; first += 10) {
        const batch = Array.from({ length: 10 }, (_, index) => event(first + index));
        ids.push(...batch.map(({ id }) => id));
        if (random() < 0.2) crashing = crashing.then(() => server.kill()).then(() => server.start());
        await appendAll(log, writer, batch);
      }
      await crashing;
      expect(await following).toEqual(ids);
      const { records } = await log.page({ since: 0, limit: 1_000 });
      expect(records.map(({ id }) => id)).toEqual(ids);
    } finally {
      await Promise.all([log.close(), other.close()]);
      await server.dispose();
    }
  });

  it('shows the outage, gives out no number in it, and keeps an overtaken writer out after it', async () => {
    const server = await startNatsServer();
    // The outage shows by the end of the connection; an answer of a busy server is waited for.
    const [log, other] = [await opened(server.url, 10_000), await opened(server.url, 10_000)];
    try {
      const [old, next] = [await log.openWriter('home'), await other.openWriter('home')];
      const { lastSeq } = await log.state();
      await server.kill();
      await Promise.all([healthOf(log, 'outage'), healthOf(other, 'outage')]);
      expect(await old.append([event(1)])).toMatchObject({ outcome: 'unknown', seqs: [] });
      await server.start();
      await Promise.all([healthOf(log, 'connected'), healthOf(other, 'connected')]);
      expect(await next.append([event(2)])).toMatchObject({ outcome: 'appended', seqs: [lastSeq + 1] });
      expect(await old.append([event(1)])).toEqual({ outcome: 'conflict', seqs: [] });
      expect((await log.page({ since: 0, limit: 9 })).records.map(({ id }) => id)).toEqual(['2']);
    } finally {
      await Promise.all([log.close(), other.close()]);
      await server.dispose();
    }
  });

  it('begins where it was to begin when it crashes before the first event', async () => {
    const server = await startNatsServer();
    const log = await opened(server.url, 10_000);
    try {
      const { lastSeq: start } = await log.state();
      const kinds: string[] = [];
      const following = (async () => {
        for await (const notice of log.follow({ since: start })) {
          kinds.push(notice.kind);
          if (notice.kind === 'record') return notice.record.seq;
        }
        return undefined;
      })();
      await server.kill();
      await healthOf(log, 'outage');
      await server.start();
      await healthOf(log, 'connected');
      const other = await opened(server.url, 10_000);
      await appendAll(other, await other.openWriter('home'), [event(1)]);
      await other.close();
      expect(await following).toBe(start + 1);
      expect(kinds.at(-1)).toBe('record');
      expect(kinds).not.toContain('recreated');
    } finally {
      await log.close();
      await server.dispose();
    }
  });

  it('signs in with a password, and gets an error for a wrong one', async () => {
    const server = await startNatsServer('--user', 'gateway', '--pass', 'secret');
    const open = (pass: string) =>
      openJetStreamLog({ connection: { servers: server.url, user: 'gateway', pass }, name: 'events', owner: 'house' });
    try {
      await expect(open('wrong')).rejects.toThrow(/authorization/i);
      const log = await open('secret');
      expect((await (await log.openWriter('home')).append([event(1)])).outcome).toBe('appended');
      await log.close();
    } finally {
      await server.dispose();
    }
  });
});

const event = (id: number) => ({ id: String(id), topic: 'device.A1', text: `{"n":${id}}`, key: 'a' });

/** Asks again for as long as no server answers. */
async function appendAll(log: SharedLog, writer: SharedWriter, drafts: readonly SharedDraft[]): Promise<void> {
  for (;;) {
    const { outcome } = await writer.append(drafts);
    if (outcome === 'appended') return;
    expect(outcome).toBe('unknown');
    await healthOf(log, 'connected');
  }
}

/** A small generator (mulberry32): the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
