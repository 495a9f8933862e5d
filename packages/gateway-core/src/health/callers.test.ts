import type { CallbackStatus } from '@ccu-gateway/ccu-client';
import { expect, it } from 'vitest';
import { callersFinding } from './callers.js';

const now = 10_000_000;
const quiet: CallbackStatus = { restricted: 'where_known', refused: [], elsewhere: [] };
const caller = { address: '192.0.2.66', wire: 'xml', times: 1, lastAt: now - 1_000 } as const;

it('is healthy without a word where only CCUs call', () => {
  expect(callersFinding(quiet, now)).toEqual({ status: 'healthy' });
});

it.each([
  ['xml', 'address', 'degraded'],
  ['bin', 'address', 'degraded'],
  ['xml', 'path', 'healthy'],
  ['bin', 'unknown_peer', 'healthy'],
] as const)('names a caller that was refused over %s because of its %s, with a remedy', (wire, why, status) => {
  const finding = callersFinding({ ...quiet, refused: [{ ...caller, wire, why }] }, now);
  expect(finding).toMatchObject({ status, reason: 'caller_refused', note: expect.stringContaining('192.0.2.66') });
});

it('forgets a refused caller after an hour', () => {
  const refused = [{ ...caller, why: 'address', lastAt: now - 3_600_000 }] as const;
  expect(callersFinding({ ...quiet, refused }, now)).toEqual({ status: 'healthy' });
});

it('names the missing checks', () => {
  expect(callersFinding({ ...quiet, restricted: false }, now).note).toContain('callback.restrict_source_ips');
  const elsewhere = [{ central: 'ccu', interfaceName: 'HmIP-RF', address: '172.17.0.1' }] as const;
  expect(callersFinding({ ...quiet, elsewhere }, now).note).toContain('HmIP-RF of ccu calls from 172.17.0.1');
});
