import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DoctorFinding } from '@ccu-gateway/contract/types';
import { diagnose } from '@ccu-gateway/gateway-core/parts';
import { stringify } from 'yaml';
import { type CentralConfig, loadConfig } from '../../src/config/index.js';
import { centralFacts, type LookAt } from '../../src/doctor/central.js';

/** A CCU as the configuration names it. */
export function centralOf(entry: Readonly<Record<string, unknown>>): CentralConfig {
  const root = mkdtempSync(join(tmpdir(), 'doctor-look-'));
  try {
    const file = join(root, 'config.yaml');
    writeFileSync(file, stringify({ centrals: [{ name: 'home', ...entry }] }), { mode: 0o600 });
    const [central] = loadConfig({ argv: ['--config', file], env: {}, cwd: root }).config.centrals;
    if (central === undefined) throw new Error('the configuration has a CCU');
    return central;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Everything that the doctor says of a CCU where no gateway runs. */
export async function findingsOf(central: CentralConfig, how: LookAt): Promise<readonly DoctorFinding[]> {
  const found = await centralFacts(central, how);
  const { findings } = diagnose({
    version: '1.0.0',
    node: process.versions.node,
    running: false,
    now: how.clock?.() ?? Date.now(),
    config: { issues: [] },
    ports: [],
    network: { container: false, addresses: [] },
    centrals: [found],
    health: [],
  });
  return findings;
}
