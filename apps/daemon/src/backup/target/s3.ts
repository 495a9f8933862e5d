import { openAsBlob } from 'node:fs';
import { S3mini } from 's3mini';
import { BackupError } from '../errors.js';
import { type BackupTarget, confinedFetch, type TargetOptions } from './place.js';

/** Bucket: a file appears when it is complete. */
export function openS3({ url, region, username, password, signal }: TargetOptions): BackupTarget {
  const bucket = new S3mini({
    accessKeyId: username,
    secretAccessKey: password,
    endpoint: url,
    region,
    fetch: confinedFetch(signal),
  });
  return {
    async list() {
      const objects = await bucket.listObjects('/', 'ccu-gateway-');
      if (objects === null)
        throw new BackupError('backup_target_failed', `${new URL(url).host}: there is no such bucket`);
      return objects.map(({ Key, Size }) => ({ name: Key, bytes: Number(Size) }));
    },
    async put(name, file, bytes) {
      // A blob of a file is read piece by piece.
      await bucket.putAnyObject(name, await openAsBlob(file), 'application/gzip');
      const size = await bucket.getContentLength(name);
      if (size === bytes) return;
      await bucket.deleteObject(name).catch(() => undefined);
      throw new BackupError('backup_target_failed', `${size} of ${bytes} bytes arrived at ${new URL(url).host}`);
    },
    async remove(name) {
      await bucket.deleteObject(name);
    },
  };
}
