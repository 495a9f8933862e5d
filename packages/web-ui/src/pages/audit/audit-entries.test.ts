import { describe, expect, it } from 'vitest';
import { type AuditEntry, type AuditFilter, facetCounts, matchesAudit, originOf, targetOf } from './audit-entries.js';

const ALL: AuditFilter = { text: '', subject: '', action: '', outcome: '', scheme: '', token_fingerprint: '' };
const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  timestamp: '2026-01-01T00:00:00.000Z',
  action: 'data_point_write',
  subject: 'anna',
  outcome: 'ok',
  scheme: 'session',
  ...change,
});
const entries = [
  entry({ device_address: 'A1', channel_no: 1, parameter: 'STATE', central: 'home' }),
  entry({ subject: 'grafana', scheme: 'bearer', outcome: 'refused', token_fingerprint: '0123456789ab' }),
  entry({ action: 'auth.login', note: 'credential="token:abc"', peer_address: '10.0.0.1', client_address: '' }),
];

describe('the audit', () => {
  it('is filtered by its facets and by words in any member', () => {
    const found = (change: Partial<AuditFilter>) => entries.filter((each) => matchesAudit(each, { ...ALL, ...change }));
    expect(found({})).toHaveLength(3);
    expect(found({ subject: 'grafana', scheme: 'bearer' })).toEqual([entries[1]]);
    expect(found({ token_fingerprint: '0123456789ab' })).toEqual([entries[1]]);
    expect(found({ text: 'a1 STATE' })).toEqual([entries[0]]);
    expect(found({ text: 'token:abc' })).toEqual([entries[2]]);
    expect(found({ action: 'data_point_write', text: 'nothing' })).toEqual([]);
  });

  it('counts each facet under the filters of the others', () => {
    const filter = { ...ALL, subject: 'anna' };
    expect(facetCounts(entries, 'action', filter)).toEqual([
      ['auth.login', 1],
      ['data_point_write', 1],
    ]);
    expect(facetCounts(entries, 'subject', filter)).toEqual([
      ['anna', 2],
      ['grafana', 1],
    ]);
  });

  it('shows the target and the origin of a change', () => {
    expect(targetOf(entries[0]!)).toBe('home A1:1 STATE');
    expect([originOf(entries[2]!), originOf(entries[0]!)]).toEqual(['10.0.0.1', '']);
  });
});
