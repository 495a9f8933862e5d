import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { daemonBin, type Running, start } from './process.js';

/**
 * The resolver of the process answers for one name with an address to which no host opens a TCP connection: the call
 * fails in its own turn with ENETUNREACH, as every address does while the uplink is down, and sends nothing.
 */
const RESOLVER = `const dns = require('node:dns');
const { lookup } = dns.promises;
dns.promises.lookup = async (host, options) =>
  host === 'receiver.example.test' ? [{ address: '255.255.255.255', family: 4 }] : lookup(host, options);
require('node:module').syncBuiltinESMExports();
`;

it('goes on, also after a restart, when the name of a kept webhook leads to an address without a route', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ccu-gateway-unroutable-'));
  const file = join(dir, 'config.yaml');
  const resolver = join(dir, 'resolver.cjs');
  writeFileSync(resolver, RESOLVER);
  writeFileSync(
    file,
    stringify({
      north: { rest: { listen: '127.0.0.1:0', auth: { users: { anna: 'a long password' } } } },
      callback: { host: '127.0.0.1', port: 0, bin_port: 0 },
    }),
  );
  const args = ['--require', resolver, daemonBin, 'run', '--config', file, '--data-dir', join(dir, 'data')];
  const headers = {
    authorization: `Basic ${Buffer.from('anna:a long password').toString('base64')}`,
    'content-type': 'application/json',
  };
  async function listening(
    daemon: Running,
  ): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
    const [, url = ''] = await daemon.until(/"url":"(http:[^"]+)"/);
    return (method, path, body) =>
      fetch(`${url}/api/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  let daemon = start(process.execPath, args);
  let ask = await listening(daemon);
  const automation = {
    url: 'https://receiver.example.test/hook',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    topics: ['*'],
    allow_networks: ['255.255.255.255/32'],
  };
  const configured = await ask('PUT', '/config/sections/webhooks', { endpoints: { automation } });
  expect(await configured.json()).toMatchObject({ applied: true });
  for (const _start of ['first', 'second']) {
    const tested = await ask('POST', '/webhooks/automation/test');
    expect(await tested.json()).toMatchObject({
      delivered: false,
      fault: { message: 'the receiver cannot be reached: there is no way to its network' },
    });
    expect((await ask('GET', '/info')).status).toBe(200);
    daemon.child.kill('SIGTERM');
    expect(await daemon.exited).toBe(0);
    expect(daemon.stderr()).not.toContain('Unhandled');
    daemon = start(process.execPath, args);
    ask = await listening(daemon);
  }
  daemon.child.kill('SIGTERM');
  expect(await daemon.exited).toBe(0);
  rmSync(dir, { recursive: true, force: true });
});
