import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupTarget, TargetSettings } from './place.js';
import { openTarget, targetError } from './target.js';

const TEXT = 'ccu-gateway tests whether it can store files here.\n';

/**
 * Stores a small file at the target and deletes it again, as a backup would be. Resolves with the fault in words for people;
 * undefined where both worked.
 */
export async function testTarget(
  settings: TargetSettings,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const target = await openTarget(settings, signal);
    if (target !== undefined) await storeOnce(target, `ccu-gateway-test-${name}.txt`);
    return undefined;
  } catch (error) {
    return targetError(error, settings.url).message;
  }
}

async function storeOnce(target: BackupTarget, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ccu-gateway-test-'));
  const file = join(folder, name);
  try {
    await writeFile(file, TEXT);
    await target.put(name, file, Buffer.byteLength(TEXT));
    await target.remove(name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
