import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { natsServer } from '../../../../packages/event-stream/test/nats-server.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../../../packages/storage/test/postgres-server.js';
import { judge } from '../../../../scripts/fleet/judge.mjs';
import { keep, type RunScale, runFleet } from './run.js';

const { CHAOS_RUNS = '3', CHAOS_SEED = '1', CHAOS_SCALE = 'short', CHAOS_KEEP = tmpdir() } = process.env;
const rates = { eventsPerSecond: 200, writesPerSecond: 20 };
const scales: Readonly<Record<string, RunScale>> = {
  short: { leaseMs: 2_000, faultMs: 4_000, calmMs: 2_000, faults: 4, backMs: 120_000, ...rates },
  full: { leaseMs: 10_000, faultMs: 30_000, calmMs: 20_000, faults: 5, backMs: 120_000, ...rates },
};
const scale = scales[CHAOS_SCALE];
if (scale === undefined) throw new Error(`CHAOS_SCALE is one of ${Object.keys(scales).join(', ')}`);
const note = natsServer === undefined ? ' (skipped: nats-server is not installed)' : '';
const seeds = Array.from({ length: Number(CHAOS_RUNS) }, (_, index) => Number(CHAOS_SEED) + index);
const say = (text: string) => process.stdout.write(`${text}\n`);

describe.skipIf(natsServer === undefined)(`a fleet in which things break${note}`, () => {
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    if (noPostgres === undefined) postgres = await startPostgres();
  });
  afterAll(() => postgres?.dispose());

  it.each(seeds)('loses, doubles and repeats nothing without telling (seed %i)', async (seed) => {
    say(`seed ${seed}`);
    const result = await runFleet({ seed, scale, postgres, say });
    const { violations, figures } = judge(result.lines, result);
    say(`  ${JSON.stringify(figures)}`);
    if (violations.length > 0) {
      const folder = mkdtempSync(join(CHAOS_KEEP, `fleet-${seed}-`));
      keep(folder, result);
      say(`  ${violations.length} violations; lines and logs are in ${folder}`);
    }
    expect(violations).toEqual([]);
  });
});
