import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CodeConfig, newState } from '@ccu-gateway/alarm';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { openStorage } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/load.js';
import { createKeyFile, keyFiles, loadMasterKey } from '../config/master-key.js';
import { openSecrets, sealFile } from '../config/seal.js';
import { rotateSecrets, type SealedStorage } from './rotate.js';
import { finishRotation } from './rotate-locked.js';

const CENTRAL = 'centrals.home.password';

describe('a rotation of the key that was killed', () => {
  let dataDir: string;
  let file: string;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'rotate-'));
    file = join(dataDir, 'config.yaml');
    writeFileSync(file, 'north: {rest: {auth: {users: {anna: pw-a}}}}');
    sealFile(file, box());
    const storage = await openStorage({ dataDir });
    const password = box().seal('pw-home', CENTRAL);
    await storage.centrals.create({ name: 'home', enabled: true, config: { host: 'ccu', password } });
    storage.close();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  const environment = { secretKey: undefined, secretKeyFile: undefined, supervised: false, ccuAddon: false };
  const load = (env = {}) =>
    loadConfig({ argv: ['--config', file, '--data-dir', dataDir], env: { HOME: dataDir, ...env }, cwd: dataDir });
  const box = () => createSecretBox(loadMasterKey({ environment, dataDir, sealed: () => [] }), randomBytes);

  /** Goes as far as `storage` lets it. */
  async function interrupt(storage: (stored: SealedStorage) => SealedStorage): Promise<void> {
    const stored = await openStorage({ dataDir });
    await expect(rotateSecrets(load(), storage(stored))).rejects.toThrow('killed');
    stored.close();
  }
  const killed = async () => {
    throw new Error('killed');
  };

  const MOMENTS: readonly (readonly [string, () => Promise<void>])[] = [
    ['before anything was sealed anew', async () => void createKeyFile(keyFiles(dataDir).next, dataDir)],
    ['before the database was', () => interrupt(() => ({ reseal: killed }))],
    [
      'in the middle of the database',
      () =>
        interrupt(({ reseal }) => ({
          reseal: (rewrite) =>
            reseal((sealed, path) => {
              rewrite(sealed, path);
              throw new Error('killed');
            }),
        })),
    ],
    [
      'before the new key had its name',
      () => interrupt(({ reseal }) => ({ reseal: (rewrite) => reseal(rewrite).then(killed) })),
    ],
  ];

  it.each(MOMENTS)('%s is finished by the next start', async (_moment, kill) => {
    const before = box().keyId;
    await kill();
    expect((await finishRotation(load()))?.keyId).not.toBe(before);
    expect(openSecrets(load(), box()).config.north.rest.auth.users.anna?.reveal()).toBe('pw-a');
    const storage = await openStorage({ dataDir });
    const [central] = await storage.centrals.list();
    expect(box().open(String(central?.config.password), CENTRAL)).toBe('pw-home');
    storage.close();
    expect(readdirSync(dataDir).filter((name) => name.startsWith('secret.key'))).toEqual(['secret.key']);
    expect(await finishRotation(load())).toBeUndefined();
  });

  it('is left alone while the key comes from the environment', async () => {
    createKeyFile(keyFiles(dataDir).next, dataDir);
    expect(await finishRotation(load({ SERVICE_SECRET_KEY: Buffer.alloc(32).toString('base64') }))).toBeUndefined();
    expect(existsSync(keyFiles(dataDir).next)).toBe(true);
  });

  it('seals the PINs of the alarm system anew, and leaves one of another key as it is', async () => {
    const path = 'alarm.codes.anna.hash';
    const foreign = createSecretBox(randomBytes(32), randomBytes).seal('hash', 'alarm.codes.ben.hash');
    const stored = await openStorage({ dataDir });
    const codes = [
      { id: 'anna', hash: box().seal('a slow hash', path) },
      { id: 'ben', hash: foreign },
    ] as unknown as readonly CodeConfig[];
    await stored.alarm.save({ config: { zones: [], codes }, state: newState(0), entries: [] });
    await rotateSecrets(load(), stored);
    const rotated = (await stored.alarm.load()).config?.codes ?? [];
    stored.close();
    expect(box().open(rotated[0]?.hash ?? '', path)).toBe('a slow hash');
    expect(rotated[1]?.hash).toBe(foreign);
  });
});
