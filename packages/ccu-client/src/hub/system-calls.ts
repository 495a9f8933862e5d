import { CcuError } from '../model/errors.js';
import type { Backup, CcuUser, FirmwareInstall, FirmwareUpdate, SystemInfo, WaitOptions } from '../model/hub-model.js';
import type { Now } from '../model/ports.js';
import type { ReGaRunner } from '../rega/runner.js';
import { anyOf } from '../time/wait.js';
import type { HttpClient } from '../transport/http.js';
import { openBackup } from './backup.js';
import { awaitJob, type JobDeps, newRun } from './jobs.js';
import { readFirmware, readSystemInfo, type SystemSources } from './system.js';

/** The CCU itself: its users, firmware, power and backups. */
export interface SystemCalls {
  /** True when the logic layer runs; undefined where the CCU does not report it. Asked of the CCU's web server. */
  isPresent(options?: WaitOptions): Promise<boolean | undefined>;
  users(options?: WaitOptions): Promise<readonly CcuUser[]>;
  systemInfo(options?: WaitOptions): Promise<SystemInfo>;
  firmwareUpdate(options?: WaitOptions): Promise<FirmwareUpdate>;
  /**
   * Has the CCU fetch and install its newest firmware, and resolves when it has begun. Rejects with `unsupported` where the
   * product cannot do that by itself.
   */
  installFirmware(options?: WaitOptions): Promise<FirmwareInstall>;
  reboot(): Promise<void>;
  powerOff(): Promise<void>;
  /** Restarts it without add-ons. Rejects with `unsupported` where the product has no such mode. */
  safeMode(): Promise<void>;
  /** Restarts it into its recovery system. Rejects with `unsupported` where the product has none. */
  recoveryMode(): Promise<void>;
  /** Degrees: longitude -180..180, latitude -90..90. */
  setPosition(longitude: number, latitude: number): Promise<void>;
  /**
   * Has the CCU write a backup, then streams it. Takes minutes on a real CCU: in the background where the product
   * supports it, else while one request waits. The file of a background backup is deleted from the CCU when the stream
   * ends.
   */
  createBackup(options?: WaitOptions): Promise<Backup>;
}

/** Dependencies of the calls about the CCU itself. */
export interface SystemDeps extends JobDeps, SystemSources {
  /** The web server of the CCU. */
  readonly http: HttpClient;
  readonly backupTimeoutMs: number;
}

/** `unbound` runs scripts also after `always` was aborted. */
export function systemCalls(deps: SystemDeps, unbound: ReGaRunner, always: AbortSignal | undefined): SystemCalls {
  const { rega, session } = deps;
  return {
    isPresent: ({ signal } = {}) => session.hasLogicLayer(anyOf(signal, always)),
    users: ({ signal } = {}) => rega.run('users', {}, signal),
    systemInfo: ({ signal } = {}) => readSystemInfo(deps, signal),
    firmwareUpdate: ({ signal } = {}) => readFirmware(deps, signal),
    installFirmware: ({ signal } = {}) => installFirmware(deps, signal),
    async reboot() {
      await rega.run('reboot', {});
    },
    async powerOff() {
      await rega.run('power_off', {});
    },
    async safeMode() {
      await rega.run('safe_mode', {});
    },
    async recoveryMode() {
      await rega.run('recovery_mode', {});
    },
    setPosition: (longitude, latitude) => setPosition(rega, longitude, latitude),
    createBackup: ({ signal } = {}) =>
      openBackup({ ...deps, always: unbound, timeoutMs: deps.backupTimeoutMs }, signal),
  };
}

/** An image is some hundred megabytes, and lines are slow. */
const INSTALL_MS = 3_600_000;
/** Exit codes of the product's own command. */
const NOTHING_NEWER = 0;
const APPLIED: ReadonlySet<number> = new Set([2, 3]);

/**
 * Has the CCU fetch its newest firmware and restart to install it. Resolves when the CCU has begun; `finished` has the
 * outcome of the download. A CCU that disappears meanwhile restarts, as intended.
 */
async function installFirmware(deps: JobDeps & { readonly now: Now }, signal?: AbortSignal): Promise<FirmwareInstall> {
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

/** Sets the position of the CCU, and verifies it. @throws CcuError `invalid_argument`, `mismatch` */
async function setPosition(rega: ReGaRunner, longitude: number, latitude: number): Promise<void> {
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) {
    throw new CcuError('invalid_argument', 'longitude is -180..180, latitude -90..90');
  }
  const now = (await rega.run('position', { longitude, latitude }))[0];
  const isThere = (wanted: number, shown: number | undefined) => Math.abs(wanted - (shown ?? Number.NaN)) < 0.01;
  if (!isThere(longitude, now?.longitude) || !isThere(latitude, now?.latitude)) {
    throw new CcuError('mismatch', 'the CCU did not take over the position');
  }
  if (now?.stored !== true) {
    throw new CcuError('mismatch', 'the CCU took over the position, and could not keep it for its next start');
  }
}
