import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CcuError } from '@ccu-gateway/ccu-client';
import { startQuietSimulator } from '@ccu-gateway/ccu-simulator/testing';
import type { ModelEvent } from '@ccu-gateway/device-model';
import { type ConnectedCcus, scheduleBackups } from '@ccu-gateway/gateway-core/parts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import { createStoredBackups } from './backups.js';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };
const START = Date.UTC(2026, 0, 1, 12);

/** A real archive of the simulated CCU. */
let archive: Uint8Array;
beforeAll(async () => {
  const simulator = await startQuietSimulator({ users: [{ name: 'Admin', password: 'x', level: 8 }] });
  const rpc = `http://${simulator.host}:${simulator.ports.jsonRpc}`;
  const login = await fetch(`${rpc}/api/homematic.cgi`, {
    method: 'POST',
    body: JSON.stringify({ id: 1, method: 'Session.login', params: { username: 'Admin', password: 'x' } }),
  });
  const { result: sid } = (await login.json()) as { readonly result: string };
  const file = await fetch(`${rpc}/config/cp_security.cgi?sid=@${sid}@&action=create_backup`);
  archive = new Uint8Array(await file.arrayBuffer());
  await simulator.close();
});

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backups-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
afterAll(() => expect(archive.byteLength).toBeGreaterThan(2048));

function world(change: Partial<GatewayConfig['backup']> = {}) {
  let now = START;
  let count = 0;
  const events: ModelEvent[] = [];
  const ticks: (() => void)[] = [];
  const config = { schedule: '0', keep_last: 0, dir: '', ...change };
  const source: { content: () => AsyncIterable<Uint8Array> } = { content: () => inPieces(archive) };
  const ccu = { hub: { createBackup: async () => ({ filename: 'x.sbk', content: source.content() }) } };
  const deps = {
    centrals: { get: (name: string) => (name === 'ccu1' ? ccu : undefined) } as unknown as ConnectedCcus,
    config: () => config,
    dataDir,
    publish: (event: ModelEvent) => void events.push(event),
    time: {
      now: () => now,
      after: (_ms: number, run: () => void) => {
        ticks.push(run);
        return () => {};
      },
    },
    randomHex: (digits: number) => String(++count).padStart(digits, '0'),
    log: silent,
  };
  const backups = createStoredBackups(deps);
  return {
    ...deps,
    backups,
    source,
    config,
    events,
    dir: join(dataDir, 'backups'),
    pass: (ms: number) => {
      now += ms;
    },
    tick: async () => {
      ticks.shift()?.();
      // The check has run when the next one is planned.
      while (ticks.length === 0) await new Promise((resolve) => setImmediate(resolve));
      await backups.settled();
    },
    async make() {
      const { id } = await backups.start('ccu1');
      await backups.settled();
      return id;
    },
  };
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes.length; offset += 700) yield bytes.subarray(offset, offset + 700);
}

