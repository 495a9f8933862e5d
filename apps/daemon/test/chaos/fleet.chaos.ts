import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noCluster } from '../../../../packages/fleet/test/nats-cluster.js';
import { noPostgres, type PostgresServer, startPostgres } from '../../../../packages/postgres/test/server.js';
import { judge, type Violation } from '../../../../scripts/fleet/judge.mjs';
import { countsOf } from '../../../../scripts/fleet/summary.mjs';
import { keep, type RunResult, type RunScale, runFleet } from './run.js';

const { CHAOS_RUNS = '3', CHAOS_SEED = '1', CHAOS_SCALE = 'short', CHAOS_KEEP = tmpdir(), CHAOS_RESULT } = process.env;
const rates = { eventsPerSecond: 200, writesPerSecond: 20 };
/** From the check of a lease to the arrival of the request (docs/fleet.md). */
const windowMs = 250;

interface Scale {
  readonly run: RunScale;
  /** Within which clients must be live again; a figure where that would say little. */
  readonly backMs?: number;
}

const scales: Readonly<Record<string, Scale>> = {
  short: {
    run: {
      leaseMs: 4_000,
      faultMs: 3_000,
      calmMs: 1_500,
      // What is judged is that it comes, not when.
      patienceMs: 180_000,
      backlogMs: 4_000,
      devices: 25,
      ...rates,
    },
  },
  full: {
    run: {
      leaseMs: 10_000,
      faultMs: 30_000,
      calmMs: 5_000,
      patienceMs: 30_000,
      backlogMs: 30_000,
      devices: 200,
      ...rates,
    },
    backMs: 30_000,
  },
};
const scale = scales[CHAOS_SCALE];
if (scale === undefined) throw new Error(`CHAOS_SCALE is one of ${Object.keys(scales).join(', ')}`);
const notes = [
  ...(noCluster === undefined ? [] : [`skipped: ${noCluster}`]),
  ...(noPostgres === undefined ? [] : [`without faults of PostgreSQL: ${noPostgres}`]),
];
const note = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
const seeds = Array.from({ length: Number(CHAOS_RUNS) }, (_, index) => Number(CHAOS_SEED) + index);
const SHOWN = 3;
/** Of each code: the rest is in the lines that are kept. */
const firstOf = (violations: readonly Violation[]) =>
  violations.filter(
    ({ code }, index) => violations.slice(0, index).filter((each) => each.code === code).length < SHOWN,
  );
const say = (text: string) => process.stdout.write(`${text}\n`);

describe.skipIf(noCluster !== undefined)(`a fleet in which things break${note}`, () => {
  let postgres: PostgresServer | undefined;
  beforeAll(async () => {
    if (noPostgres === undefined) postgres = await startPostgres();
  });
  afterAll(() => postgres?.dispose());

  it.each(seeds)('loses, doubles and repeats nothing without telling (seed %i)', async (seed) => {
    say(`seed ${seed}${note}`);
    let result: RunResult = { lines: [], logs: {}, rates: { events: 0, writes: 0 } };
    let isRight = false;
    try {
      await runFleet({
        ...{ seed, scale: scale.run, postgres, say },
        seen(all) {
          result = all;
        },
      });
      const { violations, figures } = judge(result.lines, { windowMs, backMs: scale.backMs });
      say(`  ${JSON.stringify({ ...figures, rates: result.rates })}`);
      if (CHAOS_RESULT !== undefined) writeFileSync(CHAOS_RESULT, JSON.stringify({ seed, violations, figures }));
      for (const violation of firstOf(violations)) say(`  ${JSON.stringify(violation)}`);
      expect(countsOf(violations)).toBe('');
      isRight = true;
    } finally {
      if (!isRight) {
        const folder = mkdtempSync(join(CHAOS_KEEP, `fleet-${seed}-`));
        keep(folder, result);
        say(`  lines and logs are in ${folder}`);
      }
    }
  });
});
