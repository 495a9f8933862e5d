import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCompatibility, renderCompatReport } from '../src/compat/index.js';
import { type CallbackServer, openCallbackServer } from '../src/index.js';

/** Everything a CCU may say in a place where a report could quote it. */
const TALKATIVE = ['Wohnzimmer Anna', 'ABC1234567', 'NEQ7654321:1', '3014F711A0001F98', 'Geh3im', '192.168.17.4'];
const SAID = TALKATIVE.join(' ');
const SESSION = 'SeSs10nId9';

/** A web server that answers every wire of a CCU with refusals and structures full of names. */
function talkative() {
  return createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1');
      const isJson = request.url === '/api/homematic.cgi';
      response.writeHead(200, { 'Content-Type': isJson ? 'application/json' : `text/xml; charset=${SAID}` });
      response.end(isJson ? json(body) : xml(body));
    });
  });
}

function json(body: string): string {
  const { method } = JSON.parse(body) as { readonly method: string };
  if (method === 'Session.login') return JSON.stringify({ result: SESSION, error: null });
  if (method === 'system.listMethods') {
    return JSON.stringify({
      result: [
        { name: SAID, level: SAID },
        { name: 'CCU.getSerial', level: SAID },
      ],
      error: null,
    });
  }
  if (method === 'CCU.getSerial') return JSON.stringify({ result: '3014F711A0001F98', error: null });
  if (method === 'ReGa.runScript') {
    const out = `VERSION=3.79.6\nPRODUCT=${SAID}\n`;
    return JSON.stringify({ result: `${encodeURIComponent(out)}\t${SAID}\t0\t0\n@end system_info\n`, error: null });
  }
  return JSON.stringify({ result: null, error: { name: SAID, code: 501, message: `${SAID} ${SESSION}` } });
}

function xml(body: string): string {
  const text = (value: string) => `<value><string>${value}</string></value>`;
  const member = (name: string, value: string) => `<member><name>${name}</name>${value}</member>`;
  const answer = (value: string) =>
    `<?xml version="1.0"?><methodResponse><params><param>${value}</param></params></methodResponse>`;
  if (body.includes('>listDevices<')) {
    const device = `<value><struct>${member('ADDRESS', text('ABC1234567'))}${member(SAID, text(SAID))}</struct></value>`;
    return answer(`<value><array><data>${device}</data></array></value>`);
  }
  if (body.includes('>system.listMethods<')) return answer(`<value><array><data>${text(SAID)}</data></array></value>`);
  const fault = `<value><struct>${member('faultCode', '<value><i4>-1</i4></value>')}${member('faultString', text(SAID))}</struct></value>`;
  return `<?xml version="1.0"?><methodResponse><fault>${fault}</fault></methodResponse>`;
}

describe('the report of a compatibility run', () => {
  const server = talkative();
  let callbacks: CallbackServer;
  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  });
  afterEach(async () => {
    await callbacks.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('quotes nothing of a CCU that talks of names, addresses and sessions in every answer', async () => {
    const { port } = server.address() as AddressInfo;
    const found = await checkCompatibility({
      host: '127.0.0.1',
      interfaces: [{ name: 'BidCos-RF', port }],
      username: 'Wohnzimmer Anna',
      password: 'Geh3im',
      jsonRpcPort: port,
      regaPort: port,
      callbacks,
      write: true,
    });
    expect(found.passed).toBe(false);
    expect(found.version).toBe('3.79.6');
    expect(found.product).toBeUndefined();
    expect(found.results.length).toBeGreaterThan(50);
    const report = renderCompatReport(found, { gateway: '1.0.0', node: 'v20.0.0' });
    for (const text of [report, JSON.stringify(found)]) {
      const words = [...TALKATIVE, 'Wohnzimmer', 'Anna', SESSION, '127.0.0.1', String(port)];
      expect(words.filter((word) => text.includes(word))).toEqual([]);
    }
  });

  it('is not written for a host at which nothing answers', async () => {
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const run = checkCompatibility({
      host: '127.0.0.1',
      interfaces: [{ name: 'BidCos-RF', port }],
      jsonRpcPort: port,
      regaPort: 0,
      callbacks,
    });
    await expect(run).rejects.toMatchObject({ code: 'unreachable' });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
});
