import { CcuError } from '../model/errors.js';
import type { FirmwareInstall } from '../model/hub-model.js';
import type { Now } from '../model/ports.js';
import { awaitJob, type JobDeps, newRun } from './jobs.js';

/** An image is some hundred megabytes, and lines are slow. */
const INSTALL_MS = 3_600_000;
/** Exit codes of the product's own command. */
const NOTHING_NEWER = 0;
const APPLIED: ReadonlySet<number> = new Set([2, 3]);

/**
 * Has the CCU fetch its newest firmware and restart to install it. Resolves when the CCU has begun; `finished` has the
 * outcome of the download. A CCU that disappears meanwhile restarts, as intended.
 */
export async function installFirmware(
  deps: JobDeps & { readonly now: Now },
  signal?: AbortSignal,
): Promise<FirmwareInstall> {
  const run = newRun(deps.now());
  await deps.rega.run('firmware_install', { run }, signal);
  const job = { job: 'firmware', run, limitMs: INSTALL_MS, restarts: true } as const;
  const finished = awaitJob(deps, job, signal).then((end) => {
    if (end.kind === 'gone' || APPLIED.has(end.code)) return;
    if (end.code === NOTHING_NEWER) throw new CcuError('conflict', 'the CCU has the newest firmware already');
    throw new CcuError('fault', `the CCU could not fetch its firmware${reason(end.text)}`);
  });
  // A caller that does not care must not end the program.
  finished.catch(() => undefined);
  return { finished };
}

/** The line with the reason, bounded and without control characters. */
function reason(text: string): string {
  const line = /ERROR: ([^\n]{1,200})/.exec(text)?.[1]?.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ') ?? '';
  return line === '' ? '' : `: ${line.trim()}`;
}
