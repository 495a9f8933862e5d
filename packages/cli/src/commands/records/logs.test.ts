import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cli, startServer } from '../../../test/fixture.js';

const line = (seq: number, level = 'info') => ({
  seq,
  time: '2026-11-21T08:00:00Z',
  level,
  logger: 'ccu.home',
  msg: `message ${seq}`,
  attrs: { seq },
});
const text = (seq: number) => `2026-11-21T08:00:00Z  INFO   ccu.home  message ${seq}  {"seq":${seq}}\n`;

describe('logs', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it('prints the newest lines of a level, the oldest first', async () => {
    const gateway = await startServer(() => ({ body: { last_seq: 2, records: [line(1), line(2)] } }));
    closing.push(gateway.close);
    expect((await cli(['logs', '-n', '2', '--level', 'info'], { env: gateway.env })).out).toBe(text(1) + text(2));
    expect(gateway.seen[0]?.path).toBe('/api/v1/diagnostics/logs?limit=2&min_level=info');
    const asJson = await cli(['logs', '--json', '--fields', 'seq,attrs.seq'], { env: gateway.env });
    expect(asJson.json().data).toEqual([
      { seq: 1, 'attrs.seq': 1 },
      { seq: 2, 'attrs.seq': 2 },
    ]);
  });

  it('follows from the last printed line, across a lost connection, without a gap or a repetition', async () => {
    const asked: string[] = [];
    /** Lines of each connection before it ends. */
    const parts = [
      `event: log\nid: 2\ndata: ${JSON.stringify(line(2))}\n\nevent: missed\ndata: {"count":3}\n\n`,
      `data: ${JSON.stringify(line(2))}\n\ndata: ${JSON.stringify(line(3))}\n\n`,
    ];
    const server = createServer((request, response: ServerResponse) => {
      asked.push(request.url ?? '');
      if (!request.url?.includes('/stream')) {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ last_seq: 1, records: [line(1)] }));
        return;
      }
      response.setHeader('content-type', 'text/event-stream');
      response.end(parts.shift());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { CCU_GATEWAY_URL: url, CCU_GATEWAY_TOKEN: 'T'.repeat(43) };
    const ran = await cli(['logs', '--follow', '--count', '3'], { env });
    expect(ran).toMatchObject({ code: 0, out: text(1) + text(2) + text(3) });
    expect(ran.err).toMatch(/connection lost, retrying[\s\S]*connected again/);
    expect(asked.slice(1).map((path) => new URL(path, url).searchParams.get('since'))).toEqual(['1', '2']);
  });

  it('ends after the requested time, and prints the lines up to then', async () => {
    const server = createServer((request, response: ServerResponse) => {
      const isStream = request.url?.includes('/stream') === true;
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
      if (!isStream) response.end(JSON.stringify({ last_seq: 1, records: [] }));
      // And no end.
      else response.write(`data: ${JSON.stringify(line(2))}\n\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const env = {
      CCU_GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      CCU_GATEWAY_TOKEN: 'T'.repeat(43),
    };
    expect(await cli(['logs', '-f', '--for', '3s'], { env })).toMatchObject({ code: 0, out: text(2) });
    expect(await cli(['logs', '--for', '1s'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--for needs --follow'),
    });
  });

  it('ends with a refusal of the gateway', async () => {
    const gateway = await startServer(({ path }) =>
      path.includes('/stream') ? { status: 403, body: {} } : { body: { last_seq: 1, records: [] } },
    );
    closing.push(gateway.close);
    expect((await cli(['logs', '-f'], { env: gateway.env })).code).toBe(4);
  });
});
