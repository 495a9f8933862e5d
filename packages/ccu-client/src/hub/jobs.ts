import { CcuError, type CcuErrorCode, isCcuError } from '../model/errors.js';
import type { Timers } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import type { ReGaRunner } from '../rega/runner.js';
import type { JobKind } from '../rega/scripts/jobs.js';
import { sleep } from '../time/wait.js';

interface Job {
  readonly job: JobKind;
  readonly run: string;
  readonly limitMs: number;
  /** True when the job ends with a restart of the CCU. */
  readonly restarts: boolean;
}

/** `gone`: the CCU was restarted, or never had the job. */
export type JobEnd =
  | { readonly kind: 'done'; readonly code: number; readonly text: string }
  | { readonly kind: 'gone' };

const FIRST_LOOK_MS = 125;

/** Failures of one check, after which the job continues. */
const PASSING: ReadonlySet<CcuErrorCode> = new Set(['timeout', 'protocol', 'script_failed', 'circuit_open']);
/** The CCU is away. */
const AWAY: ReadonlySet<CcuErrorCode> = new Set(['unreachable', 'booting']);

/** Names a run, for the files it leaves on the CCU. */
export function newRun(now: number): string {
  return Math.abs(Math.floor(now)).toString(36);
}

/** Dependencies of watching a job. */
export interface JobDeps {
  readonly rega: ReGaRunner;
  readonly timers: Timers;
  readonly timings: Pick<Timings, 'jobLookMs'>;
}

/** Polls until the job has ended, less and less often. Rejects with `CcuError`, `timeout` after its time limit. */
export async function awaitJob(
  { rega, timers, timings }: JobDeps,
  { job, run, limitMs, restarts }: Job,
  signal?: AbortSignal,
): Promise<JobEnd> {
  let pause = Math.min(FIRST_LOOK_MS, timings.jobLookMs);
  for (let waited = 0; waited < limitMs; pause = Math.min(2 * pause, timings.jobLookMs)) {
    await sleep(timers, pause, signal);
    waited += pause;
    try {
      const row = (await rega.run('job_output', { job, run }, signal))[0];
      const state = row?.state.trim();
      if (row !== undefined && state === 'done') {
        const code = Number(/exit=(\d+)\s*$/.exec(row.output)?.[1] ?? Number.NaN);
        return { kind: 'done', code, text: row.output.replace(/exit=\d+\s*$/, '') };
      }
      if (state === 'gone') return { kind: 'gone' };
    } catch (error) {
      if (!isCcuError(error)) throw error;
      if (restarts && AWAY.has(error.code)) return { kind: 'gone' };
      if (!PASSING.has(error.code) && !AWAY.has(error.code)) throw error;
    }
  }
  throw new CcuError('timeout', 'the CCU did not finish in time');
}
