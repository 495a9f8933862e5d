import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cli } from '../../../test/fixture.js';

const ID = 'ccu-gateway-nas-20261122T201530Z-0001';
const FILE = `${ID}.tar.gz`;
const BYTES = randomBytes(300_000);
const SHA256 = createHash('sha256').update(BYTES).digest('hex');
const entry = {
  id: ID,
  bytes: BYTES.length,
  created_at: '2026-11-22T20:15:30.000Z',
  sha256: SHA256 as string | null,
  verified_at: null,
  with_key: false,
  key_id: null,
  problem: null as string | null,
  parts: [],
};

describe('a backup of a gateway that is fetched', () => {
  let dir: string;
  let listed: (typeof entry)[];
  let send: (response: ServerResponse) => void;
  let asked: string[];
  let gateway: { readonly url: string; close(): void };
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'cli-download-'));
    listed = [entry];
    asked = [];
    send = (response) => void response.writeHead(200, { 'content-length': BYTES.length }).end(BYTES);
    const server = createServer(({ method, url = '' }, response) => {
      const what = `${method} ${url.replace('/api/v1/backups/own', '')}`;
      asked.push(what);
      const json = (body: unknown) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (what === 'GET ') return json(listed);
      if (what === `POST /${ID}/verify`) return json({ ...entry, host: 'nas', gateway_version: '1' });
      send(response);
    });
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    gateway = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close() {
        server.closeAllConnections();
        server.close();
      },
    };
  });
  afterEach(() => {
    gateway.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const run = (argv: readonly string[] = [], signal?: AbortSignal) =>
    cli(['backup', 'download', ...argv], {
      cwd: dir,
      env: { CCU_GATEWAY_URL: gateway.url, CCU_GATEWAY_TOKEN: 'T'.repeat(43) },
      ...(signal && { signal }),
    });
  const here = () => readdirSync(dir);

  it('is stored complete, for its owner only, by its id or as the newest readable one', async () => {
    expect(await run([ID, '--to', 'kept.tar.gz'])).toMatchObject({
      code: 0,
      out: `${join(dir, 'kept.tar.gz')}\t${BYTES.length} bytes\tsha256 ${SHA256}\tverified\n`,
    });
    listed = [{ ...entry, id: 'newer', problem: 'cut short' }, entry];
    const ran = await run(['--json']);
    expect(ran.json().data).toEqual({ id: ID, file: join(dir, FILE), bytes: BYTES.length, sha256: SHA256 });
    expect(here().toSorted()).toEqual([FILE, 'kept.tar.gz']);
    for (const name of here()) {
      expect(readFileSync(join(dir, name)).equals(BYTES)).toBe(true);
      expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('has its checksum computed by the gateway where it has none yet', async () => {
    listed = [{ ...entry, sha256: null }];
    expect((await run()).code).toBe(0);
    expect(asked).toEqual(['GET ', `POST /${ID}/verify`, `GET /${ID}/download`]);
  });

  it('replaces a file only with --force, and requests no download otherwise', async () => {
    writeFileSync(join(dir, FILE), 'mine');
    expect(await run()).toMatchObject({ code: 6, err: expect.stringContaining('--force') });
    expect([readFileSync(join(dir, FILE), 'utf8'), asked]).toEqual(['mine', ['GET ']]);
    expect((await run(['--force'])).code).toBe(0);
    expect(readFileSync(join(dir, FILE)).equals(BYTES)).toBe(true);
  });

  it('leaves the old file where it could not be replaced, and no part of the new one', async () => {
    writeFileSync(join(dir, FILE), 'mine');
    send = (response) => {
      response.writeHead(200, { 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, 70_000), () => response.destroy());
    };
    expect(await run(['--force'])).toMatchObject({ code: 5, err: expect.stringContaining('before all of it') });
    send = (response) => {
      const other = Buffer.from(BYTES);
      other[200_000] = (other[200_000] ?? 0) ^ 1;
      response.writeHead(200).end(other);
    };
    expect(await run(['--force'])).toMatchObject({ code: 1, err: expect.stringContaining('checksum differs') });
    const stop = new AbortController();
    send = (response) => {
      response.writeHead(200);
      response.write(BYTES, () => stop.abort());
    };
    expect((await run(['--force'], stop.signal)).code).toBe(130);
    expect([here(), readFileSync(join(dir, FILE), 'utf8')]).toEqual([[FILE], 'mine']);
  });

  it.each([
    [['nothing-of-it'], 3, 'there is no backup nothing-of-it'],
    [['--to', 'no/such/folder/x.tar.gz'], 1, 'cannot be written (ENOENT)'],
    [['--offline'], 2, 'gateway'],
  ])('%j is refused with the reason', async (argv, code, said) => {
    expect(await run(argv)).toMatchObject({ code, err: expect.stringContaining(said) });
    expect(here()).toEqual([]);
  });

  it('that is damaged, or has a name outside of the folder, is not fetched', async () => {
    listed = [{ ...entry, problem: 'cut short' }];
    expect(await run([ID])).toMatchObject({ code: 1, err: expect.stringContaining('cut short') });
    listed = [{ ...entry, id: '../elsewhere' }];
    expect((await run()).code).toBe(2);
    expect(here()).toEqual([]);
  });
});
