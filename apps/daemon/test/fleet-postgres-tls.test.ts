import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noPostgres, type PostgresServer, startPostgres } from '../../../packages/postgres/test/server.js';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { mintAt, openFleet } from './fleet-members.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
/** Far enough from any clock. */
const NEVER = Date.UTC(2120, 0, 1);

describe.skipIf(noPostgres !== undefined)(`PostgreSQL with TLS${note}`, () => {
  let server: PostgresServer;
  let ca: string;
  beforeAll(async () => {
    const request = { names: ['localhost'], notBefore: 0, notAfter: NEVER, serial: randomBytes(16) };
    const tls = await makeCertificate(request);
    server = await startPostgres({ tls });
    ca = join(server.folder, 'ca.pem');
    writeFileSync(ca, tls.cert);
  });
  afterAll(() => server?.dispose());
  const fleet = openFleet(() => ({ ...server.place, host: 'localhost' }));
  afterEach(() => fleet.close());
  const startWith = (tls: object, more: object = {}) => fleet.start({ postgres: { tls, ...more } });

  it('is used where its certificate is right, and where that was not asked for', async () => {
    for (const tls of [{ mode: 'verify', ca_file: ca }, { mode: 'unverified' }]) {
      const one = await startWith(tls);
      expect(await mintAt(one.gateway, 'viewer', 'panel')).toMatch(/^\S{43}$/);
    }
  });

  it('is not used under a host that its certificate does not name', async () => {
    const one = await startWith({ mode: 'verify', ca_file: ca }, { host: '127.0.0.1' });
    expect(one.logged()).toMatch(/cannot be trusted \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
  });

  it.each([
    ['a certificate of nobody who is trusted', { mode: 'verify' }, {}, /certificate cannot be trusted/],
    ['a connection without TLS', { mode: 'none' }, {}, /lets gateway not in from here without TLS/],
  ])('is not used with %s, and the log has the reason', async (_what, tls, more, why) => {
    const one = await startWith(tls, more);
    expect(one.logged()).toMatch(why);
    expect((await one.call('/auth/me', { token: 'x'.repeat(43) })).status).toBe(503);
  });
});
