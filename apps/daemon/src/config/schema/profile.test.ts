import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigError, loadConfig } from '../index.js';
import { defaultsOf, PROFILES } from './profile.js';
import { configSchema } from './schema.js';

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'profile-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const load = (yaml: string, env: Readonly<Record<string, string>> = {}) => {
  writeFileSync(join(cwd, 'config.yaml'), yaml);
  return loadConfig({ argv: [], env: { HOME: cwd, ...env }, cwd });
};
const shown = ({ config: { persistence, north, history } }: ReturnType<typeof load>) => ({
  journal: persistence.journal_bytes,
  gathered: persistence.write_interval,
  ring: north.rest.ws.ring_bytes,
  history: history.max_bytes,
});

describe('the profile of a small machine', () => {
  const small = { journal: 4 * 1024 * 1024, gathered: '30s', ring: 4 * 1024 * 1024, history: 8 * 1024 * 1024 };

  it('sets values without another source, also from the environment', () => {
    expect(shown(load('profile: low-power'))).toEqual(small);
    expect(shown(load('', { SERVICE_PROFILE: 'low-power' }))).toEqual(small);
    expect(shown(load('profile: low-power\npersistence: {write_interval: 5s}'))).toEqual({ ...small, gathered: '5s' });
    expect(shown(load(''))).toMatchObject({ journal: undefined, gathered: '10s' });
    expect(shown(load('profile: low-power', { SERVICE_PROFILE: 'normal' }))).toMatchObject({ gathered: '10s' });
  });

  it('is refused where there is none of that name, with its line', () => {
    try {
      load('locale: de\nprofile: tiny');
      expect.unreachable();
    } catch (error) {
      expect((error as ConfigError).issues).toEqual([expect.objectContaining({ path: 'profile', line: 2 })]);
    }
  });

  it.each(PROFILES)('%s has defaults that the schema takes', (profile) => {
    expect(configSchema.safeParse(defaultsOf(profile)).success).toBe(true);
  });
});
