import { StorageError } from '@ccu-gateway/storage';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { explain } from './run.js';

describe('a start that the storage refuses', () => {
  afterEach(() => void vi.restoreAllMocks());

  function explained(error: StorageError) {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    return { code: explain(error), text: write.mock.calls.join('') };
  }

  it.each([
    ['storage_in_use', 6],
    ['storage_schema_newer', 1],
  ] as const)('prints for %s the remedy where one is known', (code, exit) => {
    const error = new StorageError(code, 'PostgreSQL db:5432/house: refused', { remedy: 'do this' });
    const text = 'PostgreSQL db:5432/house: refused: do this\nThe gateway was not started.\n';
    expect(explained(error)).toEqual({ code: exit, text });
  });

  it('names another directory where the one of this gateway is in use', () => {
    expect(explained(new StorageError('storage_in_use', 'a gateway runs on /data'))).toEqual({
      code: 6,
      text: expect.stringContaining('a gateway runs on /data: stop it, or name another directory'),
    });
  });
});
