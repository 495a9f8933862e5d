import { existsSync, readFileSync } from 'node:fs';
import { keyIdOf, parseMasterKey } from '@ccu-gateway/auth-core/secrets';
import { keyFiles } from '../config/index.js';
import type { BackupSource } from './source.js';

/** Master key in its written form, and its id in sealed values. */
export interface MasterKey {
  readonly text: string;
  readonly id: string;
  /** True when it is in the data directory. */
  readonly inDirectory: boolean;
}

/** The key that the gateway would use; undefined where there is none, and none is made. @throws ConfigError, SecretError */
export function masterKeyOf({
  environment,
  dataDir,
}: Pick<BackupSource, 'environment' | 'dataDir'>): MasterKey | undefined {
  if (environment.secretKey) return keyFrom(environment.secretKey.reveal(), false);
  const file = environment.secretKeyFile ?? keyFiles(dataDir).current;
  if (!existsSync(file)) return undefined;
  return keyFrom(readFileSync(file, 'utf8'), environment.secretKeyFile === undefined);
}

export function keyFrom(text: string, inDirectory: boolean): MasterKey {
  return { text: text.trim(), id: keyIdOf(parseMasterKey(text)), inDirectory };
}

/** Which keys the sealed values of a text need. */
export function keysNeeded(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/enc:v1:([0-9a-f]{8}):/g)].map(([, id = '']) => id))];
}
