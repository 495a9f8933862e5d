import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cli } from '../../../test/fixture.js';

const STARTED = '2026-11-22T20:15:30.000Z';
const report = {
  state: 'storing',
  started_at: STARTED,
  format: 'historian',
  ...{ bytes: 9, lines: 3, values: 2, series_count: 2, refused: 1, percent: 0 },
  refusals: [{ line: 3, reason: 'has no number as its value' }],
  series: [
    { point: 'SysVar.950.Value', values: 1, from: STARTED, to: STARTED, unknown: 'is no data point of a device' },
  ],
  stored: { hours: 0, values: 0, known: 0, too_old: 0 },
};

let dir: string;
let seen: { readonly what: string; readonly body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let gateway: { readonly url: string; close(): void };
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'cli-history-'));
  seen = [];
  const server = createServer(async (request, response) => {
    seen.push({ what: `${request.method} ${request.url}`, body: await text(request) });
    answer(request, response);
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

const run = (...argv: string[]) =>
  cli(argv, { env: { CCU_GATEWAY_URL: gateway.url, CCU_GATEWAY_TOKEN: 'glt_x' }, cwd: dir });
const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

it('writes an export into a file and replaces none that is there', async () => {
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('time,value\r\n');
  const ran = await run('history', 'export', '--resolution', 'hours', '--points', 'ABC:1:LEVEL', '--from', '2h');
  expect(ran).toMatchObject({ code: 0, out: `${join(dir, 'history-hours.csv')}\t12 bytes\n` });
  const query = new URL(seen[0]?.what.split(' ')[1] ?? '', gateway.url).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({ format: 'csv', resolution: 'hours', points: 'ABC:1:LEVEL' });
  expect(readFileSync(join(dir, 'history-hours.csv'), 'utf8')).toBe('time,value\r\n');
  const again = await run('history', 'export', '--resolution', 'hours');
  expect([again.code, again.err]).toEqual([6, expect.stringContaining('is there already')]);
  expect((await run('history', 'export', '--resolution', 'hours', '--force')).code).toBe(0);
});

it('leaves no file where the answer did not come whole', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('time');
    response.on('drain', () => {});
    setImmediate(() => response.destroy());
  };
  const ran = await run('history', 'export', '--to', 'all.csv');
  expect([ran.code !== 0, existsSync(join(dir, 'all.csv'))]).toEqual([true, false]);
});

it('imports a file, names data points that are left out, and waits for the end', async () => {
  writeFileSync(join(dir, 'export.csv'), 'content of the file');
  answer = ({ method }, response) =>
    method === 'POST'
      ? json(response, report, 202)
      : json(response, {
          ...report,
          state: 'done',
          ended_at: STARTED,
          stored: { ...report.stored, hours: 7, known: 1 },
        });
  const ran = await run('history', 'import', 'export.csv', '--time-column', 'Zeit');
  expect(ran).toMatchObject({ code: 0, out: 'stored 7 hours and 0 values; 1 were there already, 0 are too old\n' });
  expect(ran.err).toContain('left out: SysVar.950.Value is no data point of a device');
  expect(ran.err).toContain('line 3 has no number as its value');
  expect(seen.map(({ what }) => what)).toEqual([
    'POST /api/v1/history/import?time_column=Zeit',
    'GET /api/v1/history/import',
  ]);
  expect(seen[0]?.body).toContain('content of the file');
});

it('stores nothing in a dry run, and reports an import that failed with the stored part', async () => {
  writeFileSync(join(dir, 'export.csv'), 'x');
  answer = (_, response) => json(response, { ...report, state: 'checked', ended_at: STARTED });
  expect((await run('history', 'import', 'export.csv', '--dry-run')).out).toBe('2 values; nothing was stored\n');
  expect(seen[0]?.what).toBe('POST /api/v1/history/import?dry_run=true');
  answer = (_, response) =>
    json(response, { ...report, state: 'failed', ended_at: STARTED, error: 'the disk is full' });
  const failed = await run('history', 'import', 'export.csv');
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('failed: the disk is full; stored 0 hours')]);
  expect((await run('history', 'import', 'none.csv')).code).toBe(3);
});
