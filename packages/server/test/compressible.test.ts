import { expect, it } from 'vitest';
import { apiOperations } from '../src/families/families.js';
import { pageOperations } from '../src/pages/families.js';

// Each entry was looked at: what it answers holds no credential, no CSRF token and no password, whatever the caller sends along.
const LOOKED_AT = ['getOpenApi', 'getSnapshot', 'listDevices'];

it('only answers without secrets are compressed', () => {
  const compressible = [...apiOperations, ...pageOperations].filter((operation) => operation.compressible === true);
  expect(compressible.map(({ operationId }) => operationId).sort()).toEqual(LOOKED_AT);
  expect(compressible.filter(({ method, mount }) => method !== 'GET' || mount !== 'api')).toEqual([]);
});
