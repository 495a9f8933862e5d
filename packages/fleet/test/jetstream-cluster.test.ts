import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJetStreamLog } from '../src/jetstream/index.js';
import { type Cluster, type ClusterNode, noCluster, startCluster } from './nats-cluster.js';

const note = noCluster === undefined ? '' : ` (skipped: ${noCluster})`;
const patience = { timeout: 50_000, interval: 20 };
/** Of a test in which servers elect a leader more than once, in milliseconds. */
const elections = 120_000;
const event = (id: number) => ({ id: String(id), topic: 'device.A1', text: `{"n":${id}}`, key: 'a' });

describe.skipIf(noCluster !== undefined)(`the log on three servers of NATS${note}`, () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await startCluster();
  });
  afterEach(() => cluster?.close());

  // The connection is to the one that stays.
  const open = (...nodes: readonly ClusterNode[]) =>
    openJetStreamLog({
      connection: { servers: nodes.map(({ server }) => server.url), noRandomize: true, reconnectTimeWait: 20 },
      ...{ name: 'events', owner: 'house', retryMs: 50, timeoutMs: 2_000, shape: { replicas: 3 } },
    });

  async function nodeThat(what: 'leads' | 'follows'): Promise<ClusterNode> {
    const connection = await connect({ servers: [...cluster.urls] });
    const { streams } = await jetstreamManager(connection);
    const leader = (await streams.info('events')).cluster?.leader;
    await connection.close();
    const node = cluster.nodes.find((_, index) => (`nats-${index}` === leader) === (what === 'leads'));
    if (!node) throw new Error('the stream has no leader');
    return node;
  }

  it.each(['leads', 'follows'] as const)(
    'is in an outage while only the server is there that %s, and goes on with each event once',
    async (what) => {
      const [first] = cluster.nodes;
      if (!first) throw new Error('there is no server');
      await open(first).then((made) => made.close());
      const stays = await nodeThat(what);
      const others = cluster.nodes.filter((node) => node !== stays);
      const log = await open(stays);
      try {
        const writer = await log.openWriter('home');
        expect(await writer.append([event(1)])).toMatchObject({ outcome: 'appended' });
        await Promise.all(others.map(({ server }) => server.kill()));
        // It learns only after a while that it has no quorum; a publisher asks again until then. One that leads answers
        // about earlier messages that they are there, without a number: the others may never have them.
        const outcomes: string[] = [];
        await vi.waitFor(async () => {
          outcomes.push((await writer.append([event(2)])).outcome);
          // Its messages are not kept, or it has no quorum: the test takes either answer.
          const reason = expect.stringMatching(/does not answer|an event cannot be kept/);
          expect(log.health).toMatchObject({ state: 'outage', reason });
        }, patience);
        expect(new Set(outcomes)).toEqual(new Set(['unknown']));
        expect(await writer.append([event(2)])).toMatchObject({ outcome: 'unknown', seqs: [] });
        await Promise.all(others.map(({ server }) => server.start()));
        await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), patience);
        await vi.waitFor(
          async () => expect(await writer.append([event(2)])).toMatchObject({ outcome: 'appended' }),
          patience,
        );
        // Servers that have come back take no consumer in their first moments.
        const { records } = await vi.waitFor(() => log.page({ since: 0, limit: 9 }), patience);
        expect(records.map(({ id }) => id)).toEqual(['1', '2']);
      } finally {
        await log.close();
      }
    },
    elections,
  );

  it.each(['leads', 'follows'] as const)(
    'reports the outage to a reader whose server is cut off that %s, and goes on at another one during the cut',
    async (what) => {
      const [first] = cluster.nodes;
      if (!first) throw new Error('there is no server');
      await open(first).then((made) => made.close());
      const cutOff = await nodeThat(what);
      const others = cluster.nodes.filter((node) => node !== cutOff);
      const [log, elsewhere] = [await open(cutOff, ...others), await open(...others)];
      try {
        const seen: string[] = [];
        const states: string[] = [];
        log.onHealth(({ state }) => void states.push(state));
        const reading = (async () => {
          for await (const notice of log.follow({ since: 0 }))
            if (notice.kind === 'record') seen.push(notice.record.id);
        })();
        const writer = await elsewhere.openWriter('home');
        expect(await writer.append([event(1)])).toMatchObject({ outcome: 'appended' });
        await vi.waitFor(() => expect(seen).toEqual(['1']), patience);
        await cutOff.cut();
        await vi.waitFor(() => expect(states).toContain('outage'), patience);
        await vi.waitFor(() => expect(states.at(-1)).toBe('connected'), patience);
        await vi.waitFor(
          async () => expect(await writer.append([event(2)])).toMatchObject({ outcome: 'appended' }),
          patience,
        );
        await vi.waitFor(() => expect(seen).toEqual(['1', '2']), patience);
        await cutOff.mend();
        await log.close();
        await reading;
      } finally {
        await Promise.all([log.close(), elsewhere.close()]);
      }
    },
    elections,
  );

  it(
    'goes on at once where a server leads again that remembers an event which it could not keep when it led before',
    async () => {
      const [first] = cluster.nodes;
      if (!first) throw new Error('there is no server');
      await open(first).then((made) => made.close());
      const leader = await nodeThat('leads');
      const others = cluster.nodes.filter((node) => node !== leader);
      const [log, elsewhere] = [await open(leader), await open(...others)];
      try {
        const writer = await log.openWriter('home');
        expect(await writer.append([event(1)])).toMatchObject({ outcome: 'appended' });
        await leader.cut();
        expect(await writer.append([event(2)])).toMatchObject({ outcome: 'unknown' });
        const another = await vi.waitFor(() => elsewhere.openWriter('other'), patience);
        await vi.waitFor(
          async () => expect(await another.append([event(1)])).toMatchObject({ outcome: 'appended' }),
          patience,
        );
        await leader.mend();
        await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), patience);
        await vi.waitFor(async () => expect(await handOver()).toBe(leader.name), patience);
        const outcomes: string[] = [];
        await vi.waitFor(async () => {
          const { outcome } = await writer.append([event(2)]);
          outcomes.push(outcome);
          expect(outcome).toBe('appended');
        }, patience);
        expect(outcomes).not.toContain('conflict');
        expect(await writer.append([event(3)])).toMatchObject({ outcome: 'appended' });
        const { records } = await log.page({ since: 0, limit: 9 });
        expect(records.filter(({ source }) => source === 'home').map(({ id }) => id)).toEqual(['1', '2', '3']);
      } finally {
        await Promise.all([log.close(), elsewhere.close()]);
      }
    },
    elections,
  );

  /** Has the server that leads give way. Answers which one does then. */
  async function handOver(): Promise<string | undefined> {
    const connection = await connect({ servers: [...cluster.urls] });
    try {
      const { streams } = await jetstreamManager(connection);
      await connection.request('$JS.API.STREAM.LEADER.STEPDOWN.events');
      return await vi.waitFor(async () => {
        const { leader } = (await streams.info('events')).cluster ?? {};
        expect(leader).toBeTruthy();
        return leader;
      }, patience);
    } finally {
      await connection.close();
    }
  }

  it('hands out a page of history although the server that leads has just crashed', async () => {
    const [first] = cluster.nodes;
    if (!first) throw new Error('there is no server');
    await open(first).then((made) => made.close());
    const crashing = await nodeThat('leads');
    const log = await open(...cluster.nodes.filter((node) => node !== crashing));
    try {
      expect(await (await log.openWriter('home')).append([event(1)])).toMatchObject({ outcome: 'appended' });
      await crashing.server.kill();
      const { records } = await log.page({ since: 0, limit: 9 });
      expect(records.map(({ id }) => id)).toEqual(['1']);
    } finally {
      await log.close();
    }
  });
});
