import type { InstallationProblem } from '@ccu-gateway/contract/types';
import type { Logger } from '../ports/log.js';
import type { ProblemTime, ProblemTimeChange, ProblemTimes } from '../ports/problem-times.js';
import type { Time } from '../ports/time.js';

/** Stores beginnings and ends of problems. */
export interface ProblemRecorder {
  /** Resolves when the last change is stored. */
  close(): Promise<void>;
}

/** Parts that `createProblemRecorder` needs. */
export interface ProblemRecorderDeps {
  /** Current problems by cause, as `listProblems` has them. */
  readonly problems: () => readonly InstallationProblem[];
  readonly records: ProblemTimes;
  readonly time: Time;
  readonly log: Logger;
}

const LOOK_MS = 60_000;
/** A CCU that is not connected reports no end. */
const BLINDING: ReadonlySet<InstallationProblem['kind']> = new Set(['ccu_down', 'interface_down']);

/**
 * Checks the problems each minute and stores their beginnings and ends. A change counts in the second check in a row that
 * finds it, with the time of the first one: a restart and a short fault leave no entry. A consequence of another problem
 * begins no entry of its own and ends none.
 *
 * @example
 * const recorder = recordProblems({ problems: () => listProblems(ports, {}), records, time, log });
 * await recorder.close();
 */
export function recordProblems({ problems, records, time, log }: ProblemRecorderDeps): ProblemRecorder {
  let open: ReadonlyMap<string, ProblemTime> | undefined;
  let doubts: ReadonlyMap<string, number> = new Map();
  let running: Promise<void> = Promise.resolve();
  let hasFailed = false;

  async function look(): Promise<void> {
    open ??= byProblem(await records.open());
    const { change, next } = decide({ open, doubts, now: problems(), at: time.now() });
    if (change.began.length + change.ended.length > 0) {
      await records.save(change);
      open = undefined;
    }
    // Doubts stay where a change was not stored: the next check tries it again.
    doubts = next;
  }

  function again(): () => void {
    return time.after(LOOK_MS, () => {
      running = look().then(
        () => {
          hasFailed = false;
        },
        (error: unknown) => {
          if (!hasFailed) log.error('the times of problems are not stored', { error });
          hasFailed = true;
        },
      );
      cancel = again();
    });
  }
  let cancel = again();

  return {
    async close() {
      cancel();
      await running;
    },
  };
}

const byProblem = (times: readonly ProblemTime[]) => new Map(times.map((each) => [each.problem.id, each]));

interface Known {
  readonly open: ReadonlyMap<string, ProblemTime>;
  /** Ids of problems that began or ended in the last check, with its time. */
  readonly doubts: ReadonlyMap<string, number>;
  readonly now: readonly InstallationProblem[];
  readonly at: number;
}

/** Changes that the last check found, too, and the new ones. */
function decide({ open, doubts, now, at }: Known): {
  readonly change: ProblemTimeChange;
  readonly next: ReadonlyMap<string, number>;
} {
  const present = new Set(now.flatMap(({ id, follows = [] }) => [id, ...follows.map((each) => each.id)]));
  const began = now.filter(({ id }) => !open.has(id));
  const ended = [...open.values()].filter(({ problem }) => !present.has(problem.id) && !isBlind(problem, now));
  const changed = [...began.map(({ id }) => id), ...ended.map(({ problem }) => problem.id)];
  const sinceOf = (id: string) => doubts.get(id);
  return {
    change: {
      began: began.flatMap(({ follows: _, ...problem }) => {
        const beganAt = sinceOf(problem.id);
        return beganAt === undefined ? [] : [{ problem, beganAt }];
      }),
      ended: ended.flatMap(({ id, problem }) => {
        const endedAt = sinceOf(problem.id);
        return endedAt === undefined ? [] : [{ id, endedAt }];
      }),
    },
    next: new Map(changed.filter((id) => sinceOf(id) === undefined).map((id) => [id, at])),
  };
}

/** True while the CCU of a problem cannot report its end. */
function isBlind({ central, kind }: InstallationProblem, now: readonly InstallationProblem[]): boolean {
  return !BLINDING.has(kind) && now.some((each) => BLINDING.has(each.kind) && each.central === central);
}
