import { StorageError } from '@ccu-gateway/storage';
import { expect, it } from 'vitest';
import { auditOf } from './no-audit.js';

const query = { limit: 10, offset: 0 };

it.each(['storage_full', 'storage_failed', 'storage_busy', 'storage_closed'] as const)(
  'the audit log is not ready where the database answers %s',
  async (code) => {
    const audit = auditOf({ record: () => undefined, query: () => Promise.reject(new StorageError(code, 'refused')) });
    await expect(audit.query(query)).rejects.toMatchObject({ code: 'service_unready', details: { reason: code } });
  },
);

it('the audit log is not ready without storage', async () => {
  await expect(auditOf(undefined).query(query)).rejects.toMatchObject({ code: 'service_unready' });
});
