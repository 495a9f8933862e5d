import { StorageError } from '@ccu-gateway/storage';
import { describe, expect, it } from 'vitest';
import { askStorage } from './storage-refusal.js';

const asked = (error: Error) => askStorage(() => Promise.reject(error));

describe('what the storage refuses', () => {
  it('is told as the lock of another program, with the time after which to come again', async () => {
    await expect(asked(new StorageError('storage_busy', 'locked'))).rejects.toMatchObject({
      code: 'service_unready',
      message: expect.stringContaining('Another program is writing'),
      details: { reason: 'storage_busy', retryAfterSeconds: 1 },
    });
  });

  it('is told with its code where coming again would not help', async () => {
    const full = await asked(new StorageError('storage_full', 'full')).catch((error: unknown) => error);
    expect(full).toMatchObject({ code: 'service_unready', details: { reason: 'storage_full' } });
    expect(full).not.toHaveProperty('details.retryAfterSeconds');
    await expect(asked(new TypeError('x'))).rejects.toThrow(TypeError);
  });
});
