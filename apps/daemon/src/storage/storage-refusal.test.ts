import { StorageError } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import { askStorage } from './storage-refusal.js';

const asked = (error: Error) => askStorage(() => Promise.reject(error));

describe('what the storage refuses', () => {
  it('is reported as the lock of another program, with the time of a retry', async () => {
    await expect(asked(new StorageError('storage_busy', 'locked'))).rejects.toMatchObject({
      code: 'service_unready',
      message: expect.stringContaining('Another program is writing'),
      details: { reason: 'storage_busy', retryAfterSeconds: 1 },
    });
  });

  it('is reported with its code where a retry would not help', async () => {
    const full = await asked(new StorageError('storage_full', 'full')).catch((error: unknown) => error);
    expect(full).toMatchObject({ code: 'service_unready', details: { reason: 'storage_full' } });
    expect(full).not.toHaveProperty('details.retryAfterSeconds');
    await expect(asked(new TypeError('x'))).rejects.toThrow(TypeError);
  });

  it('is reported as an unknown outcome where the database gave no answer, and as not done otherwise', async () => {
    const lost = new StorageError('storage_unavailable', 'no answer', { outcomeUnknown: true });
    await expect(asked(lost)).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('not known'),
      details: { reason: 'outcome_unknown' },
    });
    await expect(asked(new StorageError('storage_unavailable', 'away'))).rejects.toMatchObject({
      code: 'service_unready',
      message: 'The database did not do it',
      details: { reason: 'storage_unavailable' },
    });
  });
});
