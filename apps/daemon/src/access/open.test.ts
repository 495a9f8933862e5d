import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStores, silentLogger, systemClock } from '@ccu-gateway/auth-core';
import { createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config/index.js';
import { openAccess } from './open.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'access-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

it.each([
  ['0.0.0.0/0', /too wide; allowed: \/16 to \/32/],
  ['172.30.32.5/23', /host bits/],
  ['::ffff:0:0/96', /write it as IPv4/],
])('names file and line of the network %s, which is not to be trusted', (network, message) => {
  const file = join(cwd, 'config.yaml');
  writeFileSync(file, `north:\n  rest:\n    auth:\n      ha_ingress:\n        trusted_proxy_cidr: "${network}"\n`);
  const open = () =>
    openAccess({
      loaded: loadConfig({ argv: [], env: { HOME: cwd }, cwd }),
      stores: createMemoryStores(),
      audit: undefined,
      centrals: { get: () => undefined },
      directory: createCentralDirectory([]),
      loginElsewhere: undefined,
      configUsers: {},
      onlyConfigUsers: false,
      csrfKey: undefined,
      epochKey: undefined,
      sessionMarkKey: undefined,
      logger: silentLogger,
      clock: systemClock,
    });
  expect(open).toThrow(ConfigError);
  expect(open).toThrow(`${file}:5: north.rest.auth.ha_ingress.trusted_proxy_cidr: `);
  expect(open).toThrow(message);
});
