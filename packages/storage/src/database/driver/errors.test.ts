import { describe, expect, it } from 'vitest';
import { driverRemedy } from './better-driver.js';
import { isTransientStorageError, StorageError, toStorageError, toUnavailable } from './errors.js';

const coded = (code: string, message = 'canary') => Object.assign(new Error(message), { code });

describe('errors of the storage', () => {
  it.each([
    ['SQLITE_BUSY', 'storage_busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'storage_busy'],
    ['SQLITE_FULL', 'storage_full'],
    ['SQLITE_IOERR_WRITE', 'storage_failed'],
    ['SQLITE_IOERR_SHMSIZE', 'storage_full'],
    ['SQLITE_READONLY_DBMOVED', 'storage_unavailable'],
    ['SQLITE_CORRUPT_INDEX', 'storage_unavailable'],
    ['SQLITE_CONSTRAINT_CHECK', 'storage_failed'],
  ])('gives %s the code %s and none of its text', (sqlite, code) => {
    const error = toStorageError(coded(sqlite));
    expect(error.code).toBe(code);
    expect(error.message).toContain(sqlite);
    expect(error.message).not.toContain('canary');
  });

  it.each([
    [coded('MODULE_NOT_FOUND', "Cannot find module 'better-sqlite3'")],
    [coded('ERR_MODULE_NOT_FOUND')],
    [coded('ERR_DLOPEN_FAILED', 'invalid ELF header')],
    [new Error('Could not locate the bindings file. Tried: …')],
  ])('calls the storage unavailable when the native module cannot be loaded: %s', (error) => {
    expect(toUnavailable(error)).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('native SQLite module'),
    });
  });

  it('names the Node that a native module was built for another of, and the command that builds it for this one', () => {
    const message = 'was compiled against a different Node.js version using\nNODE_MODULE_VERSION 127. This version';
    const error = toUnavailable(coded('ERR_DLOPEN_FAILED', message));
    expect(error).toMatchObject({ code: 'storage_unavailable', damaged: false, remedy: driverRemedy() });
    expect(error.message).toContain('built for another Node');
    expect(error.message).toContain(`run "${driverRemedy()}" with this Node (${process.version})`);
    expect(toUnavailable(coded('MODULE_NOT_FOUND')).message).toContain('missing or was built for another system');
  });

  it('distinguishes a full disk from an unusable directory', () => {
    expect(toUnavailable(coded('ENOSPC')).code).toBe('storage_full');
    expect(toUnavailable(coded('EROFS')).message).toContain('may only be read');
    expect(toUnavailable(coded('EACCES'))).toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining('EACCES'),
    });
  });

  it('knows which refusals pass by themselves', () => {
    expect(isTransientStorageError(toStorageError(coded('SQLITE_BUSY')))).toBe(true);
    expect(isTransientStorageError(new StorageError('storage_full', 'x'))).toBe(false);
    expect(isTransientStorageError(new Error('SQLITE_BUSY'))).toBe(false);
  });

  it('keeps an error that has its code already', () => {
    const error = new StorageError('storage_in_use', 'x');
    expect(toUnavailable(error)).toBe(error);
    expect(toStorageError(error)).toBe(error);
  });
});
