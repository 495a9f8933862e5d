import type { BigIntStats } from 'node:fs';
import type { Environment, LoadedConfig } from '../config/index.js';

/** True when this stream goes to the journal of systemd, which names it by device and inode. */
export function goesToJournal(env: Environment, stat: () => Pick<BigIntStats, 'dev' | 'ino'>): boolean {
  if (!env.JOURNAL_STREAM) return false;
  try {
    const { dev, ino } = stat();
    return env.JOURNAL_STREAM === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/** The journal is read by people, unless the format was chosen. */
export function forJournal(loaded: LoadedConfig): LoadedConfig {
  if (loaded.sources.get('logging.format') !== 'default') return loaded;
  return { ...loaded, config: { ...loaded.config, logging: { ...loaded.config.logging, format: 'text' } } };
}
