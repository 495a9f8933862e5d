import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../tls/make-certificate.js';
import { fetchOverHttp } from './icons.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** The web server of a CCU, which notes the requests that it gets. */
async function startWeb(isTls: boolean) {
  const asked: string[] = [];
  let connections = 0;
  const pair = isTls
    ? await makeCertificate({ names: ['ccu'], notBefore: 0, notAfter: 4e12, serial: Buffer.alloc(16, 5) })
    : undefined;
  const server = pair === undefined ? createServer() : createTlsServer(pair);
  server.on('connection', () => {
    connections += 1;
  });
  server.on('request', ({ url = '' }, response) => {
    asked.push(url);
    if (url === '/a.png') response.end('picture');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, connections: () => connections, place: { host: '127.0.0.1', port, tls: isTls, insecure: true } };
}

/** Permits so many times, and then no more. */
const permitting = (times: number) => {
  let left = times;
  return () => {
    left -= 1;
    if (left < 0) throw new Error('the lease has ended');
  };
};

describe.each([
  ['HTTP', false],
  ['HTTPS', true],
])('a file of the web interface of a CCU over %s', (_, isTls) => {
  it('is fetched where that is permitted, up to a size', async () => {
    const { place } = await startWeb(isTls);
    const permitted = { ...place, permit: permitting(6) };
    expect(await fetchOverHttp(permitted, '/a.png', 7)).toEqual(Buffer.from('picture'));
    expect(await fetchOverHttp(permitted, '/b.png', 7)).toBeUndefined();
    await expect(fetchOverHttp(permitted, '/a.png', 6)).rejects.toThrow(/larger/);
  });

  it('is not asked for without a permit, and no connection is opened', async () => {
    const { place, asked, connections } = await startWeb(isTls);
    const refused = fetchOverHttp({ ...place, permit: permitting(0) }, '/a.png', 7);
    await expect(refused).rejects.toThrow('the lease has ended');
    expect([asked, connections()]).toEqual([[], 0]);
  });

  it('is not asked for where the permit ends while the connection is being made', async () => {
    const { place, asked } = await startWeb(isTls);
    const refused = fetchOverHttp({ ...place, permit: permitting(1) }, '/a.png', 7);
    await expect(refused).rejects.toThrow('the lease has ended');
    // A request that comes later on another connection shows that nothing came on the first one.
    await fetchOverHttp({ ...place, permit() {} }, '/b.png', 7);
    expect(asked).toEqual(['/b.png']);
  });
});
