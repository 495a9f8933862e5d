import { afterEach, describe, expect, it } from 'vitest';
import { cli, startGateway, valueChanged } from '../../../test/fixture.js';
import { measureReads } from '../../bench/measure.js';

describe('bench', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  afterEach(() => gateway?.close());

  const answer = ({ path }: { readonly path: string }) =>
    path.startsWith('/api/v1/events/log')
      ? { body: { events: [], gaps: [], seq: 103, oldest_seq: 50, epoch: 'e', next_since: 103, more: false } }
      : { body: path.startsWith('/api/v1/devices') ? { items: [], total: 0 } : [] };

  it('measures reads, connections and a replay, and sends nothing but reads', async () => {
    gateway = await startGateway(answer, (subscribe, send) => {
      if (subscribe.since === undefined) return;
      for (const seq of [101, 102, 103]) send(valueChanged(seq, seq));
      send({ op: 'replay_done', seq: 103 });
    });
    const ran = await cli(['bench', '--for', '1s', '--clients', '2', '--connections', '3', '--json'], {
      env: gateway.env,
    });
    expect(ran.code).toBe(0);
    const measured = ran.json().data as unknown as readonly { readonly what: string; readonly count: number }[];
    const counts = Object.fromEntries(measured.map(({ what, count }) => [what, count]));
    expect(counts).toMatchObject({ 'connect to /events': 3, 'replay of /events': 3 });
    const paths = ['/api/v1/info', '/api/v1/devices', '/api/v1/interfaces'];
    for (const path of paths) {
      const sent = gateway.seen.filter((seen) => seen.path.split('?')[0] === path).length;
      expect(counts[`GET ${path.slice('/api/v1'.length)}`]).toBe(sent);
    }
    expect(new Set(gateway.seen.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('reports events that the gateway no longer keeps for a replay', async () => {
    gateway = await startGateway(answer, (subscribe, send) => {
      if (subscribe.since !== undefined) send({ op: 'replay_lost', oldest_seq: 100, seq: 103, reason: 'evicted' });
    });
    const ran = await cli(['bench', '--for', '1s', '--connections', '1'], { env: gateway.env });
    expect(ran.out).toContain('replay of /events\t0\t-\t-\t-\tthe gateway does not keep 54 events (evicted)');
  });

  it('counts each answer, its durations by a clock that is given', async () => {
    let now = 0;
    const read = () => {
      now += 10;
      return Promise.resolve();
    };
    const { signal } = new AbortController();
    expect(await measureReads({ what: 'x', read, clients: 1, forMs: 100, signal, monotonic: () => now })).toEqual({
      what: 'x',
      count: 10,
      per_second: 100,
      p50_ms: 10,
      p99_ms: 10,
    });
  });

  it('refuses an unrealistic load before any request', async () => {
    gateway = await startGateway(answer, () => undefined);
    for (const argv of [
      ['--clients', '65'],
      ['--connections', '257'],
      ['--clients', '0'],
    ]) {
      expect((await cli(['bench', ...argv], { env: gateway.env })).code).toBe(2);
    }
    expect(gateway.seen).toEqual([]);
  });

  it('ends with 4 where the token is refused', async () => {
    gateway = await startGateway(
      () => ({ status: 401, body: { code: 'unauthorized', status: 401, title: 'x' } }),
      () => undefined,
    );
    expect((await cli(['bench'], { env: gateway.env })).code).toBe(4);
  });
});
