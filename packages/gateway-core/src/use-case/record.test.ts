import { expect, it } from 'vitest';
import type { AuditEntry } from '../ports/house.js';
import { recordChange } from './record.js';

it('names the user of an ingress proxy as the author of a change', () => {
  const entries: AuditEntry[] = [];
  const ports = {
    audit: { record: (entry: AuditEntry) => entries.push(entry), query: async () => [] },
    clock: { now: () => 7 },
  };
  const key = 'ingress:abc';
  const via = { viaUser: 'abc', viaUserName: 'anna' };
  const principal = { key, subject: 'ha-ingress', scheme: 'ingress', role: 'admin', ...via } as const;
  recordChange(ports, { principal, signal: new AbortController().signal }, { action: 'ccu_reboot' });
  expect(entries).toEqual([expect.objectContaining({ user: 'ha-ingress', ...via })]);
});

it('names the API token of a change by its first digits, and nothing of other credentials', () => {
  const entries: AuditEntry[] = [];
  const ports = {
    audit: { record: (entry: AuditEntry) => entries.push(entry), query: async () => [] },
    clock: { now: () => 7 },
  };
  const signal = new AbortController().signal;
  const keys = [`token:${'0123456789abcdef'.repeat(4)}`, 'local:anna', 'token:anna'];
  for (const key of keys) {
    const principal = { key, subject: 'grafana', scheme: 'bearer', role: 'admin' } as const;
    recordChange(ports, { principal, signal }, { action: 'ccu_reboot' });
  }
  expect(entries.map(({ tokenFingerprint }) => tokenFingerprint)).toEqual(['0123456789ab', undefined, undefined]);
});
