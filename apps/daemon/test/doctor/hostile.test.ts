import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { centralOf, findingsOf } from './look.js';

const PASSWORD = 'geheim-und-lang';
const HOSTILE = '\u001b[2J<script>alert(1)</script>';

describe('a CCU that is no CCU, or means harm', () => {
  const cleanups: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function listen(listener: RequestListener): Promise<number> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    cleanups.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    // A server on a TCP port has an address.
    return (server.address() as AddressInfo).port;
  }

  /** What is wrong with a CCU all of whose ports answer so. */
  async function lookAt(listener: RequestListener, patienceMs = 60_000) {
    const port = await listen(listener);
    const central = centralOf({
      host: '127.0.0.1',
      interfaces: [{ name: 'HmIP-RF', port }],
      json_rpc_port: port,
      rega_port: port,
      username: 'Gateway',
      password: PASSWORD,
    });
    const findings = await findingsOf(central, {
      callbacks: undefined,
      signal: AbortSignal.timeout(60_000),
      patienceMs,
    });
    const said = JSON.stringify(findings);
    expect([said.includes(PASSWORD), said.includes('script>'), said.includes('\\u001b')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(said.length).toBeLessThan(10_000);
    return findings.filter(({ severity }) => severity !== 'ok').map(({ id }) => id);
  }

  it.each([
    ['text of a shell and of a page', HOSTILE],
    ['an error of JSON-RPC with such a text', JSON.stringify({ error: { code: 1, message: HOSTILE }, result: null })],
    ['markup that is nested without end', '<a>'.repeat(100_000)],
  ])('is named when it answers %s [O03]', async (_what, body) => {
    expect(await lookAt((_request, response) => response.end(body))).toEqual(['ccu.nonsense']);
  });

  it('is named when it refuses everything with such a text [O03]', async () => {
    const fault = `<methodResponse><fault><value>${HOSTILE}</value></fault></methodResponse>`;
    expect(await lookAt((_request, response) => response.end(fault))).toContain('interface.call_refused');
  });

  it('is named when its answers do not end [O03]', async () => {
    const ids = await lookAt((_request, response) => {
      response.write('<methodResponse>');
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(16_384), () => setImmediate(more));
      };
      more();
    }, 200);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).not.toContain('login.accepted');
  });

  it('leads to no other host [O04]', async () => {
    const heard: string[] = [];
    const other = await listen((request, response) => {
      heard.push(request.url ?? '');
      response.end();
    });
    const ids = await lookAt((_request, response) => {
      response.writeHead(302, { Location: `http://127.0.0.1:${other}/stolen` }).end();
    });
    expect([ids.length > 0, heard]).toEqual([true, []]);
  });
});