describe('backups of a CCU', () => {
  it('are fetched, inspected and kept for the owner alone, and say so on the stream', async () => {
    const { backups, make, events, dir } = world();
    const id = await make();
    expect(events.map((event) => [event.type, 'state' in event.payload && event.payload.state])).toEqual([
      ['backup.progress', 'running'],
      ['backup.progress', 'done'],
    ]);
    expect(await backups.status('ccu1')).toMatchObject({ state: 'done', id, bytes: archive.byteLength });
    expect(await backups.list()).toMatchObject([
      { id, central: 'ccu1', bytes: archive.byteLength, createdAt: START, firmwareVersion: expect.any(String) },
    ]);
    expect(await backups.verify(id)).toMatchObject({ id });
    const { content, bytes } = await backups.open(id);
    expect(bytes).toBe(archive.byteLength);
    expect(new Uint8Array(await new Response(content).arrayBuffer())).toEqual(archive);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o077, name).toBe(0);
    expect(statSync(dir).mode & 0o077).toBe(0);
  });

  it('are kept without the page that a CCU3 appends, and the note has its size', async () => {
    const { backups, make, source, dir } = world();
    const page = Buffer.from('Content-type: text/html\r\n\r\n<html>An internal error was detected</html>');
    source.content = () => inPieces(Buffer.concat([archive, page]));
    const id = await make();
    expect(await backups.status('ccu1')).toMatchObject({ state: 'done', bytes: archive.byteLength });
    expect(await backups.list()).toMatchObject([{ id, bytes: archive.byteLength, cutOffBytes: page.length }]);
    expect(statSync(join(dir, `${id}.sbk`)).size).toBe(archive.byteLength);
    expect(await backups.verify(id)).toMatchObject({ id, cutOffBytes: page.length });
    const content = inPieces(Buffer.concat([archive, page]));
    const uploaded = await backups.store({ central: 'ccu1', filename: 'ccu3.sbk', content });
    expect(uploaded).toMatchObject({ bytes: archive.byteLength, cutOffBytes: page.length });
  });

  it('two of one second are two', async () => {
    const { backups, make } = world();
    await make();
    await make();
    expect(await backups.list()).toHaveLength(2);
  });

  it('that break off or are none leave nothing behind', async () => {
    const { backups, source, make, dir, events } = world();
    const broken: (() => AsyncIterable<Uint8Array>)[] = [
      () => inPieces(archive.subarray(0, archive.byteLength - 2_000)),
      () => inPieces(new TextEncoder().encode('<html>sign in</html>'.repeat(100))),
      async function* () {
        yield archive.subarray(0, 1_000);
        throw new CcuError('unreachable', 'the CCU is gone');
      },
    ];
    for (const content of broken) {
      source.content = content;
      await make();
      expect(await backups.status('ccu1')).toMatchObject({ state: 'failed', error: expect.any(String) });
      expect(readdirSync(dir)).toEqual([]);
    }
    expect(events.filter((event) => event.type === 'backup.progress' && event.payload.state === 'failed')).toHaveLength(
      3,
    );
    expect(await backups.list()).toEqual([]);
  });

  it('one at a time, and none of a CCU that is not connected', async () => {
    const { backups } = world();
    await backups.start('ccu1');
    await expect(backups.start('ccu1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(backups.start('other')).rejects.toMatchObject({ code: 'service_unready' });
    await backups.settled();
  });

  it('keep the newest ones', async () => {
    const { backups, make, pass } = world({ keep_last: 2 });
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      pass(60_000);
      ids.push(await make());
    }
    expect((await backups.list()).map(({ id }) => id)).toEqual(ids.slice(-2).reverse());
  });

  it('that were damaged on the disk are recognised before anything is done with them', async () => {
    const { backups, make, dir } = world();
    const id = await make();
    truncateSync(join(dir, `${id}.sbk`), archive.byteLength - 3_000);
    await expect(backups.verify(id)).rejects.toMatchObject({
      code: 'unprocessable',
      details: { reason: 'backup_damaged' },
    });
    await expect(backups.restore(id)).rejects.toMatchObject({ code: 'not_implemented' });
  });

  it('that were made elsewhere are taken, and others refused', async () => {
    const { backups, dir } = world();
    const store = (bytes: Uint8Array) =>
      backups.store({ central: 'ccu1', filename: '../../etc/passwd', content: inPieces(bytes) });
    const stored = await store(archive);
    expect(stored.id).toMatch(/^ccu1-20260101T120000Z-0001$/);
    await expect(store(archive.subarray(0, 5_00))).rejects.toMatchObject({ details: { reason: 'backup_damaged' } });
    expect(readdirSync(dir)).toHaveLength(2);
    expect(await backups.remove(stored.id)).toBe(true);
    expect(await backups.remove(stored.id)).toBe(false);
    await expect(backups.open('../../etc/passwd')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are for their owner only, whatever the umask [K19]', async () => {
    const before = process.umask(0o022);
    try {
      const { backups, dir, make } = world();
      await make();
      await backups.store({ central: 'ccu1', filename: 'x.sbk', content: inPieces(archive) });
      const modes = [dir, ...readdirSync(dir).map((name) => join(dir, name))].map((path) =>
        (statSync(path).mode & 0o777).toString(8),
      );
      expect(modes).toEqual(['700', '600', '600', '600', '600']);
    } finally {
      process.umask(before);
    }
  });

  it('remove what a crash left unfinished, and not what is being written just now', async () => {
    const { dir, make } = world();
    await make();
    for (const [name, at] of [
      ['crashed', START - 2 * 3_600_000],
      ['under-way', START],
    ] as const) {
      const path = join(dir, `${name}.sbk.part`);
      writeFileSync(path, archive);
      utimesSync(path, at / 1000, at / 1000);
    }
    await make();
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual(['under-way.sbk.part']);
  });

  it('are deleted only when they are listed', async () => {
    const { backups, dir, make } = world();
    await make();
    const [listed] = await backups.list();
    writeFileSync(join(dir, 'foreign.sbk'), archive);
    writeFileSync(join(dir, 'note-only.json'), '{}');
    for (const id of ['foreign', 'note-only', 'none', '../file']) expect(await backups.remove(id)).toBe(false);
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(['foreign.sbk', 'note-only.json']));
    expect(await backups.remove(listed?.id ?? '')).toBe(true);
    expect(readdirSync(dir).sort()).toEqual(['foreign.sbk', 'note-only.json']);
  });

  it('are not there where there is no place for them', async () => {
    writeFileSync(join(dataDir, 'file'), '');
    const { backups, make } = world({ dir: 'file' });
    expect(await backups.storage()).toMatchObject({ available: false, count: 0 });
    await make();
    expect(await backups.status('ccu1')).toMatchObject({ state: 'failed' });
    await expect(backups.list()).rejects.toMatchObject({ code: 'service_unready' });
  });

  it('are made by the schedule when the newest one is too old', async () => {
    const gateway = world();
    const { backups, tick, pass, config } = gateway;
    const stop = scheduleBackups({
      ...gateway,
      pauseMs: () => durationMs(config.schedule),
      centrals: { all: () => [{ name: 'ccu1' }] },
    });
    await tick();
    expect(await backups.list()).toHaveLength(0);
    config.schedule = '24h';
    await tick();
    expect(await backups.list()).toHaveLength(1);
    pass(3_600_000);
    await tick();
    expect(await backups.list()).toHaveLength(1);
    pass(24 * 3_600_000);
    await tick();
    expect(await backups.list()).toHaveLength(2);
    stop();
  });
});
