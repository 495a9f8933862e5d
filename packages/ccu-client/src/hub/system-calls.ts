import type { Backup, CcuUser, FirmwareInstall, FirmwareUpdate, SystemInfo, WaitOptions } from '../model/hub-model.js';
import type { ReGaRunner } from '../rega/runner.js';
import { anyOf } from '../time/wait.js';
import type { HttpClient } from '../transport/http.js';
import { openBackup } from './backup.js';
import { installFirmware } from './firmware-install.js';
import type { JobDeps } from './jobs.js';
import { setPosition } from './position.js';
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
    setPosition: (longitude, latitude) => setPosition(rega, longitude, latitude),
    createBackup: ({ signal } = {}) =>
      openBackup({ ...deps, always: unbound, timeoutMs: deps.backupTimeoutMs }, signal),
  };
}
