import { type AddressInfo, connect, createServer } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testRequestTable } from '../../server/test/request-table-suite.js';
import { openRequestTable } from '../src/nats/index.js';
import { countBegun } from '../src/nats/requests.js';
import { join } from './join.js';
import { natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start() {
  const server = await startNatsServer();
  cleanups.push(server.dispose);
  return server;
}

async function open(url: string, options: { readonly ttlMs?: number; readonly timeoutMs?: number } = {}) {
  const { timeoutMs = 5_000, ...table } = options;
  const fleet = await join(url, { timeoutMs });
  cleanups.push(fleet.close);
  const requests = await openRequestTable(fleet, table);
  cleanups.push(requests.close);
  return { fleet, requests };
}

/** A line to the server on which its answers can be held, while requests arrive. */
async function openLine(target: number) {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const line = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far);
    far.on('data', (data) => {
      const pass = () => void near.write(data);
      if (isHeld) waiting.push(pass);
      else pass();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {}).once('close', () => other.destroy());
    }
    cleanups.push(() => near.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => line.close());
  return {
    port: (line.address() as AddressInfo).port,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const pass of waiting.splice(0)) pass();
    },
  };
}

describe.skipIf(!natsServer)(`the requests of a fleet${note}`, () => {
  testRequestTable(async () => {
    const { url } = await start();
    const [one, other] = [await open(url), await open(url)];
    return { one: one.requests, other: other.requests };
  });

  it('survive a crash of the broker', async () => {
    const server = await start();
    const { requests } = await open(server.url);
    await (await requests.begin('k'))?.keep({ status: 202 });
    await server.kill();
    await server.start();
    await vi.waitFor(() => expect(requests.health.state).toBe('connected'), { timeout: 20_000 });
    expect(await requests.begin('k')).toBeUndefined();
    expect(await requests.read('k')).toEqual({ state: 'done', answer: { status: 202 } });
  });

  it('are begun nowhere while the broker is away, and where that could not be known it is taken back', async () => {
    const server = await start();
    const line = await openLine(server.port);
    const { requests } = await open(`nats://127.0.0.1:${line.port}`, { timeoutMs: 200 });
    const { requests: other } = await open(server.url);
    line.hold();
    await expect(requests.begin('k')).rejects.toThrow();
    expect(await other.read('k')).toEqual({ state: 'under_way' });
    line.release();
    await vi.waitFor(async () => expect(await other.read('k')).toBeUndefined(), { timeout: 20_000 });
    expect(await other.begin('k')).toBeDefined();
  });

  it('that cannot be kept are under way until they can', async () => {
    const server = await start();
    const { requests } = await open(server.url, { timeoutMs: 200 });
    const { requests: other } = await open(server.url);
    const begun = await requests.begin('k');
    await server.kill();
    await begun?.keep('done');
    await expect(requests.read('k')).rejects.toThrow();
    await server.start();
    await vi.waitFor(async () => expect(await other.read('k')).toEqual({ state: 'done', answer: 'done' }), {
      timeout: 20_000,
    });
  });

  it('are gone after the TTL, and what is known of one does not outlive it', async () => {
    const { url } = await start();
    const { requests } = await open(url, { ttlMs: 1_000 });
    const begun = await requests.begin('k');
    await vi.waitFor(async () => expect(await requests.read('k')).toBeUndefined(), { timeout: 20_000 });
    const again = await requests.begin('k');
    expect(again).toBeDefined();
    await begun?.keep('late');
    expect(await requests.read('k')).toEqual({ state: 'under_way' });
  });

  it('show nothing of who asked for what, and what is no record is under way', async () => {
    const { url } = await start();
    const { requests, fleet } = await open(url);
    await (await requests.begin('anna opens the door'))?.keep('done');
    const manager = await jetstreamManager(fleet.nats);
    const { state } = await manager.streams.info('KV_fleet-requests', { subjects_filter: '>' });
    const [subject = ''] = Object.keys(state.subjects ?? {});
    expect(subject).toMatch(/^\$KV\.fleet-requests\.[\w-]{43}$/);
    for (const text of ['', 'no', '1', '{}', '{"token":1}']) {
      await fleet.nats.request(subject, text);
      expect(await requests.read('anna opens the door')).toEqual({ state: 'under_way' });
      expect(await requests.begin('anna opens the door')).toBeUndefined();
    }
  });

  it('are refused in a bucket with another TTL', async () => {
    const { url } = await start();
    await open(url, { ttlMs: 2_000 });
    await expect(open(url)).rejects.toMatchObject({
      code: 'fleet_refused',
      reason: 'the bucket "fleet-requests" has a TTL of 2000 ms',
    });
  });
});

describe('how many requests are begun', () => {
  it('is bounded in the time that they are remembered, and not longer', () => {
    let now = 0;
    const begun = countBegun(300_000, () => now);
    for (let count = 0; count < 20_000; count += 1) {
      expect(begun.isFull()).toBe(false);
      begun.count();
      now += 10;
    }
    expect(begun.isFull()).toBe(true);
    now = 300_000;
    expect(begun.isFull()).toBe(true);
    now = 320_001;
    expect(begun.isFull()).toBe(false);
  });
});
