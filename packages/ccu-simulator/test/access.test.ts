import { X509Certificate } from 'node:crypto';
import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { largeHouse } from '../src/index.js';
import { createSelfSigned, startQuietSimulator } from '../src/testing/index.js';

const LIST_METHODS =
  '<?xml version="1.0"?><methodCall><methodName>system.listMethods</methodName><params/></methodCall>';

describe('access to the simulated CCU', () => {
  it('asks for Basic authentication on RPC and script ports only, and takes any user', async () => {
    await using simulator = await startQuietSimulator({
      authRequired: true,
      users: [{ name: 'Gast', password: 'a:b', level: 1 }],
    });
    const status = async (name: 'HmIP-RF' | 'rega' | 'jsonRpc', path: string, credentials?: string) => {
      const headers: Record<string, string> =
        credentials === undefined ? {} : { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
      const response = await fetch(`http://127.0.0.1:${simulator.ports[name]}${path}`, {
        method: 'POST',
        body: LIST_METHODS,
        headers,
      });
      await response.arrayBuffer();
      return [response.status, response.headers.get('www-authenticate')];
    };
    expect(await status('HmIP-RF', '/')).toEqual([401, 'Basic realm="theRealm"']);
    expect(await status('HmIP-RF', '/', 'Gast:falsch')).toEqual([401, 'Basic realm="theRealm"']);
    expect(await status('HmIP-RF', '/', 'Gast:a:b')).toEqual([200, null]);
    expect(await status('rega', '/x.exe')).toEqual([401, 'Basic realm="theRealm"']);
    expect(await status('jsonRpc', '/api/homematic.cgi')).toEqual([200, null]);
  });

  it('uses TLS with a self-signed certificate on every port that supports it', async () => {
    const tls = createSelfSigned('ccu.example');
    await using simulator = await startQuietSimulator({ tls });
    for (const name of ['HmIP-RF', 'BidCos-RF', 'jsonRpc', 'rega'] as const) {
      const fingerprint = await new Promise((resolve, reject) => {
        request(
          { host: '127.0.0.1', port: simulator.ports[name], rejectUnauthorized: false, agent: false },
          (response) => {
            resolve((response.socket as import('node:tls').TLSSocket).getPeerX509Certificate()?.fingerprint256);
            response.resume();
          },
        )
          .on('error', reject)
          .end();
      });
      expect([name, fingerprint]).toEqual([name, tls.fingerprint]);
    }
    expect(new X509Certificate(tls.cert).subject).toBe('CN=ccu.example');
  });

  it('grows to an installation of any size without repeating an address', async () => {
    const house = largeHouse(500);
    const addresses = house.devices.flatMap((device) => [
      device.description.ADDRESS,
      ...device.channels.map(({ ADDRESS }) => ADDRESS),
    ]);
    expect(house.devices).toHaveLength(500);
    expect(new Set(addresses).size).toBe(addresses.length);
    const points = house.devices.flatMap((device) =>
      device.channels.map(({ ADDRESS }) => Object.keys(device.paramsets[ADDRESS]?.VALUES ?? {}).length),
    );
    expect(points.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(15_000);
  });
});
